@preconcurrency import AVFoundation
import MovieValidators
import Testing

/// A folder of movies that asset writers have made. Each picture's brightness tells its number.
final class MovieStudio: @unchecked Sendable {
    // @unchecked: immutable after initialisation; the file manager may be used from any thread.

    /// What a movie is to be like.
    struct Recipe {
        var fileType = AVFileType.mp4
        var pictures = 60
        /// The first picture's number; its time is the session's start.
        var first = 0
        var width = 320
        var height = 240
        var hasSound = true
        var keyFrameInterval = 15
        var reorders = false
        var codec = AVVideoCodecType.h264
        var transform = CGAffineTransform.identity
        var metadata: [AVMetadataItem] = []
    }

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// Everything in the folder.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    /// The time of a picture at 30 pictures a second.
    static func time(_ number: Int) -> CMTime { CMTime(value: CMTimeValue(number), timescale: 30) }

    /// How bright a picture is.
    static func brightness(_ number: Int) -> Int { 16 + number * 2 }

    /// The number of a picture in any of 420v, 420f and BGRA.
    static func number(_ buffer: CVPixelBuffer) throws -> Int {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let (x, y) = (CVPixelBufferGetWidth(buffer) / 2, CVPixelBufferGetHeight(buffer) / 2)
        if CVPixelBufferGetPlaneCount(buffer) > 0 {
            let luma = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
            let row = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
            let value = Double(luma.load(fromByteOffset: y * row + x, as: UInt8.self))
            let isFull = CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            return Int(((isFull ? value * 219 / 255 : value - 16) / 2).rounded())
        }
        let pixels = try #require(CVPixelBufferGetBaseAddress(buffer))
        let place = y * CVPixelBufferGetBytesPerRow(buffer) + x * 4 + 1
        return Int((Double(pixels.load(fromByteOffset: place, as: UInt8.self)) * 219 / 255 / 2).rounded())
    }

    private static func picture(_ number: Int, _ recipe: Recipe) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        CVPixelBufferCreate(nil, recipe.width, recipe.height, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        for plane in 0..<2 {
            let size = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            let value = plane == 0 ? Self.brightness(number) : 128
            memset(try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)), Int32(value), size)
        }
        return buffer
    }

    private static func videoSample(_ number: Int, _ recipe: Recipe) throws -> CMSampleBuffer {
        let buffer = try picture(number, recipe)
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

    private static func videoInput(_ recipe: Recipe) -> AVAssetWriterInput {
        var settings: [String: Any] = [
            AVVideoCodecKey: recipe.codec, AVVideoWidthKey: recipe.width, AVVideoHeightKey: recipe.height,
        ]
        if recipe.codec != .jpeg {
            let properties: [String: Any] = [
                AVVideoMaxKeyFrameIntervalKey: recipe.keyFrameInterval,
                AVVideoAllowFrameReorderingKey: recipe.reorders,
            ]
            settings[AVVideoCompressionPropertiesKey] = properties
        }
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        input.transform = recipe.transform
        return input
    }

    /// Records a movie: pictures, and a tone of 440 Hz.
    func record(_ name: String, _ recipe: Recipe = Recipe()) async throws -> URL {
        let writer = try AVAssetWriter(outputURL: url(name), fileType: recipe.fileType)
        writer.metadata = recipe.metadata
        let video = Self.videoInput(recipe)
        writer.add(video)
        let audio = AVAssetWriterInput(
            mediaType: .audio,
            outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
        )
        if recipe.hasSound { writer.add(audio) }
        try #require(writer.startWriting())
        writer.startSession(atSourceTime: Self.time(recipe.first))
        let numbers = recipe.first..<recipe.first + recipe.pictures
        async let pictures: Void = Self.supply(video, numbers) { try Self.videoSample($0, recipe) }
        if recipe.hasSound {
            await Self.supply(audio, numbers) { try Tone.packet($0, frameCount: 1600, at: Self.time($0)) }
        }
        await pictures
        await writer.finishWriting()
        try #require(writer.status == .completed, "\(String(describing: writer.error))")
        return url(name)
    }

    private final class Cursor: @unchecked Sendable {
        // @unchecked: used on one serial queue.
        var number: Int

        init(_ number: Int) { self.number = number }
    }

    private static func supply(
        _ input: AVAssetWriterInput,
        _ numbers: Range<Int>,
        _ sample: @escaping @Sendable (Int) throws -> CMSampleBuffer
    ) async {
        let place = Cursor(numbers.lowerBound)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            input.requestMediaDataWhenReady(on: DispatchQueue(label: "movies")) {
                while input.isReadyForMoreMediaData {
                    guard place.number < numbers.upperBound, let next = try? sample(place.number), input.append(next)
                    else {
                        input.markAsFinished()
                        continuation.resume()
                        return
                    }
                    place.number += 1
                }
            }
        }
    }
}
