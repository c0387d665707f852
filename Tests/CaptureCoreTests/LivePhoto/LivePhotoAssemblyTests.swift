import CaptureCore
import CoreMedia
import CoreVideo
import Foundation
import MediaEncoding
import Testing

@Suite("What Live Photos keep and leave out")
struct LivePhotoAssemblyTests {
    private func sample(_ number: Int, isKeyFrame: Bool) -> EncodedSample {
        EncodedSample(
            data: Data(count: 100),
            presentationTime: CMTime(value: Int64(number), timescale: 30),
            duration: CMTime(value: 1, timescale: 30),
            isKeyFrame: isKeyFrame
        )
    }

    private func plan(_ id: Int64, at number: Int) -> LivePhotoRecording.Plan {
        LivePhotoRecording.Plan(
            id: id,
            url: URL(fileURLWithPath: "/nowhere"),
            contentIdentifier: "",
            metadata: MovieMetadata(),
            rotationAngle: 0,
            isMirrored: false,
            stillTime: CMTime(value: Int64(number), timescale: 30)
        )
    }

    @Test("Of hours of pictures no more than three seconds are kept, from one on where decoding can start")
    func bounds() {
        var assembly = LivePhotoAssembly()
        for number in 0..<5000 {
            assembly.append(video: [sample(number, isKeyFrame: number.isMultiple(of: 15))], format: nil)
            assembly.append(audio: [sample(number, isKeyFrame: true)], format: nil)
            assembly.record(0, at: CMTime(value: Int64(number), timescale: 30))
            if number.isMultiple(of: 30) { assembly.begin(plan(Int64(number), at: number)) }
            _ = assembly.removeCompleted()
            #expect(assembly.video.samples.count <= 90 && assembly.video.samples.first?.isKeyFrame == true)
            #expect((assembly.audio?.samples.count ?? 0) <= 62)
            #expect(assembly.movies.count <= 3)
        }
    }

    @Test("A movie without a picture is none, and leaves no file")
    func nothingSeen() throws {
        var assembly = LivePhotoAssembly()
        var nothing = plan(1, at: 0)
        nothing.url = FileManager.default.temporaryDirectory.appending(path: "nothing-\(UUID().uuidString).mov")
        assembly.begin(nothing)
        let trimmed = assembly.removeTrimmed()
        let movie = try #require(trimmed.first)
        #expect(try LivePhotoMovieFile.write(movie) == nil)
        #expect(!FileManager.default.fileExists(atPath: nothing.url.path))
    }

    @Test("A movie begins where decoding can start, and is complete when picture and sound have come so far")
    func completion() throws {
        var assembly = LivePhotoAssembly()
        for number in 0..<90 { assembly.append(video: [sample(number, isKeyFrame: number % 15 == 0)], format: nil) }
        assembly.begin(plan(1, at: 85))
        for number in 90..<129 { assembly.append(video: [sample(number, isKeyFrame: number % 15 == 0)], format: nil) }
        #expect(assembly.removeCompleted().count == 0)
        let movie = try #require(assembly.movies.first)
        #expect(movie.video.first?.presentationTime == CMTime(value: 30, timescale: 30))
        assembly.append(video: [sample(129, isKeyFrame: false)], format: nil)
        let completed = assembly.removeCompleted()
        let done = try #require(completed.first)
        let whole = CMTimeRange(start: CMTime(value: 40, timescale: 30), duration: CMTime(value: 3, timescale: 1))
        #expect(done.range == whole)
        #expect(assembly.movies.isEmpty)
    }

    @Test("Sound that stays away is waited for a quarter of a second")
    func audioTail() {
        var assembly = LivePhotoAssembly()
        assembly.append(audio: [sample(0, isKeyFrame: true)], format: nil)
        assembly.begin(plan(1, at: 0))
        for number in 0..<52 {
            assembly.append(video: [sample(number, isKeyFrame: number == 0)], format: nil)
            #expect(assembly.removeCompleted().count == 0, "\(number)")
        }
        assembly.append(video: [sample(52, isKeyFrame: false)], format: nil)
        #expect(assembly.removeCompleted().count == 1)
    }

    @Test("Excessive motion is cut off before and after the photo, a flash is not")
    func motion() throws {
        var motion = LivePhotoMotion()
        func time(_ number: Int) -> CMTime { CMTime(value: Int64(number), timescale: 30) }
        for number in 0..<120 {
            let isWild = (20..<30).contains(number) || (80..<90).contains(number) || number == 50
            motion.record(isWild ? 60 : 2, at: time(number))
        }
        let calm = try #require(motion.calm(around: time(55)))
        #expect(calm.start == time(29) && calm.end == time(80))
        #expect(try #require(motion.calm(around: time(10))).end == time(20))
        var steady = LivePhotoMotion()
        for number in 0..<5000 { steady.record(3, at: time(number)) }
        #expect(steady.calm(around: time(4900)) == nil)
    }

    @Test(
        "Brightness is compared part by part, in every format that cameras deliver",
        arguments: [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_32BGRA]
    )
    func meter(format: OSType) throws {
        let meter = LivePhotoMotionMeter()
        func picture(_ level: Int32) throws -> CVPixelBuffer {
            var made: CVPixelBuffer?
            CVPixelBufferCreate(nil, 640, 480, format, nil, &made)
            let pixels = try #require(made)
            CVPixelBufferLockBaseAddress(pixels, [])
            defer { CVPixelBufferUnlockBaseAddress(pixels, []) }
            let isPlanar = CVPixelBufferIsPlanar(pixels)
            let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(pixels, 0) : CVPixelBufferGetBaseAddress(pixels)
            let stride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(pixels, 0) : CVPixelBufferGetBytesPerRow(pixels)
            memset(try #require(base), level, stride * 480)
            return pixels
        }
        #expect(meter.measure(try picture(10)) == nil)
        #expect(meter.measure(try picture(10)) == 0)
        #expect(meter.measure(try picture(60)) == 50)
    }
}
