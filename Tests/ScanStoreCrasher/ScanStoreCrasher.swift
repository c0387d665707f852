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
/// Arguments: the folder, a seed, and how often a thread of its own counts before it sends SIGKILL. A line on standard
/// output tells what was promised: `kept ID SEED`, `removing ID`.
@main
enum ScanStoreCrasher {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let seed = UInt64(arguments[2]), let count = UInt64(arguments[3]) else { exit(2) }
        let store = try await ScanStore.open(at: URL(filePath: arguments[1]))
        report("open \(store.recovery)")
        kill(afterCounting: count)
        var random = SeededGenerator(seed: seed)
        var kept: [UUID] = []
        while true {
            let photoSeed = random.next() >> 16
            let id = UUID()
            let photo = CrashPhoto.bytes(seed: photoSeed)
            _ = try await store.add(photo, ScanPhotoInfo(capturedAt: Date(timeIntervalSince1970: 1)), id: id)
            report("kept \(id) \(photoSeed)")
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

    private static func kill(afterCounting count: UInt64) {
        Thread {
            var state = SeededGenerator(seed: count)
            for _ in 0..<count { _ = state.next() }
            raise(SIGKILL)
        }.start()
    }
}
