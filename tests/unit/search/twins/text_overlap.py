"""Plain twins of the steps that compare two texts in order."""

import itertools

from simfinder.search.overlap import text_kernels as kernels

WORD = frozenset(b"0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") | frozenset(
    range(128, 256)
)


def words(data):
    """Begin and end of each word with what separates it from the next."""
    begins = [0]
    for i in range(1, len(data)):
        if data[i] in WORD and (data[i - 1] not in WORD or i - begins[-1] >= kernels.LONGEST):
            begins.append(i)
    if data and data[0] in WORD:
        begins = begins[1:] if len(begins) > 1 and begins[1] == 0 else begins
    return list(zip(begins, [*begins[1:], len(data)], strict=True)) if data else []


def windows_of(data):
    """How often each 16 bytes at the start of a word occur."""
    counts = {}
    for begin, _ in words(data):
        if data[begin] in WORD and begin + 16 <= len(data):
            counts[data[begin : begin + 16]] = counts.get(data[begin : begin + 16], 0) + 1
    return counts


def weights_slowly(data, counts):
    """The weight of each byte of a text."""
    weights, before = [], [(0, 0), (0, 0)]
    for begin, end in words(data):
        word_end = end
        while word_end > begin and data[word_end - 1] not in WORD:
            word_end -= 1
        own = counts.get(data[begin : begin + 16], 0) if data[begin] in WORD else 0
        most = max([own, *(count for at, count in before if at + 16 >= word_end)])
        full = 255 * kernels.OFTEN // max(kernels.OFTEN, min(255, most))
        for i in range(begin, end):
            kind = 1 if i < word_end else 16 if data[i] <= 32 else 4
            weights.append(max(1, full // kind) if kind > 1 else full)
        before = [before[1], (begin, min(255, own))]
    return weights


def chain_slowly(stretches):
    """Weight of the heaviest chain of stretches (begin, source, length, equal) in the order of both sides."""
    best = []
    for k, (_, source, length, equal) in enumerate(stretches):
        behind = [0]
        for j in range(k):
            other = stretches[j]
            end = other[1] + other[2] - min(kernels.SLACK, other[2] // 4)
            if end <= source + min(kernels.SLACK, length // 4):
                behind.append(best[j])
        best.append(max(behind) + equal - kernels.CHANCE)
    return max([0, *best])


def parts_slowly(scores):
    """Begin and end of the parts of a row of numbers that are worth more than any beside them (Ruzzo and Tompa)."""
    sums = [0, *itertools.accumulate(scores)]
    best = max(
        ((sums[j] - sums[i], i, j) for i in range(len(scores)) for j in range(i + 1, len(scores) + 1)),
        key=lambda part: (part[0], part[1] - part[2]),
        default=(0, 0, 0),
    )
    if best[0] <= 0:
        return []
    _, i, j = best
    right = [(j + begin, j + end) for begin, end in parts_slowly(scores[j:])]
    return [*parts_slowly(scores[:i]), (i, j), *right]
