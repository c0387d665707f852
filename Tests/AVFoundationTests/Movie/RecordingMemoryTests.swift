import AVFoundation
import Foundation
import MediaEncoding
import TestEffort
import Testing

@Suite("Memory of recordings")
struct RecordingMemoryTests {
    /// Anonymous memory of this process in use, in kilobytes: without what is merely read from files.
    private static func anonymousKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    private static func record(_ numbers: Range<Int>, _ stage: MovieStage) throws {
        for number in numbers {
            let name = "\(number).mov"
            stage.start(name)
            stage.run(seconds: 0.15)
            stage.stop()
            #expect(stage.recorder.codes.count == number + 1 && stage.recorder.codes.allSatisfy { $0 == 0 })
            try FileManager.default.removeItem(at: stage.url(name))
        }
    }

    /// The least memory within a second: the encoder of the last recording is closed after it, on a thread of its own.
    private static func leastKilobytes() throws -> Int {
        var least = Int.max
        for _ in 0..<100 {
            EncoderMemory.settle()
            least = min(least, try anonymousKilobytes())
            usleep(10_000)
        }
        return least
    }

    @Test("Recordings that are over keep no memory: 30 MB above the figure before at most")
    func givenBack() async {
        await #expect(processExitsWith: .success) {
            let stage = try MovieStage(preset: .hd1920x1080)
            defer { stage.cleanUp() }
            // The first recordings load libraries and fill pools that later ones use again.
            try Self.record(0..<4, stage)
            let before = try Self.leastKilobytes()
            // A fault that costs 1.3 MB each shows; with ten times the effort one that costs a tenth of that.
            try Self.record(4..<4 + TestEffort.count(24, atLeast: 24), stage)
            var after = try Self.leastKilobytes()
            // A busy machine may be later than a second.
            for _ in 0..<60 where after > before + 30 * 1024 { after = try Self.leastKilobytes() }
            #expect(after <= before + 30 * 1024, "\(before) kB before, \(after) kB after")
        }
    }
}
