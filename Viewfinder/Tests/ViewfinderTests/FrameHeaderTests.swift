import Foundation
import NIOCore
import Testing

@testable import Viewfinder

@Suite("Frame header")
struct FrameHeaderTests {
    @Test("R-PREV-3: the header is 48 little-endian bytes at the documented offsets")
    func layout() {
        let frame = EncodedFrame(
            jpeg: ByteBuffer(bytes: [0xFF, 0xD8, 0xFF, 0xD9]),
            sequence: 0x0102_0304_0506_0708,
            captureTime: 1_000_000_007,
            width: 1920,
            height: 1080,
            isMirrored: true
        )
        var buffer = ByteBuffer()
        FrameHeader(frame: frame, skipped: 3, sendTime: 1_000_900_000).write(to: &buffer)
        #expect(buffer.readableBytes == FrameHeader.size)
        #expect(buffer.getString(at: 0, length: 4) == "PNHL")
        #expect(buffer.getInteger(at: 4, as: UInt8.self) == 1)
        #expect(buffer.getInteger(at: 5, as: UInt8.self) == 1)
        // Mirrored, and decoded by itself.
        #expect(buffer.getInteger(at: 6, endianness: .little, as: UInt16.self) == 3)
        #expect(buffer.getInteger(at: 8, endianness: .little, as: UInt32.self) == 4)
        #expect(buffer.getInteger(at: 12, endianness: .little, as: UInt32.self) == 1920)
        #expect(buffer.getInteger(at: 16, endianness: .little, as: UInt32.self) == 1080)
        #expect(buffer.getInteger(at: 20, endianness: .little, as: UInt32.self) == 3)
        #expect(buffer.getInteger(at: 24, endianness: .little, as: UInt64.self) == 0x0102_0304_0506_0708)
        #expect(buffer.getInteger(at: 32, endianness: .little, as: UInt64.self) == 1_000_000_007)
        #expect(buffer.getInteger(at: 40, endianness: .little, as: UInt64.self) == 1_000_900_000)
    }

    @Test("The header tells H.264 from JPEG, and its key frames from the others", arguments: [true, false])
    func video(isKeyFrame: Bool) {
        let frame = EncodedFrame(
            data: ByteBuffer(bytes: [0, 0, 0, 1, 0x65]),
            format: .h264(isKeyFrame: isKeyFrame),
            sequence: 1,
            captureTime: 2,
            width: 640,
            height: 360
        )
        var buffer = ByteBuffer()
        FrameHeader(frame: frame, skipped: 0, sendTime: 3).write(to: &buffer)
        #expect(buffer.getInteger(at: 5, as: UInt8.self) == 2)
        #expect(buffer.getInteger(at: 6, endianness: .little, as: UInt16.self) == (isKeyFrame ? 2 : 0))
        #expect(buffer.getInteger(at: 8, endianness: .little, as: UInt32.self) == 5)
    }
}
