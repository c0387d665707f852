import Dispatch
import Synchronization

/// The type of a box: four characters.
struct BoxType: Hashable, ExpressibleByStringLiteral {
    let code: UInt32

    init(code: UInt32) { self.code = code }

    init(stringLiteral name: StaticString) {
        code = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

/// Reads the numbers and boxes in a piece of a movie file. Places outside of the piece have neither, and nothing traps.
struct BoxReader {
    /// A box within another.
    struct Child {
        var type: BoxType
        /// Where it begins, with its header.
        var start: Int
        /// What is behind the header.
        var body: Range<Int>
    }

    private static let headerSize = 8

    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The number in four bytes, the most significant first, that lie within a range.
    func number(at offset: FileNumber, within range: Range<Int>) -> UInt32? {
        guard let value = offset.value, value >= 0, (offset + 4).isAtMost(FileNumber(range.upperBound)),
            range.upperBound <= bytes.count, value >= range.lowerBound
        else { return nil }
        return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: Int(value), as: UInt32.self))
    }

    /// The number in four bytes at a distance from the beginning of a range.
    func number(_ distance: Int, into range: Range<Int>) -> UInt32? {
        number(at: FileNumber(range.lowerBound) + FileNumber(distance), within: range)
    }

    /// The letters, digits and hyphens from a distance from the beginning of a range up to a zero; nil for anything else.
    func text(_ distance: Int, into range: Range<Int>) -> String? {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, distance >= 0, distance < range.count,
            let end = bytes[(range.lowerBound + distance)..<range.upperBound].firstIndex(of: 0)
        else { return nil }
        let text = String(decoding: bytes[(range.lowerBound + distance)..<end], as: UTF8.self)
        let isPlain = text.utf8.allSatisfy {
            $0 == 0x2d || (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf)
        }
        return !text.isEmpty && text.utf8.count < 128 && isPlain ? text : nil
    }

    /// The box at a place in a range.
    ///
    /// - Returns: nil where no box begins that ends within the range. Boxes within others never are so large that their lengths
    ///   take 64 bits, and none but the last of a file reaches to the end without saying so.
    func child(at start: Int, within range: Range<Int>) -> Child? {
        guard let size = number(at: FileNumber(start), within: range),
            let type = number(at: FileNumber(start) + 4, within: range),
            size >= Self.headerSize, FileNumber(size).isAtMost(FileNumber(range.upperBound) - FileNumber(start))
        else { return nil }
        return Child(type: BoxType(code: type), start: start, body: start + Self.headerSize..<start + Int(size))
    }

    /// Whether four characters stand anywhere in a range.
    func contains(_ types: Set<BoxType>, in range: Range<Int>) -> Bool {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return false }
        var code: UInt32 = 0
        for place in range {
            code = code << 8 | UInt32(bytes[place])
            if place >= range.lowerBound + 3, types.contains(BoxType(code: code)) { return true }
        }
        return false
    }
}

/// A whole number that was computed from what a file says.
///
/// Arithmetic neither traps nor wraps around: a result that does not fit in 64 bits is no number, and neither is what is
/// computed from it. Such a result is within no limit, so a check that refuses what is beyond a limit refuses it, too.
struct FileNumber: Equatable, ExpressibleByIntegerLiteral {
    /// The number; nil after an overflow.
    let value: Int64?

    init(_ value: some BinaryInteger) { self.value = Int64(exactly: value) }
    init(integerLiteral value: Int64) { self.value = value }
    private init(value: Int64?) { self.value = value }

    static func + (left: Self, right: Self) -> Self { combine(left, right) { $0.addingReportingOverflow($1) } }
    static func - (left: Self, right: Self) -> Self { combine(left, right) { $0.subtractingReportingOverflow($1) } }
    static func * (left: Self, right: Self) -> Self { combine(left, right) { $0.multipliedReportingOverflow(by: $1) } }

    /// The number of whole portions that it takes; no number for a portion of nothing.
    func portions(of size: Int64) -> Self {
        guard size > 0 else { return Self(value: nil) }
        let sum = self + Self(size - 1)
        return Self(value: sum.value.map { $0 / size })
    }

    /// Whether it is a number, and not larger than a limit that is one.
    func isAtMost(_ limit: Self) -> Bool {
        guard let value, let limit = limit.value else { return false }
        return value <= limit
    }

    private static func combine(
        _ left: Self,
        _ right: Self,
        _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) -> Self {
        guard let left = left.value, let right = right.value else { return Self(value: nil) }
        let (result, overflow) = operation(left, right)
        return Self(value: overflow ? nil : result)
    }
}

/// Reads files of unknown origin on threads of its own, some at once, and each only once at a time.
///
/// What a file costs to read is bounded, but may still be seconds: nobody else's work waits for these threads. Requests for the
/// same file while it is being read share its reading.
///
/// Any thread; readings begin in the order in which they were asked for.
public final class ForeignFileQueue<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Reading {
        var read: @Sendable () throws -> Value
        var callers: [CheckedContinuation<Value, any Error>]
    }

    private struct State {
        var readings: [Key: Reading] = [:]
        /// Those that have not begun.
        var waiting: [Key] = []
        /// Threads without work.
        var idle: [DispatchQueue]
    }

    /// A reading that may begin.
    private struct Start {
        var key: Key
        var read: @Sendable () throws -> Value
        var thread: DispatchQueue
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - label: the threads' name.
    ///   - width: how many files are read at once, at most.
    public init(label: String, width: Int) {
        // Serial queues: a concurrent one would share its threads, of which there are as many as cores, with all of Swift's tasks.
        let threads = (0..<max(1, width)).map { DispatchQueue(label: "\(label).\($0)") }
        state = Mutex(State(idle: threads))
    }

    /// How many callers wait for a file.
    var callerCount: Int { state.withLock { $0.readings.values.reduce(0) { $0 + $1.callers.count } } }

    /// What a file says.
    ///
    /// - Parameters:
    ///   - key: what tells the file, in its present state, from others.
    ///   - read: reads it; not called when the same file is waiting or being read already.
    /// - Throws: what `read` throws.
    public func value(of key: Key, _ read: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            let next = state.withLock { state in
                if state.readings[key]?.callers.append(caller) == nil {
                    state.readings[key] = Reading(read: read, callers: [caller])
                    state.waiting.append(key)
                }
                return begin(&state)
            }
            run(next)
        }
    }

    /// The reading that may begin, if there is one.
    private func begin(_ state: inout State) -> Start? {
        guard !state.waiting.isEmpty, let thread = state.idle.popLast() else { return nil }
        let key = state.waiting.removeFirst()
        guard let reading = state.readings[key] else {
            preconditionFailure("whoever waits has a reading, which is removed when it is over only")
        }
        return Start(key: key, read: reading.read, thread: thread)
    }

    private func run(_ start: Start?) {
        guard let start else { return }
        start.thread.async { [self] in
            let result = Result { try start.read() }
            let (callers, next) = state.withLock { state in
                state.idle.append(start.thread)
                return (state.readings.removeValue(forKey: start.key)?.callers ?? [], begin(&state))
            }
            for caller in callers { caller.resume(with: result) }
            run(next)
        }
    }
}
