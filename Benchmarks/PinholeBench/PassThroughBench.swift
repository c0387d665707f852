import AVFoundation
import ArgumentParser
import CaptureDriver
import ImageProcessing

/// Processor time per frame of a camera that speaks JPEG: from driver to a byte buffer ready to be sent.
struct PassThroughBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pass-through",
        abstract: "Pass full HD JPEG frames through to a buffer as the preview does."
    )

    @Option(help: "How many frames to measure.")
    var frames = 5_000

    func run() throws {
        let jpeg = try JPEGEncoder().encode(
            SyntheticFrames.picture(number: 0),
            options: JPEGEncodingOptions(quality: 80)
        )
        let camera = try Self.camera(jpeg)
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: jpeg.count, alignment: 64)
        defer { room.deallocate() }
        nonisolated(unsafe) let target = room
        let fixture = try BenchFixture(camera: camera, settings: [:]) { sample in
            guard let data = CMSampleBufferGetDataBuffer(sample), let base = target.baseAddress else { return }
            CMBlockBufferCopyDataBytes(
                data,
                atOffset: 0,
                dataLength: CMBlockBufferGetDataLength(data),
                destination: base
            )
        }
        try fixture.send(200)
        let start = ProcessorTime.seconds()
        try fixture.send(frames)
        let seconds = ProcessorTime.seconds() - start
        BenchResult.print(["frames": Double(frames), "millisecondsPerFrame": seconds * 1e3 / Double(frames)])
    }

    private static func camera(_ jpeg: Data) throws -> SyntheticCamera {
        var block: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: kCFAllocatorDefault,
            memoryBlock: nil,
            blockLength: jpeg.count,
            blockAllocator: kCFAllocatorDefault,
            customBlockSource: nil,
            offsetToData: 0,
            dataLength: jpeg.count,
            flags: kCMBlockBufferAssureMemoryNowFlag,
            blockBufferOut: &block
        )
        var description: CMFormatDescription?
        let size = SyntheticFrames.dimensions
        CMVideoFormatDescriptionCreate(
            allocator: kCFAllocatorDefault,
            codecType: kCMVideoCodecType_JPEG,
            width: size.width,
            height: size.height,
            extensions: nil,
            formatDescriptionOut: &description
        )
        guard let block, let description else { throw BenchFailure("no buffer for JPEG") }
        let status = jpeg.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                CMBlockBufferReplaceDataBytes(
                    with: $0,
                    blockBuffer: block,
                    offsetIntoDestination: 0,
                    dataLength: jpeg.count
                )
            }
        }
        guard status == kCMBlockBufferNoErr else { throw BenchFailure("JPEG could not be copied") }
        let format = CaptureFormat(
            mediaSubType: kCMVideoCodecType_JPEG,
            dimensions: size,
            frameDurations: [.rates(1, 30)]
        )
        return SyntheticCamera(format: format, content: .compressed(block), formatDescription: description)
    }
}
