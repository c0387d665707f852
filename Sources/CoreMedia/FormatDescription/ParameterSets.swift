import FoundationExtras

/// The parameter sets of an H.264 or HEVC format, at addresses that stay valid as long as the description.
// @unchecked: written in `init` only.
final class ParameterSets: @unchecked Sendable {
    enum Codec {
        case h264
        case hevc

        init?(_ subType: FourCharCode) {
            switch subType {
            case kCMVideoCodecType_H264, 0x6176_6333: self = .h264  // avc1, avc3
            case kCMVideoCodecType_HEVC, kCMVideoCodecType_HEVCWithAlpha, 0x6865_7631: self = .hevc  // hvc1, muxa, hev1
            default: return nil
            }
        }

        /// The name of the atom that carries the sets.
        var atom: String { self == .h264 ? "avcC" : "hvcC" }
    }

    let codec: Codec
    let headerLength: Int
    let sets: [UnsafeRawBufferPointer]
    private let memory: UnsafeMutableRawBufferPointer

    /// Takes the sets out of an atom; nil if it is damaged.
    init?(codec: Codec, atom: Data) {
        memory = .allocate(byteCount: max(1, atom.count), alignment: 1)
        atom.copyBytes(to: memory)
        self.codec = codec
        let bytes = UnsafeRawBufferPointer(rebasing: memory[..<atom.count])
        let parsed = codec == .h264 ? Self.parseAVCC(bytes) : Self.parseHVCC(bytes)
        headerLength = parsed?.headerLength ?? 0
        sets = parsed?.sets ?? []
        if parsed == nil { return nil }
    }

    deinit {
        memory.deallocate()
    }

    private typealias Parsed = (headerLength: Int, sets: [UnsafeRawBufferPointer])

    private static func parseAVCC(_ bytes: UnsafeRawBufferPointer) -> Parsed? {
        guard bytes.count >= 7, bytes[0] == 1 else { return nil }
        var reader = UnitReader(bytes: bytes, position: 6)
        var sets: [UnsafeRawBufferPointer] = []
        guard reader.appendUnits(Int(bytes[5] & 0x1f), to: &sets), let pictures = reader.byte(),
            reader.appendUnits(Int(pictures), to: &sets)
        else { return nil }
        return (Int(bytes[4] & 3) + 1, sets)
    }

    private static func parseHVCC(_ bytes: UnsafeRawBufferPointer) -> Parsed? {
        guard bytes.count >= 23, bytes[0] == 1 else { return nil }
        var reader = UnitReader(bytes: bytes, position: 23)
        var sets: [UnsafeRawBufferPointer] = []
        for _ in 0..<bytes[22] {
            guard reader.byte() != nil, let count = reader.short(), reader.appendUnits(count, to: &sets) else {
                return nil
            }
        }
        return (Int(bytes[21] & 3) + 1, sets)
    }
}

/// Walks over units that are preceded by their lengths.
private struct UnitReader {
    let bytes: UnsafeRawBufferPointer
    var position: Int

    mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func short() -> Int? {
        guard let high = byte(), let low = byte() else { return nil }
        return Int(high) << 8 | Int(low)
    }

    mutating func appendUnits(_ count: Int, to units: inout [UnsafeRawBufferPointer]) -> Bool {
        for _ in 0..<count {
            guard let length = short(), length <= bytes.count - position else { return false }
            units.append(UnsafeRawBufferPointer(rebasing: bytes[position..<position + length]))
            position += length
        }
        return true
    }
}

/// Writes the atoms that carry parameter sets, ISO/IEC 14496-15.
enum ParameterSetAtom {
    static func avcC(_ sets: [UnsafeRawBufferPointer], headerLength: Int) -> (Data, SequenceParameters)? {
        let sequences = sets.filter { $0.first.map { $0 & 0x1f } == 7 }
        let pictures = sets.filter { $0.first.map { $0 & 0x1f } == 8 }
        guard let first = sequences.first, !pictures.isEmpty, sequences.count < 32, pictures.count < 256,
            let parameters = SequenceParameters(h264: first)
        else { return nil }
        var atom = Data([
            1, first[1], first[2], first[3], 0xfc | UInt8(headerLength - 1), 0xe0 | UInt8(sequences.count),
        ])
        sequences.forEach { append($0, to: &atom) }
        atom.append(UInt8(pictures.count))
        pictures.forEach { append($0, to: &atom) }
        if SequenceParameters.h264ProfilesWithChroma.contains(UInt32(first[1])) {
            let extensions = sets.filter { $0.first.map { $0 & 0x1f } == 13 }
            atom.append(0xfc | UInt8(parameters.chromaFormat))
            atom.append(0xf8 | UInt8(truncatingIfNeeded: parameters.lumaDepth - 8))
            atom.append(0xf8 | UInt8(truncatingIfNeeded: parameters.chromaDepth - 8))
            atom.append(UInt8(extensions.count))
            extensions.forEach { append($0, to: &atom) }
        }
        return (atom, parameters)
    }

    static func hvcC(_ sets: [UnsafeRawBufferPointer], headerLength: Int) -> (Data, SequenceParameters)? {
        func units(_ type: UInt8) -> [UnsafeRawBufferPointer] {
            sets.filter { $0.first.map { $0 >> 1 & 0x3f } == type }
        }
        let kinds: [UInt8] = [32, 33, 34, 39, 40]
        guard let sequence = units(33).first, !units(32).isEmpty, !units(34).isEmpty,
            let parameters = SequenceParameters(hevc: sequence)
        else { return nil }
        var profile = BitReader(unit: sequence.dropFirst(3))
        var atom = Data([1])
        // Profile, compatibility, constraints and level stand in the set as they stand in the atom.
        for _ in 0..<12 { atom.append(UInt8(truncatingIfNeeded: profile.bits(8) ?? 0)) }
        atom.append(contentsOf: [0xf0, 0, 0xfc, 0xfc | UInt8(parameters.chromaFormat)])
        atom.append(0xf8 | UInt8(truncatingIfNeeded: parameters.lumaDepth - 8))
        atom.append(0xf8 | UInt8(truncatingIfNeeded: parameters.chromaDepth - 8))
        let layers = (sequence[2] >> 1 & 7) + 1
        atom.append(contentsOf: [0, 0, layers << 3 | (sequence[2] & 1) << 2 | UInt8(headerLength - 1)])
        let present = kinds.filter { !units($0).isEmpty }
        atom.append(UInt8(present.count))
        for kind in present {
            let found = units(kind)
            atom.append(contentsOf: [0x80 | kind, UInt8(found.count >> 8), UInt8(truncatingIfNeeded: found.count)])
            found.forEach { append($0, to: &atom) }
        }
        return (atom, parameters)
    }

    private static func append(_ unit: UnsafeRawBufferPointer, to atom: inout Data) {
        atom.append(contentsOf: [UInt8(truncatingIfNeeded: unit.count >> 8), UInt8(truncatingIfNeeded: unit.count)])
        atom.append(contentsOf: unit)
    }
}
