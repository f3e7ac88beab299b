"""Films of moving patches, saved by PyAV in the forms people have them in."""

import io

import numpy as np

from tests.helpers.sounds import mixed

FORMS = {
    "mp4": ("mp4", "libx264"),
    "mkv": ("matroska", "libx264"),
    "avi": ("avi", "mpeg4"),
    "webm": ("webm", "libvpx"),
    "mpg": ("mpeg", "mpeg2video"),
}
RATE = 8


def scene(seed, time, width=320, height=240):
    """Return a picture, (height, width, 3) uint8: soft patches that drift and change every two seconds."""
    y, x = np.arange(height) / height, np.arange(width) / height
    shot = int(time) // 2
    picture = np.zeros((height, 3, width))
    for patch in range(9):
        word = mixed(np.array([seed * 1_000 + shot * 50 + patch * 3 + k for k in range(3)])) / 65_536
        middle_x, middle_y = word[0] * 1.3 + 0.02 * (time % 2), word[1]
        across, down = np.exp(-((x - middle_x) ** 2) / 0.02), np.exp(-((y - middle_y) ** 2) / 0.02)
        colour = np.array([255, 255 * word[2], 255 * (1 - word[2])])
        picture += (down[:, None] * colour)[..., None] * across
    return np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8).swapaxes(1, 2))


def saved(seed, form, seconds=12, *, size=(320, 240), bit_rate=300_000, sound=None):
    """Return a film; ``sound`` is (samples,) int16, 44,100 a second, None for a film without sound."""
    import av

    container_form, codec = FORMS[form]
    file = io.BytesIO()
    with av.open(file, "w", format=container_form) as out:
        rate = 25 if form == "mpg" else RATE
        stream = out.add_stream(codec, rate=rate)
        stream.width, stream.height, stream.pix_fmt, stream.bit_rate = *size, "yuv420p", bit_rate
        stream.codec_context.thread_count = 1
        heard = None
        if sound is not None:
            heard = out.add_stream(
                "libopus" if form == "webm" else "mp2" if form == "mpg" else "aac", rate=48_000, layout="mono"
            )
        for number in range(round(seconds * rate)):
            frame = av.VideoFrame.from_ndarray(scene(seed, number / rate), "rgb24").reformat(*size, "yuv420p")
            frame.pts = None
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
        if heard is not None:
            whole = av.AudioFrame.from_ndarray(sound[None], "s16", "mono")
            whole.rate = 44_100
            context = heard.codec_context
            context.open(strict=False)
            resampler = av.AudioResampler(
                context.format, "mono", 48_000, frame_size=context.frame_size or 1_024
            )
            for part in [*resampler.resample(whole), *resampler.resample(None)]:
                part.pts = None
                out.mux(heard.encode(part))
            out.mux(heard.encode(None))
    return file.getvalue()


def in_container(data, form, *, seconds=None):
    """Return a film in a container of another form, its packets as they are; of so many seconds only."""
    import av

    file = io.BytesIO()
    with av.open(io.BytesIO(data)) as source, av.open(file, "w", format=FORMS[form][0]) as out:
        streams = {stream.index: out.add_stream_from_template(stream) for stream in source.streams}
        for packet in source.demux():
            if packet.dts is None or (seconds and float(packet.pts * packet.time_base) >= seconds):
                continue
            packet.stream = streams[packet.stream.index]
            out.mux(packet)
    return file.getvalue()
