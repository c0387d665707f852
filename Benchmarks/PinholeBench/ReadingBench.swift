import ArgumentParser
import CoreVideo

/// Reads frames at the pace of time and does nothing with them: what the measurements of recording take off.
struct ReadingBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reading",
        abstract: "Measure the processor time of reading raw frames at the pace of time."
    )

    @Argument(help: "Raw frames, 1920 x 1080.")
    var frames: String

    @Option(help: "Raw frames of a second camera, 1280 x 720.")
    var second: String?

    @Option(help: "For how many seconds.")
    var seconds = 20.0

    func run() throws {
        var cameras = [try ReadFrames(path: frames)]
        if let second { cameras.append(try ReadFrames(path: second, width: 1280, height: 720)) }
        var pace = LivePace()
        let processor = ProcessorTime.seconds()
        // As long as a recorder keeps them.
        var kept: [CVPixelBuffer] = []
        for _ in 0..<Int(seconds * 30) {
            let (number, _) = pace.awaitFrame()
            kept = try cameras.map { try $0.read(number) }
        }
        BenchResult.print([
            "processorSeconds": ProcessorTime.seconds() - processor, "frames": seconds * 30,
            "cameras": Double(kept.count),
        ])
    }
}
