import CoreVideo
import Foundation
import ImageProcessing
import Testing

@testable import EmulatedUSBCamera

@Suite("The emulated camera's pictures")
struct EmulatedFrameTests {
    @Test("Every JPEG is whole and shows the stripe it should", arguments: VideoMode.modes(.motionJPEG))
    func compressed(mode: VideoMode) throws {
        let decoder = try JPEGDecoder(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        for number in 0..<EmulatedFrame.count {
            let bytes = TestFrameStore.frame(mode, number)
            try bytes.withUnsafeBytes { bytes in
                let expected = PixelDimensions(width: mode.width, height: mode.height)
                #expect(try MJPEGFrameCheck.check(bytes, expected: expected).byteCount == bytes.count)
                let picture = try decoder.decode(bytes)
                let luma = picture.plane(0)
                let shown = EmulatedFrame.number { x, y in
                    let offset = Int(y * Double(luma.height)) * luma.bytesPerRow + Int(x * Double(luma.width))
                    return luma.baseAddress.load(fromByteOffset: offset, as: UInt8.self)
                }
                #expect(shown == number)
            }
            #expect(bytes.count > StreamParameters.payloadByteCount && bytes.count < mode.frameByteCount)
        }
    }

    @Test("Every uncompressed picture has its size and its stripe", arguments: VideoMode.modes(.yuyv))
    func uncompressed(mode: VideoMode) {
        for number in 0..<EmulatedFrame.count {
            let bytes = TestFrameStore.frame(mode, number)
            #expect(bytes.count == mode.frameByteCount)
            let shown = EmulatedFrame.number { x, y in
                bytes[Int(y * Double(mode.height)) * mode.width * 2 + Int(x * Double(mode.width)) * 2]
            }
            #expect(shown == number)
        }
    }

    @Test("A corrupt JPEG and a truncated one cannot be decoded")
    func damaged() throws {
        let decoder = try JPEGDecoder(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        for faults in [FrameFaults(isTruncated: true), FrameFaults(isCorrupt: true)] {
            var pump = StreamPump()
            pump.configure(StreamParameters(negotiating: [1, 0, 2, 1]))
            pump.queue(StreamPump.Request(sequence: 1, capacity: 1 << 20))
            var bytes: [UInt8] = []
            while case .send(_, _, let body) = pump.step(
                at: 0,
                consumeFaults: { faults },
                picture: TestFrameStore.frame
            ) {
                bytes += body
                pump.queue(StreamPump.Request(sequence: 1, capacity: 1 << 20))
            }
            let data = Data(bytes)
            #expect(throws: JPEGError.self) { try decoder.decode(data) }
        }
    }

    @Test("What is not one of the pictures is taken for none")
    func foreign() {
        #expect(EmulatedFrame.number { _, _ in 60 } == nil)
        #expect(EmulatedFrame.number { _, _ in 200 } == nil)
        #expect(EmulatedFrame.number { _, y in y < 0.5 ? 200 : 60 } == nil)
    }
}
