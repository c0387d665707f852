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
