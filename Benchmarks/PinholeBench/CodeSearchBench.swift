import AllocationCounter
import ArgumentParser
import BarcodeDetection
import CoreVideo
import Foundation

/// Looks for codes in raw pictures, as fast as it goes.
struct CodeSearchBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code-search",
        abstract: "Measure processor time of one look for codes of all kinds at 1080p: see scene-frames."
    )

    @Argument(help: "Raw frames, 1920 x 1080.")
    var frames: String

    @Option(help: "How many looks.")
    var count = 600

    func run() throws {
        let pictures = try MappedFrames(path: frames)
        let search = BarcodeSearch()
        let area = CGRect(x: 0, y: 0, width: MappedFrames.width, height: MappedFrames.height)
        var (longest, inSight) = (0.0, 0)
        func detect(_ number: Int) throws {
            let picture = pictures[number]
            CVPixelBufferLockBaseAddress(picture, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
            guard let base = CVPixelBufferGetBaseAddressOfPlane(picture, 0) else { throw BenchFailure("no luma") }
            let plane = LumaPlane(
                pixels: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
                width: MappedFrames.width,
                height: MappedFrames.height,
                bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(picture, 0)
            )
            let began = ProcessorTime.seconds()
            inSight += try search.detect(in: plane, area: area, kinds: BarcodeKinds(rawValue: .max)).count
            longest = max(longest, ProcessorTime.seconds() - began)
        }
        for number in 0..<30 { try detect(number) }
        (longest, inSight) = (0, 0)
        let processor = ProcessorTime.seconds()
        for number in 0..<count { try detect(number) }
        BenchResult.print([
            "millisecondsPerLook": (ProcessorTime.seconds() - processor) / Double(count) * 1e3,
            "millisecondsOfLongestLook": longest * 1e3,
            "codesInSight": Double(inSight) / Double(count),
        ])
    }
}
