"""Compiled catalogs (Assets.car) with many app icons, whose pictures are packed with LZFSE."""

import struct

# The sides of an icon's pictures, and how many icons make 10 MB and 0.5 MB.
SIDES = (40, 58, 80, 120, 87, 180, 152, 167)
LARGE, SMALL = 100, 5

LITERAL_EXTRA = [0] * 16 + [2, 3, 5, 8]
MATCH_EXTRA = [0] * 16 + [3, 5, 8, 11]
DISTANCE_EXTRA = [bits for bits in range(16) for _ in range(4)]


class Bits:
    def __init__(self):
        self.value, self.count, self.bytes = 0, 0, bytearray()

    def push(self, value, width):
        self.value |= value << self.count
        self.count += width
        while self.count >= 8:
            self.bytes.append(self.value & 255)
            self.value >>= 8
            self.count -= 8

    def finish(self):
        if not self.count:
            return bytes(self.bytes), 0
        return bytes(self.bytes) + bytes([self.value]), self.count - 8


def frequencies(counts, states):
    total = max(1, sum(counts))
    scaled = [max(1, count * states // total) if count else 0 for count in counts]
    surplus = sum(scaled) - states
    while surplus and max(scaled):
        most = scaled.index(max(scaled))
        change = min(surplus, max(1, scaled[most] // 4)) if surplus > 0 else surplus
        scaled[most] -= change
        surplus -= change
    return scaled


def encoder(counts, states):
    rows, start = [], 0
    for often in counts:
        row = None
        if often:
            bits = states.bit_length() - often.bit_length()
            if often << bits < states:
                bits += 1
            row = (bits, (often << bits) - states, start - often + (states >> bits),
                   start - often + (states >> bits - 1) if bits else 0)
            start += often
        rows.append(row)

    def encode(symbol, state, output):
        bits, long, long_delta, short_delta = rows[symbol]
        bits, delta = (bits, long_delta) if state >= long else (bits - 1, short_delta)
        output.push(state & (1 << bits) - 1, bits)
        return delta + (state >> bits)

    return encode


def symbols(extra):
    """Symbol and base of each number that occurs."""
    table, base = [], 0
    for symbol, bits in enumerate(extra):
        table.append((base, symbol, bits))
        base += 1 << bits

    def find(value):
        for base, symbol, bits in reversed(table):
            if base <= value:
                return symbol, bits, value - base
        raise ValueError(value)

    return find


FIND = [symbols(LITERAL_EXTRA), symbols(MATCH_EXTRA), symbols(DISTANCE_EXTRA)]


def block(literals, numbers, raw):
    literals = literals + b"\0" * (-len(literals) % 4)
    counts = [[0] * 20, [0] * 20, [0] * 64, [0] * 256]
    for number in numbers:
        for kind in range(3):
            counts[kind][FIND[kind](number[kind])[0]] += 1
    for literal in literals:
        counts[3][literal] += 1
    scaled = [frequencies(own, states) for own, states in zip(counts, (64, 64, 256, 1024))]
    encode = [encoder(own, states) for own, states in zip(scaled, (64, 64, 256, 1024))]
    output, states = Bits(), [0] * 4
    for place in range(len(literals) - 4, -1, -4):
        for turn in (3, 2, 1, 0):
            states[turn] = encode[3](literals[place + turn], states[turn], output)
    literal_bytes, literal_unused = output.finish()
    output, ends = Bits(), [0] * 3
    for number in reversed(numbers):
        for kind in (2, 1, 0):
            symbol, bits, rest = FIND[kind](number[kind])
            output.push(rest, bits)
            ends[kind] = encode[kind](symbol, ends[kind], output)
    number_bytes, number_unused = output.finish()
    table = Bits()
    for value in (value for own in scaled for value in own):
        if value < 2:
            table.push((0, 2)[value], 2)
        elif value < 4:
            table.push((1, 5)[value - 2], 3)
        elif value < 8:
            table.push(value - 4 << 3 | 3, 5)
        elif value < 24:
            table.push(value - 8 << 4 | 7, 8)
        else:
            table.push(value - 24 << 4 | 15, 14)
    packed = table.finish()[0]
    first = len(literals) | len(literal_bytes) << 20 | len(numbers) << 40 | literal_unused + 7 << 60
    second = (states[0] | states[1] << 10 | states[2] << 20 | states[3] << 30 | len(number_bytes) << 40
              | number_unused + 7 << 60)
    third = 32 + len(packed) | ends[0] << 32 | ends[1] << 42 | ends[2] << 52
    head = b"bvx2" + struct.pack("<I3Q", raw, first, second, third)
    return head + packed + literal_bytes + number_bytes


def lzfse(data):
    output, literals, numbers, raw = bytearray(), bytearray(), [], 0
    last, start, place, distance = {}, 0, 0, 0

    def add(text, length, far):
        nonlocal distance, raw
        literals.extend(text)
        numbers.append((len(text), length, 0 if far == distance else far))
        distance = far
        raw += len(text) + length

    while place <= len(data):
        length = 0
        if place + 4 <= len(data):
            key = data[place:place + 4]
            found = last.get(key)
            last[key] = place
            if found is None or place - found > 262000:
                place += 1
                continue
            length = 4
            while length < 2359 and place + length < len(data) and data[found + length] == data[place + length]:
                length += 1
        else:
            place, found = len(data), len(data) - 1
        text = data[start:place]
        while len(text) > 315:
            add(text[:315], 0, distance or 1)
            text = text[315:]
        add(text, length, place - found)
        place += length
        start = place
        if len(literals) > 30000 or len(numbers) > 9000 or place >= len(data):
            output += block(bytes(literals), numbers, raw)
            literals.clear()
            numbers.clear()
            raw, distance = 0, 0
        if place >= len(data):
            break
    return bytes(output) + b"bvx$"


def picture(side):
    """Blue, green, red, alpha: a sky of stripes, and hills with some noise."""
    output, noise = bytearray(), 1
    for y in range(side):
        for x in range(side):
            noise = (noise * 1664525 + 1013904223) & 0xFFFFFFFF
            if y < side // 2:
                output += bytes((200, 120 + y * 60 // side, 40, 255))
            else:
                output += bytes((x * 90 // side, 90 + (noise >> 29), 20 + (noise >> 30), 255))
    return bytes(output)


class Store:
    def __init__(self):
        self.blocks, self.names = [b""], []

    def add(self, data, name=None):
        self.blocks.append(data)
        if name:
            self.names.append((name, len(self.blocks) - 1))
        return len(self.blocks) - 1

    def add_tree(self, pairs, name):
        numbers = [(self.add(key), self.add(value)) for key, value in pairs]
        leaves = []
        for start in range(0, len(numbers), 400):
            part = numbers[start:start + 400]
            following = len(self.blocks) + 1 if start + 400 < len(numbers) else 0
            leaf = struct.pack(">HHII", 1, len(part), following, leaves[-1][0] if leaves else 0)
            leaf += b"".join(struct.pack(">II", value, key) for key, value in part)
            leaves.append((self.add(leaf), part[0][0]))
        root = leaves[0][0]
        if len(leaves) > 1:
            node = struct.pack(">HHII", 0, len(leaves), 0, 0)
            root = self.add(node + b"".join(struct.pack(">II", leaf, key) for leaf, key in leaves))
        self.add(b"tree" + struct.pack(">IIIIB", 1, root, 4096, len(pairs), 0), name)

    def file(self):
        body, index = bytearray(512), struct.pack(">I", len(self.blocks))
        for data in self.blocks:
            index += struct.pack(">II", len(body) if data else 0, len(data))
            body += data
        names = struct.pack(">I", len(self.names))
        for name, number in self.names:
            names += struct.pack(">IB", number, len(name)) + name
        struct.pack_into(">8s6I", body, 0, b"BOMStore", 1, len(self.blocks) - 1, len(body), len(index),
                         len(body) + len(index), len(names))
        return bytes(body) + index + names


FORMAT = (7, 13, 12, 15, 16, 9, 8, 17, 1, 2)


def rendition(layout, size, scale, name, properties, payload):
    head = struct.pack("<4s5I4sIIHH128s", b"ISTC", 1, 0, *size, scale * 100, b"BGRA", 1, 0, layout, 0, name)
    data = b"".join(struct.pack("<II", number, len(value)) + value for number, value in properties)
    return head + struct.pack("<4I", len(data), 1, 0, len(payload)) + data + payload


def catalog(count, pixels):
    """A catalog of so many icons, which all have the same pictures."""
    packed = {}
    for side, data in pixels.items():
        stream = lzfse(data)
        packed[side] = b"MLEC" + struct.pack("<III", 0, 4, len(stream)) + stream
    store = Store()
    store.add(struct.pack("<4s4I128s256s16s4I", b"RATC", 972, 17, 0, 0, b"", b"Xcode 26.3 (17C529)\n", b"", 0, 2, 1, 2),
              b"CARHEADER")
    store.add(struct.pack("<4sII%dI" % len(FORMAT), b"tmfk", 0, len(FORMAT), *FORMAT), b"KEYFORMAT")
    renditions, facets = [], []
    for number in range(1, count + 1):
        facets.append((b"Icon%04d" % number, struct.pack("<9H", 0, 0, 3, 1, 85, 2, 220, 17, number)))
        for index, (side, idiom, scale) in enumerate(zip(SIDES, (1, 1, 1, 1, 1, 1, 2, 2), (2, 2, 2, 2, 3, 3, 2, 2))):
            values = {12: scale, 15: idiom, 9: index, 17: number, 1: 85, 2: 220}
            data = rendition(12, (side, side), scale, b"icon-%d@%dx.png" % (side, scale),
                             [(1004, bytes(8)), (1007, struct.pack("<I", 4 * side))], packed[side])
            renditions.append((struct.pack("<10H", *(values.get(attribute, 0) for attribute in FORMAT)), data))
    store.add_tree(renditions, b"RENDITIONS")
    store.add_tree(facets, b"FACETKEYS")
    return store.file()
