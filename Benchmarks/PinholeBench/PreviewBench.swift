import ArgumentParser
import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing

/// Processor time per preview frame: full HD pixels read from a file and encoded as JPEG, as the peer does in the same run.
struct PreviewBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Encode raw full HD frames of a file as the preview does."
    )

    @Argument(help: "A file of raw NV12 frames, 1920 x 1080, as 'pinhole-bench raw-frames' writes it.")
    var file: String

    @Option(help: "JPEG quality.")
    var quality = 80

    @Flag(help: "Read only, to know what reading costs.")
    var readOnly = false

    func run() throws {
        let encoder = try JPEGEncoder()
        let options = JPEGEncodingOptions(quality: quality)
        let reader = try RawFrameReader(path: file)
        let start = ProcessorTime.seconds()
        var frames = 0
        var bytes = 0
        while let picture = try reader.next() {
            if !readOnly { bytes += try encoder.withEncodedBytes(of: picture, options: options) { $0.count } }
            frames += 1
        }
        let seconds = ProcessorTime.seconds() - start
        BenchResult.print([
            "frames": Double(frames), "millisecondsPerFrame": seconds * 1e3 / Double(max(frames, 1)),
            "bytesPerFrame": Double(bytes) / Double(max(frames, 1)),
        ])
    }
}

/// Reads raw frames into one pixel buffer, again and again.
final class RawFrameReader {
    private let handle: FileHandle
    private let buffer: CVPixelBuffer

    init(path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw BenchFailure("cannot read \(path)") }
        self.handle = handle
        buffer = try SyntheticFrames.picture(number: 0)
    }

    /// The next frame; `nil` at the end of the file.
    func next() throws -> CVPixelBuffer? {
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        for plane in 0..<2 {
            guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { return nil }
            // Full HD rows have no padding, so a plane is one run of bytes.
            let count = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            guard read(handle.fileDescriptor, base, count) == count else { return nil }
        }
        return buffer
    }
}
