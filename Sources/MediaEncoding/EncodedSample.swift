@_spi(Pinhole) import CoreMedia
import Foundation

/// One compressed picture, or one packet of sound, with its times.
///
/// A value that shares its bytes: copying a sample copies no media.
// Unchecked: the bytes belong to `storage`, which nobody changes once a sample refers to it.
public struct EncodedSample: @unchecked Sendable {
    private let storage: AnyObject?
    private let start: UnsafeRawPointer?
    /// The number of bytes.
    public let byteCount: Int
    /// When it is to be shown or heard.
    public var presentationTime: CMTime
    /// When it is to be decoded: never later than it is shown, and after the sample before.
    public var decodeTime: CMTime
    /// How long it is shown or heard; of pictures without a known end, the usual distance.
    public var duration: CMTime
    /// Whether decoding can start here. Every packet of sound is a key frame.
    public var isKeyFrame: Bool

    /// Makes a sample of bytes that an object keeps alive and unchanged.
    ///
    /// - Parameters:
    ///   - storage: retained as long as a copy of the sample exists.
    ///   - bytes: the sample's bytes, inside of `storage`.
    ///   - decodeTime: nil when it is the presentation time.
    public init(
        storage: AnyObject?,
        bytes: UnsafeRawBufferPointer,
        presentationTime: CMTime,
        decodeTime: CMTime? = nil,
        duration: CMTime,
        isKeyFrame: Bool
    ) {
        self.storage = storage
        start = bytes.baseAddress
        byteCount = bytes.count
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime ?? presentationTime
        self.duration = duration
        self.isKeyFrame = isKeyFrame
    }

    /// Makes a sample of a copy of bytes.
    public init(
        data: Data,
        presentationTime: CMTime,
        decodeTime: CMTime? = nil,
        duration: CMTime,
        isKeyFrame: Bool
    ) {
        let copy = NSData(data: data)
        self.init(
            storage: copy,
            bytes: UnsafeRawBufferPointer(start: copy.bytes, count: copy.length),
            presentationTime: presentationTime,
            decodeTime: decodeTime,
            duration: duration,
            isKeyFrame: isKeyFrame
        )
    }

    /// Makes a sample of a part of a block buffer: without a copy where the part lies in one piece.
    ///
    /// - Parameter range: the sample's bytes; nil for all.
    /// - Throws: ``MediaEncodingError/Kind/invalidSample`` when the buffer has no such bytes.
    public init(
        block: CMBlockBuffer,
        range: Range<Int>? = nil,
        presentationTime: CMTime,
        decodeTime: CMTime? = nil,
        duration: CMTime,
        isKeyFrame: Bool
    ) throws(MediaEncodingError) {
        let range = range ?? 0..<block.dataLength
        var piece: CMBlockBuffer?
        var status = CMBlockBufferCreateContiguous(
            allocator: nil,
            sourceBuffer: block,
            blockAllocator: nil,
            customBlockSource: nil,
            offsetToData: range.lowerBound,
            dataLength: range.count,
            flags: 0,
            blockBufferOut: &piece
        )
        var length = 0
        var pointer: UnsafeMutablePointer<CChar>?
        if status == kCMBlockBufferNoErr, let piece {
            status = CMBlockBufferGetDataPointer(
                piece,
                atOffset: 0,
                lengthAtOffsetOut: &length,
                totalLengthOut: nil,
                dataPointerOut: &pointer
            )
        }
        guard status == kCMBlockBufferNoErr, let pointer, length >= range.count else {
            throw MediaEncodingError(
                kind: .invalidSample,
                operation: "reading a sample's bytes",
                code: status,
                advice: "Append samples whose data is ready."
            )
        }
        self.init(
            storage: piece,
            bytes: UnsafeRawBufferPointer(start: pointer, count: range.count),
            presentationTime: presentationTime,
            decodeTime: decodeTime,
            duration: duration,
            isKeyFrame: isKeyFrame
        )
    }

    /// Gives the bytes, valid during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(storage) {} }
        return try body(UnsafeRawBufferPointer(start: start, count: byteCount))
    }

    /// A copy of the bytes.
    public var data: Data { withUnsafeBytes { Data($0) } }

    /// A block buffer of the same bytes, without a copy.
    public func makeBlockBuffer() -> CMBlockBuffer {
        // Block buffers are made of mutable memory; nobody writes through this one.
        guard let start else {
            return CMBlockBuffer(memory: UnsafeMutableRawPointer(bitPattern: 1)!, length: 0, owner: nil)
        }
        return CMBlockBuffer(memory: UnsafeMutableRawPointer(mutating: start), length: byteCount, owner: storage)
    }
}

/// Units of an H.264 or HEVC stream, each behind its length, as movie files have them.
enum NALUnits {
    /// Whether a stream has start codes instead of lengths.
    ///
    /// The length of a unit of 256 to 511 bytes looks like a start code; what tells them apart is whether all lengths fit.
    static func hasStartCode(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 4, bytes[0] == 0, bytes[1] == 0, bytes[2] == 1 || (bytes[2] == 0 && bytes[3] == 1) else {
            return false
        }
        return !forEach(lengthPrefixed: bytes) { _ in }
    }

    /// The ranges of units that stand behind lengths of four bytes; nil if the lengths do not fit.
    static func ranges(lengthPrefixed bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        return forEach(lengthPrefixed: bytes) { ranges.append($0) } ? ranges : nil
    }

    /// Visits the units behind lengths of four bytes, and tells whether the lengths fit.
    private static func forEach(lengthPrefixed bytes: UnsafeRawBufferPointer, _ visit: (Range<Int>) -> Void) -> Bool {
        var position = 0
        while position < bytes.count {
            guard position + 4 <= bytes.count else { return false }
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
            position += 4
            guard length <= bytes.count - position else { return false }
            visit(position..<position + length)
            position += length
        }
        return true
    }

    /// The ranges of units that stand behind start codes.
    static func ranges(startCoded bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var starts: [(code: Int, unit: Int)] = []
        var position = 0
        while position + 2 < bytes.count {
            if bytes[position + 2] > 1 {
                position += 3
            } else if bytes[position] == 0, bytes[position + 1] == 0, bytes[position + 2] == 1 {
                let hasFourBytes = position > 0 && bytes[position - 1] == 0
                starts.append((hasFourBytes ? position - 1 : position, position + 3))
                position += 3
            } else {
                position += 1
            }
        }
        return starts.indices.map { index in
            starts[index].unit..<(index + 1 < starts.count ? starts[index + 1].code : bytes.count)
        }
    }

    /// The units of a stream of either kind.
    static func ranges(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        hasStartCode(bytes) ? ranges(startCoded: bytes) : ranges(lengthPrefixed: bytes) ?? []
    }

    /// A copy of a stream with start codes, with lengths in their places.
    static func lengthPrefixed(_ bytes: UnsafeRawBufferPointer) -> Data {
        var result = Data(capacity: bytes.count + 16)
        for range in ranges(startCoded: bytes) {
            withUnsafeBytes(of: UInt32(range.count).bigEndian) { result.append(contentsOf: $0) }
            result.append(contentsOf: bytes[range])
        }
        return result
    }
}
