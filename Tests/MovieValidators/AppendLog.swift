import Foundation
import Glibc

/// What a recorder says that it has handed over, in memory that outlives it: it is a file's, shared by recorder and judge.
// @unchecked: a word of memory is written by one process, the recorder, and read by any.
public final class AppendLog: @unchecked Sendable {
    /// How far a recorder is.
    public enum Stage: Int64, Sendable {
        /// The file is not there yet.
        case starting
        /// The file is there; pictures and sound are appended.
        case recording
        /// The file is being finished.
        case finishing
        /// It is done.
        case finished
    }

    private static let words = 8
    private let memory: UnsafeMutablePointer<Int64>

    /// Opens the log, and makes it when there is none.
    public init(_ path: String) throws(ValidationFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw ValidationFailure("cannot write \(path): errno \(errno)") }
        defer { close(descriptor) }
        let bytes = Self.words * MemoryLayout<Int64>.size
        guard ftruncate(descriptor, off_t(bytes)) == 0,
            let mapped = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), mapped != MAP_FAILED
        else { throw ValidationFailure("cannot map \(path): errno \(errno)") }
        memory = mapped.bindMemory(to: Int64.self, capacity: Self.words)
    }

    deinit {
        munmap(memory, Self.words * MemoryLayout<Int64>.size)
    }

    /// How far the recorder is.
    public var stage: Stage {
        get { Stage(rawValue: memory[0]) ?? .starting }
        set { memory[0] = newValue.rawValue }
    }

    /// When the last picture that was handed over ends, in seconds from the movie's beginning.
    public var pictureEnd: Double {
        get { Double(memory[1]) / 1e9 }
        set { memory[1] = Int64(newValue * 1e9) }
    }

    /// When the last sound that was handed over ends, in seconds from the movie's beginning.
    public var audioEnd: Double {
        get { Double(memory[2]) / 1e9 }
        set { memory[2] = Int64(newValue * 1e9) }
    }

    /// Pictures that were handed over.
    public var pictures: Int {
        get { Int(memory[3]) }
        set { memory[3] = Int64(newValue) }
    }

    /// Pictures that were dropped because the disk did not keep up.
    public var droppedPictures: Int {
        get { Int(memory[4]) }
        set { memory[4] = Int64(newValue) }
    }

    /// The longest time in seconds that handing something over took.
    public var longestWait: Double {
        get { Double(memory[5]) / 1e9 }
        set { memory[5] = Int64(newValue * 1e9) }
    }
}
