import BookScanner
import Foundation
import ScanTestSupport
import SeededRandom

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps photos in a store and kills itself in the midst of it: for tests of what is then found.
///
/// Arguments: the folder, a seed, and how many nanoseconds of a processor a thread of its own takes before it sends SIGKILL.
/// Those of odd numbers begin after the first photo, which a slow disk may take long for. A line on standard output tells what was promised: `kept ID SEED`, `removing ID`.
@main
enum ScanStoreCrasher {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let seed = UInt64(arguments[2]), let duration = Int(arguments[3]) else { exit(2) }
        let store = try await ScanStore.open(at: URL(filePath: arguments[1]))
        report("open \(store.recovery)")
        if duration.isMultiple(of: 2) { kill(afterProcessorTime: duration) }
        var random = SeededGenerator(seed: seed)
        var kept: [UUID] = []
        while true {
            let photoSeed = random.next() >> 16
            let id = UUID()
            let photo = CrashPhoto.bytes(seed: photoSeed)
            _ = try await store.add(photo, ScanPhotoInfo(capturedAt: Date(timeIntervalSince1970: 1)), id: id)
            report("kept \(id) \(photoSeed)")
            if kept.isEmpty, !duration.isMultiple(of: 2) { kill(afterProcessorTime: duration) }
            kept.append(id)
            if random.nextUnit() < 0.3, let old = kept.randomElement(using: &random) {
                report("removing \(old)")
                try await store.remove(old)
            }
        }
    }

    /// Writes a line at once.
    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// The thread's own time: a busy machine holds it up as it does the work, and an optimized build does not shorten it.
    private static func kill(afterProcessorTime nanoseconds: Int) {
        Thread {
            var time = timespec()
            repeat {
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            } while time.tv_sec * 1_000_000_000 + time.tv_nsec < nanoseconds
            raise(SIGKILL)
        }.start()
    }
}
