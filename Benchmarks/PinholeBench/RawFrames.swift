import ArgumentParser
import CoreVideo
import Foundation

/// Writes frames for the peers to work on.
struct RawFrames: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raw-frames",
        abstract: "Write raw NV12 frames, 1920 x 1080, to a file."
    )

    @Argument(help: "The file to write.")
    var file: String

    @Option(help: "How many.")
    var count = 60

    func run() throws {
        guard FileManager.default.createFile(atPath: file, contents: nil),
            let handle = FileHandle(forWritingAtPath: file)
        else { throw BenchFailure("cannot write \(file)") }
        for number in 0..<count {
            let picture = try SyntheticFrames.picture(number: number)
            CVPixelBufferLockBaseAddress(picture, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
            for plane in 0..<2 {
                guard let base = CVPixelBufferGetBaseAddressOfPlane(picture, plane) else { continue }
                let bytes =
                    CVPixelBufferGetBytesPerRowOfPlane(picture, plane) * CVPixelBufferGetHeightOfPlane(picture, plane)
                try handle.write(contentsOf: Data(bytesNoCopy: base, count: bytes, deallocator: .none))
            }
        }
    }
}
