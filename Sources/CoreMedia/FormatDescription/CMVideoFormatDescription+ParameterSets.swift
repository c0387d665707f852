import FoundationExtras

/// Makes a description of H.264 video from its parameter sets, each a NAL unit without start code.
///
/// The size comes from the first sequence parameter set; the sets are kept in an `avcC` atom among the extensions.
///
/// - Parameters:
///   - parameterSetCount: how many; at least one sequence and one picture parameter set.
///   - parameterSetPointers: the sets.
///   - parameterSetSizes: their sizes in bytes.
///   - NALUnitHeaderLength: the bytes of the length before each NAL unit of a sample: 1, 2 or 4.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for missing or damaged sets or another header length.
@discardableResult
public func CMVideoFormatDescriptionCreateFromH264ParameterSets(
    allocator: CFAllocator?,
    parameterSetCount: Int,
    parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
    parameterSetSizes: UnsafePointer<Int>,
    nalUnitHeaderLength NALUnitHeaderLength: Int32,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    let sets = buffers(parameterSetCount, parameterSetPointers, parameterSetSizes)
    return create(.h264, sets, NALUnitHeaderLength, nil, formatDescriptionOut)
}

/// Makes a description of HEVC video from its parameter sets, each a NAL unit without start code.
///
/// The sets are kept in an `hvcC` atom among the extensions. See `CMVideoFormatDescriptionCreateFromH264ParameterSets`.
///
/// - Parameters:
///   - parameterSetCount: how many; at least one video, one sequence and one picture parameter set.
///   - extensions: further properties.
@discardableResult
public func CMVideoFormatDescriptionCreateFromHEVCParameterSets(
    allocator: CFAllocator?,
    parameterSetCount: Int,
    parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
    parameterSetSizes: UnsafePointer<Int>,
    nalUnitHeaderLength NALUnitHeaderLength: Int32,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    let sets = buffers(parameterSetCount, parameterSetPointers, parameterSetSizes)
    return create(.hevc, sets, NALUnitHeaderLength, extensions, formatDescriptionOut)
}

private func buffers(
    _ count: Int,
    _ pointers: UnsafePointer<UnsafePointer<UInt8>>,
    _ sizes: UnsafePointer<Int>
) -> [UnsafeRawBufferPointer] {
    (0..<max(0, count)).map { UnsafeRawBufferPointer(start: pointers[$0], count: sizes[$0]) }
}

private func create(
    _ codec: ParameterSets.Codec,
    _ sets: [UnsafeRawBufferPointer],
    _ headerLength: Int32,
    _ extensions: CFDictionary?,
    _ out: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    guard [1, 2, 4].contains(headerLength), sets.allSatisfy({ (1...0xffff).contains($0.count) }),
        let (atom, parameters) = codec == .h264
            ? ParameterSetAtom.avcC(sets, headerLength: Int(headerLength))
            : ParameterSetAtom.hvcC(sets, headerLength: Int(headerLength))
    else { return kCMFormatDescriptionError_InvalidParameter }
    let all = extensions?.mutableCopy() as? NSMutableDictionary ?? NSMutableDictionary()
    let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    let atoms =
        (all.object(forKey: key) as? NSDictionary)?.mutableCopy() as? NSMutableDictionary ?? NSMutableDictionary()
    atoms.setObject(NSData(data: atom), forKey: NSString(string: codec.atom))
    all.setObject(atoms, forKey: key)
    out.pointee = CMFormatDescription(
        videoCodecType: codec == .h264 ? kCMVideoCodecType_H264 : kCMVideoCodecType_HEVC,
        width: parameters.dimensions.width,
        height: parameters.dimensions.height,
        extensions: all
    )
    return noErr
}

/// One parameter set of H.264 video, valid as long as the description.
///
/// - Parameters:
///   - parameterSetIndex: which; ignored if nothing about a single set is asked for.
///   - parameterSetPointerOut: receives the address.
///   - parameterSetSizeOut: receives the size in bytes.
///   - parameterSetCountOut: receives the number of sets.
///   - NALUnitHeaderLengthOut: receives the bytes of the length before each NAL unit of a sample.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for another codec, no sets, or an index too high.
@discardableResult
public func CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
    _ videoDesc: CMFormatDescription,
    parameterSetIndex: Int,
    parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    parameterSetSizeOut: UnsafeMutablePointer<Int>?,
    parameterSetCountOut: UnsafeMutablePointer<Int>?,
    nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
    get(
        videoDesc,
        .h264,
        parameterSetIndex,
        parameterSetPointerOut,
        parameterSetSizeOut,
        parameterSetCountOut,
        NALUnitHeaderLengthOut
    )
}

/// One parameter set of HEVC video. See `CMVideoFormatDescriptionGetH264ParameterSetAtIndex`.
@discardableResult
public func CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
    _ videoDesc: CMFormatDescription,
    parameterSetIndex: Int,
    parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    parameterSetSizeOut: UnsafeMutablePointer<Int>?,
    parameterSetCountOut: UnsafeMutablePointer<Int>?,
    nalUnitHeaderLengthOut NALUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
    get(
        videoDesc,
        .hevc,
        parameterSetIndex,
        parameterSetPointerOut,
        parameterSetSizeOut,
        parameterSetCountOut,
        NALUnitHeaderLengthOut
    )
}

private func get(
    _ format: CMFormatDescription,
    _ codec: ParameterSets.Codec,
    _ index: Int,
    _ pointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ sizeOut: UnsafeMutablePointer<Int>?,
    _ countOut: UnsafeMutablePointer<Int>?,
    _ headerLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
    guard let known = format.storedParameterSets, known.codec == codec else {
        return kCMFormatDescriptionError_InvalidParameter
    }
    countOut?.pointee = known.sets.count
    headerLengthOut?.pointee = Int32(known.headerLength)
    guard pointerOut != nil || sizeOut != nil else { return noErr }
    guard known.sets.indices.contains(index) else { return kCMFormatDescriptionError_InvalidParameter }
    pointerOut?.pointee = known.sets[index].baseAddress?.assumingMemoryBound(to: UInt8.self)
    sizeOut?.pointee = known.sets[index].count
    return noErr
}

extension CMFormatDescription {
    /// The parameter sets of a format; they live as long as the collection.
    // UNKNOWN: Apple documents a random access collection and not its element; here each set is its bytes.
    public struct ParameterSetCollection: RandomAccessCollection, Sendable {
        fileprivate let known: ParameterSets?

        /// The index of the first set: 0.
        public var startIndex: Int { 0 }
        /// The index behind the last set.
        public var endIndex: Int { known?.sets.count ?? 0 }

        /// One set, a NAL unit without start code.
        public subscript(position: Int) -> Data {
            guard let known, known.sets.indices.contains(position) else {
                preconditionFailure("parameter set index out of range")
            }
            return Data(known.sets[position])
        }
    }

    /// The parameter sets of H.264 or HEVC video; empty for other formats.
    public var parameterSets: ParameterSetCollection { ParameterSetCollection(known: storedParameterSets) }

    /// The bytes of the length before each NAL unit of a sample; nil for other formats.
    public var nalUnitHeaderLength: Int? { storedParameterSets?.headerLength }

    /// Makes a description of H.264 video from its parameter sets.
    public convenience init(h264ParameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
        try self.init(sets: h264ParameterSets) {
            create(.h264, $0, Int32(clamping: nalUnitHeaderLength), nil, $1)
        }
    }

    /// Makes a description of HEVC video from its parameter sets.
    public convenience init(
        hevcParameterSets: [Data],
        nalUnitHeaderLength: Int = 4,
        extensions: Extensions? = nil
    ) throws {
        try self.init(sets: hevcParameterSets) {
            create(.hevc, $0, Int32(clamping: nalUnitHeaderLength), extensions?.dictionary, $1)
        }
    }

    private convenience init(
        sets: [Data],
        _ make: ([UnsafeRawBufferPointer], UnsafeMutablePointer<CMFormatDescription?>) -> OSStatus
    ) throws {
        let joined = Data(sets.joined())
        var made: CMFormatDescription?
        let status = joined.withUnsafeBytes { bytes in
            var start = 0
            let buffers = sets.map { set in
                defer { start += set.count }
                return UnsafeRawBufferPointer(rebasing: bytes[start..<start + set.count])
            }
            return make(buffers, &made)
        }
        try check(status)
        guard let made else { throw Error.allocationFailed }
        self.init(copying: made)
    }
}

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
