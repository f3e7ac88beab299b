"""Sounds made of whole numbers, so that every machine makes the same."""

import numpy as np

from simfinder.signatures.sound.chromaprint import RATE

SOUNDS = [
    ("chords", 20),
    ("sweep", 12),
    ("noise", 8),
    ("beats", 15),
    ("silence", 5),
    ("loud", 6),
    ("whisper", 6),
    ("chords", 3),
    ("chords", 2),
]
"""Those whose fingerprints ``fpcalc`` made, with their seconds."""


def made(name: str, seconds: float, seed: int = 0) -> np.ndarray:
    """Return a sound, (samples,) int16, 11,025 a second; another one of its kind for each seed."""
    at = np.arange(round(seconds * RATE), dtype=np.int64)
    if name == "silence":
        return np.zeros(len(at), np.int16)
    if name == "sweep":
        return saw(at * at // 3_000 + 200 * at, 9_000)
    if name == "noise":
        return (mixed(at + seed * 1_000_003) % 16_001 - 8_000).astype(np.int16)
    if name == "beats":
        beat = at // 2_756
        fading = 4_000 - at % 2_756
        return (
            saw(at * (300 + mixed(beat + 7 * seed) % 2_000), 30_000).astype(np.int64) * fading // 4_000
        ).astype(np.int16)
    loudness = {"chords": 6_000, "loud": 30_000, "whisper": 90}[name]
    bar = at // 5_512
    total = np.zeros(len(at), np.int64)
    for voice in range(3):
        pitch = 200 + mixed(bar * 3 + voice + 1_000 * seed) % 1_500
        total += saw(at * pitch, loudness // 3)
    return total.astype(np.int16)


def saw(phase: np.ndarray, loudness: int) -> np.ndarray:
    """Return a tooth for each ``RATE`` that the phase grows, int16."""
    return ((phase % RATE) * 2 * loudness // RATE - loudness).astype(np.int16)


def mixed(numbers: np.ndarray) -> np.ndarray:
    """Return a scattered number below 2**16 for each number, int64."""
    scattered = numbers * 2_654_435_761 % 4_294_967_296
    return (scattered ^ (scattered >> 15)) * 40_503 % 4_294_967_296 >> 16
