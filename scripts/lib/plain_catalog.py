"""Decodes the pictures of a compiled catalog (Assets.car) in plain Python, for comparison.

    plain_catalog.py FILE [--sums] [--icons]

Prints the number of bytes of pixels; with --sums a line for each picture: where its rendition begins in the file, its
size, and Adler's checksum of its pixels as RGBA, not multiplied by their alpha. With --icons app icons only.
"""

import struct
import sys
import zlib

LITERAL_EXTRA = [0] * 16 + [2, 3, 5, 8]
MATCH_EXTRA = [0] * 16 + [3, 5, 8, 11]
DISTANCE_EXTRA = [bits for bits in range(16) for _ in range(4)]


def frequencies(data):
    """The prefix code of LZFSE's frequencies."""
    bits, count, place, values = 0, 0, 0, []
    for _ in range(360):
        while place < len(data) and count < 25:
            bits |= data[place] << count
            count += 8
            place += 1
        if bits & 3 == 0:
            value, used = 0, 2
        elif bits & 3 == 2:
            value, used = 1, 2
        elif bits & 3 == 1:
            value, used = 2 + (bits >> 2 & 1), 3
        elif bits & 7 == 3:
            value, used = 4 + (bits >> 3 & 3), 5
        elif bits & 15 == 7:
            value, used = 8 + (bits >> 4 & 15), 8
        else:
            value, used = 24 + (bits >> 4 & 1023), 14
        values.append(value)
        bits >>= used
        count -= used
    return values


def table(counts, states, extra=None):
    """For each state: bits to take, those of them that are the number's, what to add, and the symbol or number."""
    rows, base = [], 0
    for symbol, often in enumerate(counts):
        own = extra[symbol] if extra else 0
        if often:
            bits = states.bit_length() - often.bit_length()
            if often << bits < states:
                bits += 1
            long = (2 * states >> bits) - often
            for index in range(often):
                take, delta = (bits, (often + index << bits) - states) if index < long else (
                    bits - 1, index - long << bits - 1)
                rows.append((take + own, own, delta, base if extra else symbol))
        base += 1 << own
    return rows


class Stream:
    """Bits that are read from the end, eight bytes at a time."""

    def __init__(self, data, unused):
        self.data, self.place = data, len(data)
        self.bits, self.count = 0, 0
        if unused:
            self.fill()
            self.count += unused

    def fill(self):
        start = max(0, self.place - 8)
        piece = self.data[start:self.place]
        self.place = start
        self.bits = self.bits << 8 * len(piece) | int.from_bytes(piece, "little")
        self.count += 8 * len(piece)

    def take(self, wanted):
        if self.count < wanted:
            self.fill()
        self.count -= wanted
        value = self.bits >> self.count
        self.bits &= (1 << self.count) - 1
        return value


def repeat(output, distance, length):
    start = len(output) - distance
    if distance >= length:
        output += output[start:start + length]
    else:
        for index in range(length):
            output.append(output[start + index])


def lzvn(data, output):
    place, distance = 0, 0
    while True:
        first = data[place]
        literals = match = 0
        if first == 6:
            return
        if first in (0x0E, 0x16):
            place += 1
            continue
        if first >= 0xF0:
            match, size = (data[place + 1] + 16, 2) if first == 0xF0 else (first & 15, 1)
        elif first >= 0xE0:
            literals, size = (data[place + 1] + 16, 2) if first == 0xE0 else (first & 15, 1)
        elif 0xA0 <= first < 0xC0:
            literals, size = first >> 3 & 3, 3
            match = ((first & 7) << 2 | data[place + 1] & 3) + 3
            distance = data[place + 1] >> 2 | data[place + 2] << 6
        else:
            literals, match = first >> 6, (first >> 3 & 7) + 3
            if first & 7 == 6:
                size = 1
            elif first & 7 == 7:
                size, distance = 3, data[place + 1] | data[place + 2] << 8
            else:
                size, distance = 2, (first & 7) << 8 | data[place + 1]
        place += size
        output += data[place:place + literals]
        place += literals
        repeat(output, distance, match)


def lzfse(data):
    output, place = bytearray(), 0
    while True:
        kind = data[place:place + 4]
        if kind == b"bvx$":
            return output
        raw, size = struct.unpack_from("<II", data, place + 4)
        if kind == b"bvx-":
            output += data[place + 8:place + 8 + raw]
            place += 8 + raw
        elif kind == b"bvxn":
            lzvn(data[place + 12:place + 12 + size], output)
            place += 12 + size
        else:
            place = block(data, place, output)


def block(data, place, output):
    first, second, third = struct.unpack_from("<3Q", data, place + 8)
    literal_count, literal_bytes, match_count = first & 0xFFFFF, first >> 20 & 0xFFFFF, first >> 40 & 0xFFFFF
    number_bytes, size = second >> 40 & 0xFFFFF, third & 0xFFFFFFFF
    counts = frequencies(data[place + 32:place + size])
    tables = [
        table(counts[:20], 64, LITERAL_EXTRA), table(counts[20:40], 64, MATCH_EXTRA),
        table(counts[40:104], 256, DISTANCE_EXTRA),
    ]
    symbols = table(counts[104:], 1024)
    start = place + size
    bits = Stream(data[start:start + literal_bytes], (first >> 60 & 7) - 7)
    states = [second & 1023, second >> 10 & 1023, second >> 20 & 1023, second >> 30 & 1023]
    literals = bytearray()
    for index in range(literal_count):
        take, _, delta, symbol = symbols[states[index & 3]]
        states[index & 3] = delta + bits.take(take)
        literals.append(symbol)
    start += literal_bytes
    bits = Stream(data[start:start + number_bytes], (second >> 60 & 7) - 7)
    states = [third >> 32 & 1023, third >> 42 & 1023, third >> 52 & 1023]
    used, distance = 0, 0
    numbers = [0, 0, 0]
    for _ in range(match_count):
        for kind in range(3):
            take, own, delta, base = tables[kind][states[kind]]
            taken = bits.take(take)
            states[kind] = delta + (taken >> own)
            numbers[kind] = base + (taken & (1 << own) - 1)
        distance = numbers[2] or distance
        output += literals[used:used + numbers[0]]
        used += numbers[0]
        repeat(output, distance, numbers[1])
    return start + number_bytes


def run_lengths(data, row_bytes):
    kind, width, rows = struct.unpack_from("<III", data, 0)
    size = 4 if kind == 4 else 2
    output = bytearray()
    for row in range(rows):
        place = struct.unpack_from("<I", data, 12 + 4 * row)[0]
        line = bytearray()
        while len(line) < width * size:
            run = struct.unpack_from("<I", data, place)[0]
            count = run & 0x7FFFFFFF
            if run >> 31:
                line += data[place + 4:place + 4 + size] * count
                place += 4 + size
            else:
                line += data[place + 4:place + 4 + count * size]
                place += 4 + count * size
        output += line.ljust(row_bytes, b"\0")
    return output


class Catalog:
    def __init__(self, data):
        self.data = data
        _, index, _, names, _ = struct.unpack_from(">5I", data, 12)
        count = struct.unpack_from(">I", data, index)[0]
        self.blocks = [struct.unpack_from(">II", data, index + 4 + 8 * number) for number in range(count)]
        self.names, place = {}, names + 4
        for _ in range(struct.unpack_from(">I", data, names)[0]):
            block, length = struct.unpack_from(">IB", data, place)
            self.names[data[place + 5:place + 5 + length]] = block
            place += 5 + length
        keys = self.block(self.names[b"KEYFORMAT"])
        self.attributes = struct.unpack_from("<%dI" % struct.unpack_from("<I", keys, 8), keys, 12)
        self.renditions = [(self.key(key), *self.blocks[value]) for key, value in self.tree(b"RENDITIONS")]
        self.atlases = {}
        for key, start, _ in self.renditions:
            if struct.unpack_from("<H", data, start + 36)[0] == 1004:
                self.atlases[self.plain(key)] = start
        self.kept = {}

    def block(self, number):
        start, count = self.blocks[number]
        return self.data[start:start + count]

    def tree(self, name):
        node = self.block(struct.unpack_from(">I", self.block(self.names[name]), 8)[0])
        while not struct.unpack_from(">H", node)[0]:
            node = self.block(struct.unpack_from(">I", node, 12)[0])
        while True:
            _, count, following = struct.unpack_from(">HHI", node)
            for index in range(count):
                value, key = struct.unpack_from(">II", node, 12 + 8 * index)
                yield key, value
            if not following:
                return
            node = self.block(following)

    def key(self, number):
        data = self.block(number)
        count = min(len(self.attributes), len(data) // 2)
        return dict(zip(self.attributes, struct.unpack_from("<%dH" % count, data)))

    def plain(self, key):
        return tuple(key.get(attribute, 0) for attribute in self.attributes)

    def pictures(self, icons_only):
        for key, start, _ in self.renditions:
            layout = struct.unpack_from("<H", self.data, start + 36)[0]
            if layout in (10, 11, 12, 1003) and (key.get(2) == 220 or not icons_only):
                yield start, layout

    def properties(self, start):
        place = start + 184
        end = place + struct.unpack_from("<I", self.data, start + 168)[0]
        while place < end:
            number, count = struct.unpack_from("<II", self.data, place)
            yield number, self.data[place + 8:place + 8 + count]
            place += 8 + count

    def picture(self, start, layout):
        """Width, height and pixels as RGBA."""
        if layout != 1003:
            kind, width, height, row_bytes, data = self.bitmap(start)
            return width, height, rgba(kind, width, height, row_bytes, data, 0)
        link = dict(self.properties(start))[1010]
        left, bottom, width, height, _, size = struct.unpack_from("<4IHI", link, 8)
        pairs = struct.unpack_from("<%dH" % (size // 2), link, 30)
        target = self.atlases[self.plain(dict(zip(pairs[::2], pairs[1::2])))]
        if target not in self.kept:
            self.kept = {target: self.bitmap(target)}
        kind, _, whole, row_bytes, data = self.kept[target]
        first = (whole - bottom - height) * row_bytes + left * (2 if kind == b" 8AG" else 4)
        return width, height, rgba(kind, width, height, row_bytes, data, first)

    def bitmap(self, start):
        width, height, _ = struct.unpack_from("<III", self.data, start + 12)
        kind = self.data[start + 24:start + 28]
        row_bytes = width * (2 if kind == b" 8AG" else 4)
        for number, value in self.properties(start):
            if number == 1007:
                row_bytes = max(row_bytes, struct.unpack("<I", value)[0])
        place = start + 184 + struct.unpack_from("<I", self.data, start + 168)[0]
        flags, packing, count = struct.unpack_from("<III", self.data, place + 4)
        if packing not in (0, 1, 3, 4):
            raise ValueError("packing %d" % packing)
        place += 16
        if not flags & 1:
            return kind, width, height, row_bytes, unpack(packing, self.data[place:place + count], row_bytes)
        output = bytearray()
        for _ in range(count):
            rows, length = struct.unpack_from("<II", self.data, place + 12)
            piece = unpack(packing, self.data[place + 20:place + 20 + length], row_bytes)
            output += piece.ljust(rows * row_bytes, b"\0")
            place += 20 + length
        return kind, width, height, row_bytes, output


def unpack(packing, data, row_bytes):
    if packing == 0:
        return data
    if packing == 1:
        return run_lengths(data, row_bytes)
    if data[:3] == b"bvx":
        return lzfse(data)
    output = bytearray()
    lzvn(data, output)
    return output


def rgba(kind, width, height, row_bytes, data, first):
    output = bytearray()
    for row in range(height):
        start = first + row * row_bytes
        if kind == b" 8AG":
            for place in range(start, start + 2 * width, 2):
                grey, alpha = data[place], data[place + 1]
                if alpha != 255:
                    grey = min(255, (grey * 255 + alpha // 2) // alpha) if alpha else 0
                output += bytes((grey, grey, grey, alpha))
        else:
            for place in range(start, start + 4 * width, 4):
                blue, green, red, alpha = data[place:place + 4]
                if alpha != 255:
                    red, green, blue = (
                        min(255, (value * 255 + alpha // 2) // alpha) if alpha else 0 for value in (red, green, blue))
                output += bytes((red, green, blue, alpha))
    return output


def main(arguments):
    files = [argument for argument in arguments if not argument.startswith("--")]
    if len(files) != 1:
        sys.exit(__doc__)
    with open(files[0], "rb") as file:
        catalog = Catalog(file.read())
    total = 0
    for start, layout in catalog.pictures("--icons" in arguments):
        try:
            width, height, pixels = catalog.picture(start, layout)
        except ValueError as error:
            if "--sums" in arguments:
                print(start, error)
            continue
        total += len(pixels)
        if "--sums" in arguments:
            print(start, "%dx%d" % (width, height), zlib.adler32(pixels))
    print(total, "bytes of pixels")


if __name__ == "__main__":
    main(sys.argv[1:])
