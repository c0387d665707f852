/// The few properties of a sequence parameter set that a format description tells; decoding is left to libav.
struct SequenceParameters {
    var dimensions = CMVideoDimensions()
    var chromaFormat = 1
    var lumaDepth = 8
    var chromaDepth = 8

    private mutating func setDimensions(width: Int, height: Int) -> Void? {
        guard let width = Int32(exactly: width), let height = Int32(exactly: height), width > 0, height > 0 else {
            return nil
        }
        dimensions = CMVideoDimensions(width: width, height: height)
        return ()
    }

    /// Reads an H.264 sequence parameter set with its header byte; nil if it is damaged.
    init?(h264 set: UnsafeRawBufferPointer) {
        guard set.count > 4, set[0] & 0x1f == 7 else { return nil }
        var reader = BitReader(unit: set.dropFirst())
        guard let profile = reader.bits(8), reader.skip(16) != nil, reader.number() != nil else { return nil }
        if Self.h264ProfilesWithChroma.contains(profile) {
            guard readH264Chroma(&reader) != nil else { return nil }
        }
        guard Self.skipH264Counting(&reader) != nil, readH264Size(&reader) != nil else { return nil }
    }

    static let h264ProfilesWithChroma: Set<UInt32> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

    private mutating func readH264Chroma(_ reader: inout BitReader) -> Void? {
        guard let chroma = reader.number(), chroma <= 3 else { return nil }
        chromaFormat = chroma
        if chroma == 3, reader.skip(1) == nil { return nil }
        guard let luma = reader.number(), let chromaBits = reader.number(), reader.skip(1) != nil else { return nil }
        lumaDepth = 8 + luma
        chromaDepth = 8 + chromaBits
        guard let hasScaling = reader.bit() else { return nil }
        guard hasScaling else { return () }
        for index in 0..<(chroma == 3 ? 12 : 8) {
            guard let isPresent = reader.bit() else { return nil }
            if isPresent, Self.skipScalingList(&reader, size: index < 6 ? 16 : 64) == nil { return nil }
        }
        return ()
    }

    private static func skipScalingList(_ reader: inout BitReader, size: Int) -> Void? {
        var (last, next) = (8, 8)
        for _ in 0..<size where next != 0 {
            guard let delta = reader.signedNumber() else { return nil }
            next = (last + delta + 256) & 255
            if next != 0 { last = next }
        }
        return ()
    }

    /// Frame numbers and picture order: nothing that a format tells.
    private static func skipH264Counting(_ reader: inout BitReader) -> Void? {
        guard reader.number() != nil, let orderType = reader.number() else { return nil }
        if orderType == 0 {
            guard reader.number() != nil else { return nil }
        } else if orderType == 1 {
            guard reader.skip(1) != nil, reader.signedNumber() != nil, reader.signedNumber() != nil,
                let count = reader.number(), count < 256
            else { return nil }
            for _ in 0..<count where reader.signedNumber() == nil { return nil }
        }
        guard reader.number() != nil else { return nil }
        return reader.skip(1)
    }

    private mutating func readH264Size(_ reader: inout BitReader) -> Void? {
        guard let columns = reader.number(), let rows = reader.number(), let isProgressive = reader.bit() else {
            return nil
        }
        if !isProgressive, reader.skip(1) == nil { return nil }
        guard reader.skip(1) != nil, let crops = reader.bit() else { return nil }
        let fields = isProgressive ? 1 : 2
        var (width, height) = ((columns + 1) * 16, (rows + 1) * 16 * fields)
        if crops {
            guard let left = reader.number(), let right = reader.number(), let top = reader.number(),
                let bottom = reader.number()
            else { return nil }
            width -= (left + right) * (chromaFormat == 1 || chromaFormat == 2 ? 2 : 1)
            height -= (top + bottom) * (chromaFormat == 1 ? 2 : 1) * fields
        }
        return setDimensions(width: width, height: height)
    }

    /// Reads an HEVC sequence parameter set with its two header bytes; nil if it is damaged.
    init?(hevc set: UnsafeRawBufferPointer) {
        guard set.count > 15, set[0] >> 1 & 0x3f == 33 else { return nil }
        var reader = BitReader(unit: set.dropFirst(2))
        guard reader.skip(4) != nil, let layers = reader.bits(3), reader.skip(1 + 96) != nil,
            Self.skipLayers(&reader, count: Int(layers)) != nil, reader.number() != nil,
            let chroma = reader.number(), chroma <= 3
        else { return nil }
        chromaFormat = chroma
        if chroma == 3, reader.skip(1) == nil { return nil }
        guard var width = reader.number(), var height = reader.number(), let crops = reader.bit() else { return nil }
        if crops {
            guard let left = reader.number(), let right = reader.number(), let top = reader.number(),
                let bottom = reader.number()
            else { return nil }
            width -= (left + right) * (chroma == 1 || chroma == 2 ? 2 : 1)
            height -= (top + bottom) * (chroma == 1 ? 2 : 1)
        }
        guard let luma = reader.number(), let chromaBits = reader.number(),
            setDimensions(width: width, height: height) != nil
        else { return nil }
        lumaDepth = 8 + luma
        chromaDepth = 8 + chromaBits
    }

    private static func skipLayers(_ reader: inout BitReader, count: Int) -> Void? {
        guard count > 0 else { return () }
        var length = 0
        for _ in 0..<count {
            guard let hasProfile = reader.bit(), let hasLevel = reader.bit() else { return nil }
            length += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
        }
        return reader.skip(2 * (8 - count) + length)
    }
}

/// Reads the bits of a parameter set, leaving out the bytes that keep start codes from appearing in it.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// - Parameter unit: a NAL unit without its header.
    init(unit: some Sequence<UInt8>) {
        var zeros = 0
        var payload: [UInt8] = []
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        bytes = payload
    }

    /// The next bit; nil behind the end.
    mutating func bit() -> Bool? {
        guard position < bytes.count * 8 else { return nil }
        defer { position += 1 }
        return bytes[position / 8] >> (7 - UInt8(position % 8)) & 1 == 1
    }

    /// The next bits as a number, at most 32.
    mutating func bits(_ count: Int) -> UInt32? {
        var result: UInt32 = 0
        for _ in 0..<count {
            guard let bit = bit() else { return nil }
            result = result << 1 | (bit ? 1 : 0)
        }
        return result
    }

    mutating func skip(_ count: Int) -> Void? {
        position += count
        return position <= bytes.count * 8 ? () : nil
    }

    /// An unsigned number in Exp-Golomb code.
    mutating func number() -> Int? {
        var zeros = 0
        while let bit = bit(), !bit { zeros += 1 }
        guard zeros < 32, let rest = bits(zeros) else { return nil }
        return (1 << zeros) - 1 + Int(rest)
    }

    /// A signed number in Exp-Golomb code.
    mutating func signedNumber() -> Int? {
        number().map { $0 % 2 == 1 ? ($0 + 1) / 2 : -$0 / 2 }
    }
}
