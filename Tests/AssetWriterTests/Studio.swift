@preconcurrency import AVFoundation
import MovieValidators
import Testing

/// Makes pictures and sound, and a place for files.
final class Studio: @unchecked Sendable {
    // @unchecked: immutable after initialisation; the file manager may be used from any thread.
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("studio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }

    /// Everything in the folder.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    static func videoSettings(width: Int = 320, height: Int = 240) -> [String: Any] {
        [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height]
    }

    static var audioSettings: [String: Any] {
        [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
    }

    /// A picture whose brightness tells its number.
    static func picture(_ number: Int, width: Int = 320, height: Int = 240) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        for plane in 0..<2 {
            let size = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            let value = plane == 0 ? UInt8(16 + number * 7 % 200) : 128
            memset(try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)), Int32(value), size)
        }
        return buffer
    }

    /// The time of a picture at 30 pictures a second.
    static func time(_ number: Int) -> CMTime { CMTime(value: CMTimeValue(number), timescale: 30) }

    static func pictureSample(_ number: Int, width: Int = 320, height: Int = 240) throws -> CMSampleBuffer {
        let buffer = try picture(number, width: width, height: height)
        return try CMSampleBuffer(
            imageBuffer: buffer,
            formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(
                duration: time(1),
                presentationTimeStamp: time(number),
                decodeTimeStamp: .invalid
            )
        )
    }

    /// A packet of 1,600 frames at 48 kHz, as long as a picture: a tone.
    static func audioSample(_ number: Int) throws -> CMSampleBuffer {
        try Tone.packet(number, frameCount: 1600, at: time(number))
    }

    /// Supplies an input whenever it is ready, and marks it as finished; returns when all is appended, or something is refused.
    static func supply(
        _ input: AVAssetWriterInput,
        _ count: Int,
        _ append: @escaping @Sendable (Int) throws -> Bool
    ) async {
        let queue = DispatchQueue(label: "supplier")
        let next = Counter()
        let refused: Int? = await withCheckedContinuation { continuation in
            input.requestMediaDataWhenReady(on: queue) {
                while input.isReadyForMoreMediaData {
                    let number = next.value
                    guard number < count else {
                        input.markAsFinished()
                        continuation.resume(returning: nil)
                        return
                    }
                    guard (try? append(number)) == true else {
                        input.markAsFinished()
                        continuation.resume(returning: number)
                        return
                    }
                    next.value += 1
                }
            }
        }
        if let refused { Issue.record("picture or packet \(refused) of \(count) was refused") }
    }

    /// A number that only one queue changes.
    final class Counter: @unchecked Sendable {
        // @unchecked: used on one serial queue.
        var value = 0
    }

    /// A writer with a video input.
    func writer(
        _ name: String,
        _ fileType: AVFileType,
        settings: [String: Any]? = Studio.videoSettings()
    ) throws -> (AVAssetWriter, AVAssetWriterInput) {
        let writer = try AVAssetWriter(outputURL: url(name), fileType: fileType)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        #expect(writer.canAdd(input))
        writer.add(input)
        return (writer, input)
    }
}
