import Foundation

/// The memory of this process, for tests of what is given back.
public enum ProcessMemory {
    /// Anonymous memory in use, in kilobytes: without what is merely read from files.
    public static func anonymousKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: "/proc/self/status"])
        }
        return kilobytes
    }

    /// The least memory within a second: an encoder is closed after its recording, on a thread of its own.
    ///
    /// - Parameter settle: returns when all that is on its way back has been given back.
    public static func leastKilobytes(settle: () -> Void) throws -> Int {
        var least = Int.max
        for _ in 0..<100 {
            settle()
            least = min(least, try anonymousKilobytes())
            usleep(10_000)
        }
        return least
    }

    /// The least memory within a minute, or a figure that is small enough: a busy machine may be later than a second.
    public static func leastKilobytes(until limit: Int, settle: () -> Void) throws -> Int {
        var least = try leastKilobytes(settle: settle)
        for _ in 0..<60 where least > limit { least = try leastKilobytes(settle: settle) }
        return least
    }
}
