/// Cuts a frame into payloads: pieces of bounded size, each with a header of two bytes.
struct PayloadSplitter: Equatable {
    /// A payload's header and the place of its bytes in the frame.
    struct Payload: Equatable {
        /// The header's flags.
        var flags: UInt8
        var range: Range<Int>

        var header: [UInt8] { [UInt8(PayloadSplitter.headerByteCount), flags] }
    }

    /// Bits of the header.
    enum Flag {
        /// Changes from frame to frame.
        static let oddFrame: UInt8 = 0x01
        static let endOfFrame: UInt8 = 0x02
        static let error: UInt8 = 0x40
        static let endOfHeader: UInt8 = 0x80
    }

    static let headerByteCount = 2

    /// Bytes of the frame.
    let byteCount: Int
    private let isOdd: Bool
    private let isMarked: Bool
    /// Bytes that were given out.
    private(set) var sent = 0

    /// - Parameters:
    ///   - byteCount: bytes of the frame; at least 1.
    ///   - isOdd: the other way round for every frame.
    ///   - isMarked: whether the camera calls the frame bad.
    init(byteCount: Int, isOdd: Bool, isMarked: Bool = false) {
        self.byteCount = byteCount
        self.isOdd = isOdd
        self.isMarked = isMarked
    }

    var isComplete: Bool { sent >= byteCount }

    /// The next payload.
    ///
    /// - Parameter capacity: bytes of the host's buffer, header included.
    mutating func next(capacity: Int) -> Payload {
        let size = min(capacity, StreamParameters.payloadByteCount) - Self.headerByteCount
        let range = sent..<min(sent + max(size, 0), byteCount)
        sent = range.upperBound
        var flags = Flag.endOfHeader
        if isOdd { flags |= Flag.oddFrame }
        if isComplete { flags |= Flag.endOfFrame }
        if isComplete, isMarked { flags |= Flag.error }
        return Payload(flags: flags, range: range)
    }
}
