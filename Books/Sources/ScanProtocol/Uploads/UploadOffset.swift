/// How far an upload is, and which bytes it takes next: the rules of tus 1.0.0 without any storage.
///
///     receiving --last byte--> complete
///         |                       |
///         +------terminate--------+----> terminated
///
/// An upload of 0 bytes is complete from the beginning. A value is not shared: whoever stores bytes has it alone.
public struct UploadOffset: Sendable, Hashable {
    private enum State: Hashable {
        case receiving
        case complete
        case terminated
    }

    /// The bytes that the whole upload has.
    public let length: Int64
    /// The bytes that are stored.
    public private(set) var offset: Int64
    private var state: State

    /// An upload of which nothing has come.
    public init(length: Int64) {
        self.init(length: length, offset: 0)
    }

    /// An upload as it was stored.
    ///
    /// - Precondition: `0 <= offset <= length`.
    public init(length: Int64, offset: Int64, isTerminated: Bool = false) {
        precondition((0...length).contains(offset), "an upload has from none to all of its bytes")
        self.length = length
        self.offset = offset
        state = isTerminated ? .terminated : offset == length ? .complete : .receiving
    }

    /// Whether all bytes are stored.
    public var isComplete: Bool { state == .complete }
    /// Whether the client has given the upload up.
    public var isTerminated: Bool { state == .terminated }

    /// Checks whether bytes may come, and tells how many at most.
    ///
    /// - Parameters:
    ///   - offset: where the request puts them.
    ///   - count: how many they are, if the request tells that.
    public func room(at offset: Int64, count: Int64? = nil) throws(TusFailure) -> Int64 {
        switch state {
        case .terminated: throw .terminated
        case .receiving, .complete:
            guard offset == self.offset else { throw .offsetConflict(current: self.offset) }
            let room = length - offset
            if let count, count > room { throw .lengthExceeded(length: length) }
            return room
        }
    }

    /// Moves on over bytes that are stored now.
    ///
    /// - Returns: whether the upload became complete by them.
    public mutating func advance(by count: Int64) throws(TusFailure) -> Bool {
        precondition(count >= 0, "an upload does not go back")
        switch state {
        case .terminated: throw .terminated
        case .complete:
            guard count == 0 else { throw .lengthExceeded(length: length) }
            return false
        case .receiving:
            guard count <= length - offset else { throw .lengthExceeded(length: length) }
            offset += count
            guard offset == length else { return false }
            state = .complete
            return true
        }
    }

    /// Gives the upload up.
    public mutating func terminate() throws(TusFailure) {
        switch state {
        case .terminated: throw .terminated
        case .receiving, .complete: state = .terminated
        }
    }
}
