@_spi(Pinhole) import CoreMedia
import CoreVideo
import Foundation

/// Raw NV12 frames of a file, as pixel buffers that lie where the file is mapped: handing them out copies nothing.
struct MappedFrames {
    /// Columns of full HD, which frames have unless told otherwise.
    static let width = 1920
    static let height = 1080
    /// Bytes of a full HD frame.
    static let bytes = width * height * 3 / 2

    private let buffers: [CVPixelBuffer]

    /// - Parameters:
    ///   - path: a file as `pinhole-bench scene-frames` writes it. It stays mapped until the process ends.
    ///   - width: the frames' columns; even.
    ///   - height: their rows; even.
    init(path: String, width: Int = MappedFrames.width, height: Int = MappedFrames.height) throws {
        let bytes = width * height * 3 / 2
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw BenchFailure("cannot read \(path)") }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        // Encoders only read; a private mapping keeps the file safe from any other.
        guard size >= bytes,
            let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_POPULATE, descriptor, 0),
            start != MAP_FAILED
        else { throw BenchFailure("cannot map \(path)") }
        buffers = try (0..<size / bytes).map { try Self.buffer(at: start + $0 * bytes, width, height) }
    }

    /// The n-th frame; after the last one comes the first one again.
    subscript(_ number: Int) -> CVPixelBuffer { buffers[number % buffers.count] }

    private static func buffer(at start: UnsafeMutableRawPointer, _ width: Int, _ height: Int) throws -> CVPixelBuffer {
        var planes: [UnsafeMutableRawPointer?] = [start, start + width * height]
        var widths = [width, width / 2]
        var heights = [height, height / 2]
        var strides = [width, width]
        var made: CVPixelBuffer?
        CVPixelBufferCreateWithPlanarBytes(
            nil,
            width,
            height,
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            start,
            width * height * 3 / 2,
            2,
            &planes,
            &widths,
            &heights,
            &strides,
            nil,
            nil,
            nil,
            &made
        )
        guard let made else { throw BenchFailure("no pixel buffer") }
        return made
    }
}

/// Raw sound of a file, 48 kHz, two channels of 16 bits, packet after packet.
struct MappedAudio {
    static let rate = 48_000
    static let packet = 1024
    static let format = AudioStreamBasicDescription(
        mSampleRate: Float64(rate),
        mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
        mBytesPerPacket: 4,
        mFramesPerPacket: 1,
        mBytesPerFrame: 4,
        mChannelsPerFrame: 2,
        mBitsPerChannel: 16,
        mReserved: 0
    )

    private let packets: [CMBlockBuffer]

    init(path: String) throws {
        let data = try NSMutableData(contentsOfFile: path, options: [])
        let bytes = Self.packet * 4
        packets = (0..<data.length / bytes).map {
            CMBlockBuffer(memory: data.mutableBytes + $0 * bytes, length: bytes, owner: data)
        }
        guard !packets.isEmpty else { throw BenchFailure("no sound in \(path)") }
    }

    /// The n-th packet; after the last one comes the first one again.
    subscript(_ number: Int) -> CMBlockBuffer { packets[number % packets.count] }
}
