"""Sound saved by PyAV in the forms people have it in."""

import io

import numpy as np

from simfinder.signatures.sound.chromaprint import RATE
from tests.helpers.sounds import made

FORMS = {
    "wav": ("wav", "pcm_s16le"),
    "flac": ("flac", "flac"),
    "mp3": ("mp3", "libmp3lame"),
    "m4a": ("ipod", "aac"),
    "mp4": ("mp4", "aac"),
    "mka": ("matroska", "aac"),
    "wma": ("asf", "wmav2"),
    "opus": ("ogg", "libopus"),
}


def music(seconds=30, seed=0, rate=44_100):
    """Return made chords, (samples,) int16, at a rate encoders take."""
    few = made("chords", seconds, seed)
    at = np.arange(round(seconds * rate)) * (RATE / rate)
    return np.interp(at, np.arange(len(few)), few).astype(np.int16)


def saved(sound, form, bit_rate=128_000, tags=(), rate=44_100):
    """Return a file.

    Args:
        sound: (samples,) int16, one channel.
        form: a key of ``FORMS``.
        bit_rate: bits a second.
        tags: pairs of a name and its value.
        rate: samples a second of the sound.
    """
    import av

    container_form, codec = FORMS[form]
    codec = codec if codec in av.codecs_available else codec.removeprefix("lib")
    file = io.BytesIO()
    with av.open(file, "w", format=container_form) as out:
        for name, value in dict(tags).items():
            out.metadata[name] = value
        its_rate = 48_000 if codec.endswith("opus") else rate
        stream = out.add_stream(codec, rate=its_rate, layout="mono")
        if not codec.startswith(("pcm", "flac")):
            stream.bit_rate = bit_rate
        whole = av.AudioFrame.from_ndarray(sound[None], "s16", "mono")
        whole.rate = rate
        resampler = av.AudioResampler(
            stream.codec_context.format, "mono", its_rate, frame_size=stream.codec_context.frame_size or 1024
        )
        for frame in [*resampler.resample(whole), *resampler.resample(None)]:
            frame.pts = None
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    return file.getvalue()


def with_tags(data, form, *, cover=b"", **tags):
    """Return a file with the same sound and other tags, or in a container of another form; ``cover`` is a JPEG."""
    import av.stream

    file = io.BytesIO()
    with av.open(io.BytesIO(data)) as source, av.open(file, "w", format=FORMS[form][0]) as out:
        its = source.streams.audio[0]
        stream = out.add_stream_from_template(its)
        for name, value in tags.items():
            out.metadata[name] = value
        if cover:
            picture = out.add_stream("mjpeg")
            picture.width = picture.height = 8
            picture.pix_fmt = "yuvj420p"
            picture.disposition = av.stream.Disposition.attached_pic
            packet = av.Packet(cover)
            packet.stream, packet.pts, packet.dts = picture, 0, 0
            out.mux(packet)
        for packet in source.demux(its):
            if packet.dts is not None:
                packet.stream = stream
                out.mux(packet)
    return file.getvalue()
