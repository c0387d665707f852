import CoreMedia
import CoreVideo
import NIOCore
import Testing

@testable import Viewfinder

@Suite("Video frames of a stream")
struct VideoFrameEncoderTests {
    /// A grey picture with a brighter bar that moves with the number.
    private static func picture(_ number: Int, width: Int = 160, height: Int = 120) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        for plane in 0..<2 {
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
            let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
            let rows = CVPixelBufferGetHeightOfPlane(buffer, plane)
            let memory = UnsafeMutableRawBufferPointer(start: base, count: stride * rows)
            for index in memory.indices { memory[index] = 128 }
            guard plane == 0 else { continue }
            for row in 0..<rows { memory[row * stride + number % width] = 220 }
        }
        return buffer
    }

    private static func time(_ number: Int) -> CMTime { CMTime(value: Int64(number), timescale: 30) }

    /// The types of the units behind start codes.
    private static func units(_ data: ByteBuffer) -> [UInt8] {
        let bytes = Array(data.readableBytesView)
        return bytes.indices.dropLast(4).compactMap { index in
            bytes[index..<index + 4].elementsEqual([0, 0, 0, 1]) ? bytes[index + 4] & 0x1f : nil
        }
    }

    @Test("Each frame comes out at once; the first one is a key frame with its parameter sets")
    func frames() throws {
        let encoder = VideoFrameEncoder()
        for number in 0..<20 {
            let outputs = try #require(
                encoder.encode(Self.picture(number), at: Self.time(number), needsKeyFrame: false)
            )
            #expect(outputs.count == 1, "frame \(number)")
            let output = try #require(outputs.first)
            #expect(output.isKeyFrame == (number == 0))
            #expect(output.time == Self.time(number))
            #expect(output.width == 160 && output.height == 120)
            let units = Self.units(output.data)
            #expect(number == 0 ? units.starts(with: [7, 8]) && units.contains(5) : units.contains(1), "\(units)")
        }
    }

    @Test(
        "A key frame comes when a viewer needs one, but not twice within half a second, and after four seconds anyway"
    )
    func keyFrames() throws {
        let encoder = VideoFrameEncoder()
        var keys: [Int] = []
        for number in 0..<200 {
            // Somebody is always behind for a while.
            let needsKeyFrame = (20..<50).contains(number)
            let outputs = try encoder.encode(Self.picture(number), at: Self.time(number), needsKeyFrame: needsKeyFrame)
            if outputs?.first?.isKeyFrame == true { keys.append(number) }
        }
        #expect(keys == [0, 20, 35, 155])
    }

    @Test("Another size begins with a key frame; odd sizes lose a row and a column")
    func sizes() throws {
        let encoder = VideoFrameEncoder()
        for number in 0..<3 {
            _ = try encoder.encode(Self.picture(number), at: Self.time(number), needsKeyFrame: false)
        }
        let other = try Self.picture(3, width: 97, height: 65)
        let output = try #require(encoder.encode(other, at: Self.time(3), needsKeyFrame: false)?.first)
        #expect(output.isKeyFrame && output.width == 96 && output.height == 64)
    }

    @Test("A frame that comes too late is not encoded, and the next one begins anew")
    func lateFrame() throws {
        let encoder = VideoFrameEncoder()
        _ = try encoder.encode(Self.picture(0), at: Self.time(9), needsKeyFrame: false)
        #expect(try encoder.encode(Self.picture(1), at: Self.time(8), needsKeyFrame: false) == nil)
        let output = try #require(encoder.encode(Self.picture(2), at: Self.time(10), needsKeyFrame: false)?.first)
        #expect(output.isKeyFrame)
    }

    @Test("What cannot be encoded is not tried for ever, unless its size changes")
    func tooSmall() throws {
        let encoder = VideoFrameEncoder()
        for number in 0..<5 {
            let outputs = try encoder.encode(
                Self.picture(number, width: 1, height: 1),
                at: Self.time(number),
                needsKeyFrame: false
            )
            #expect(outputs == nil)
        }
        #expect(try encoder.encode(Self.picture(6), at: Self.time(6), needsKeyFrame: false)?.count == 1)
    }

    @Test("Lengths become start codes; lengths that do not fit are refused")
    func startCodes() {
        var bytes: [UInt8] = [0, 0, 0, 2, 0x65, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0x41]
        let fits = bytes.withUnsafeMutableBytes { StartCodes.replaceLengths(in: $0) }
        #expect(fits)
        #expect(bytes == [0, 0, 0, 1, 0x65, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0x41])
        for wrong: [UInt8] in [[0, 0, 0, 9, 1], [0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 1]] {
            var copy = wrong
            let isFrame = copy.withUnsafeMutableBytes { StartCodes.replaceLengths(in: $0) }
            #expect(!isFrame)
        }
        #expect(StartCodes.join([[7, 1], [8]]) == [0, 0, 0, 1, 7, 1, 0, 0, 0, 1, 8])
    }
}
