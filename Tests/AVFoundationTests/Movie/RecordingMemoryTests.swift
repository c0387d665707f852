import AVFoundation
import Foundation
import MediaEncoding
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
        EncoderMemory.settle()
    }

    @Test("Recordings that are over keep no memory: 30 MB above the figure before at most")
    func givenBack() async {
        await #expect(processExitsWith: .success) {
            let stage = try MovieStage(preset: .hd1920x1080)
            defer { stage.cleanUp() }
            // The first recordings load libraries and fill pools that later ones use again.
            try Self.record(0..<4, stage)
            let before = try Self.anonymousKilobytes()
            try Self.record(4..<28, stage)
            let after = try Self.anonymousKilobytes()
            #expect(after <= before + 30 * 1024, "\(before) kB before, \(after) kB after")
        }
    }
}
