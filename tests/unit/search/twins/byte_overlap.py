"""One content as stretches of another, in plain Python: the rule of ``byte_overlap`` byte by byte."""

from itertools import groupby

from simfinder.search.overlap import byte_kernels as kernels

_MIX = 0x9E3779B97F4A7C15


def told_slowly(target, source, step=2, spared=8):
    """Lists of begin, source, length and equal bytes."""
    chains = _chains(source, step)
    bits = _bits(len(_windows(source, step)))
    found = []
    told = shift = i = 0
    while i + kernels.WINDOW <= len(target):
        if _same(target, i, source, i + shift):
            i += 1
            continue
        match, place = _longest(target, i, source, chains, bits)
        before = 0
        while (
            match
            and before < min(step - 1, i - told, place)
            and target[i - before - 1] == source[place - before - 1]
        ):
            before += 1
        asked = range(i - before, i + match)
        if sum(not _same(target, k, source, k + shift) for k in asked) <= spared:
            i += 1
            continue
        first = told + _led([_same(target, k, source, k + shift) for k in range(told, i)])
        back = range(i - 1, max(told, i - place) - 1, -1)
        second = i - _led([target[k] == source[k + place - i] for k in back], kernels.DROP)
        if second < first:
            wanted = range(second, first)
            gain = [
                _same(target, k, source, k + shift) - (target[k] == source[k + place - i]) for k in wanted
            ]
            sums = [sum(gain[:n]) for n in range(len(gain) + 1)]
            first = second = second + sums.index(max(sums))
        _put(found, target, source, told, first, shift)
        i += match
        _put(found, target, source, second, i, place + match - i)
        told, shift = i, place + match - i
    end = told + _led([_same(target, k, source, k + shift) for k in range(told, len(target))])
    _put(found, target, source, told, end, shift)
    return found


def without_padding_slowly(target, source, rows, least):
    """The stretches without padding of both, and the size of the target without it."""
    size = len(target)
    pieces = _padding(target, least)
    size -= sum(end - begin for begin, end in pieces)
    net = [list(row) for row in rows]
    for row in net:
        for begin, end in pieces:
            low, high = max(begin, row[0]), min(end, row[0] + row[2])
            shift = row[1] - row[0]
            equal = [target[k] == source[k + shift] for k in range(low, high)]
            if len(equal) < least:
                row[3] -= sum(equal)
                continue
            at = 0
            for same, group in groupby(equal):
                run = len(list(group))
                if same and (run >= least or at == 0 or at + run == len(equal)):
                    row[3] -= run
                else:
                    size += run
                at += run
    return net, size


def padding_slowly(content, least):
    """Bytes in runs of at least so many equal ones."""
    return sum(end - begin for begin, end in _padding(content, least))


def _padding(content, least):
    found, at = [], 0
    for _, group in groupby(content):
        run = len(list(group))
        if run >= least:
            found.append((at, at + run))
        at += run
    return found


def _same(target, i, source, at):
    return at < len(source) and target[i] == source[at]


def _led(equal, drop=None):
    """How many leave equal ones furthest in the lead; ended where the lead fell by more than ``drop``."""
    lead = most = best = 0
    for number, one in enumerate(equal, 1):
        if drop is not None and lead < most - drop:
            break
        lead += 1 if one else -1
        if lead > most:
            most, best = lead, number
    return best


def _put(found, target, source, begin, end, shift):
    if begin == end:
        return
    equal = sum(_same(target, k, source, k + shift) for k in range(begin, end))
    if found and found[-1][0] + found[-1][2] == begin and found[-1][1] + found[-1][2] == begin + shift:
        found[-1][2] += end - begin
        found[-1][3] += equal
    else:
        found.append([begin, begin + shift, end - begin, equal])


def _windows(source, step):
    return [source[n : n + kernels.WINDOW] for n in range(0, len(source) - kernels.WINDOW + 1, step)]


def _bits(windows):
    return windows.bit_length() + 1


def _slot(window, bits):
    """The slot of a window and its five bits more."""
    return divmod((int.from_bytes(window, "little") * _MIX & (1 << 64) - 1) >> 59 - bits, 32)


def _chains(source, step):
    """By slot: five bits and place of the windows in it, the first one first; of equal neighbours only the first."""
    windows = _windows(source, step)
    chains = {}
    for number, window in enumerate(windows):
        if number == 0 or windows[number - 1] != window:
            slot, tag = _slot(window, _bits(len(windows)))
            chains.setdefault(slot, []).append((tag, number * step))
    return chains


def _longest(target, i, source, chains, bits):
    slot, tag = _slot(target[i : i + kernels.WINDOW], bits)
    places = [place for one, place in chains.get(slot, [])[:32] if one == tag]
    best = (0, 0)
    for place in places[: kernels.TRIED]:
        run = 0
        while i + run < len(target) and _same(target, i + run, source, place + run):
            run += 1
        if run > best[0]:
            best = (run, place)
    return best
