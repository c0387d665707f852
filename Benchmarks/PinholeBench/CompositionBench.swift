import AllocationCounter
import ArgumentParser
import CoreVideo
import Foundation
import ImageProcessing

/// Puts raw pictures of two cameras onto one canvas, as fast as it goes.
struct CompositionBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "composition",
        abstract: "Measure processor time and allocations of one picture of two cameras, 1080p and 720p onto 1080p."
    )

    @Argument(help: "Raw frames, 1920 x 1080.")
    var frames: String

    @Argument(help: "Raw frames, 1280 x 720.")
    var second: String

    @Option(help: "How many pictures.")
    var count = 600

    func run() throws {
        let main = try MappedFrames(path: frames)
        let other = try MappedFrames(path: second, width: 1280, height: 720)
        let canvas = PixelDimensions(width: MappedFrames.width, height: MappedFrames.height)
        let composer = try ImageComposer(
            canvas: canvas,
            pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        )
        let whole = CanvasPlacement(x: 0, y: 0, width: canvas.width, height: canvas.height)
        let small = CanvasPlacement(x: 1301, y: 713, width: 576, height: 324, cornerRadius: 21.6, border: 4)
        var layers = [ImageComposer.Layer(main[0], at: whole), ImageComposer.Layer(other[0], at: small)]
        func draw(_ number: Int) throws {
            (layers[0].pixelBuffer, layers[1].pixelBuffer) = (main[number], other[number])
            _ = try composer.compose(layers)
        }
        for number in 0..<30 { try draw(number) }
        let (allocations, processor) = (allocation_counter_read(), ProcessorTime.seconds())
        for number in 0..<count { try draw(number) }
        BenchResult.print([
            "millisecondsPerPicture": (ProcessorTime.seconds() - processor) / Double(count) * 1e3,
            "allocationsPerPicture": Double(allocation_counter_read() - allocations) / Double(count),
        ])
    }
}
