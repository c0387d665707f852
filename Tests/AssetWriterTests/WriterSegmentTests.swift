@preconcurrency import AVFoundation
import MovieValidators
import Synchronization
import Testing
import UniformTypeIdentifiers

/// Keeps the segments of a stream.
private final class SegmentCollector: NSObject, AVAssetWriterDelegate {
    struct Track: Sendable {
        var identifier: CMPersistentTrackID
        var mediaType: AVMediaType
        var start: CMTime
        var duration: CMTime
        var firstVideoSample: (time: CMTime, offset: Int, length: Int, isKeyFrame: Bool)?
    }

    struct Segment: Sendable {
        var data: Data
        var type: AVAssetSegmentType
        /// What the report says; nil without one.
        var tracks: [Track]?
    }

    private let received = Mutex<[Segment]>([])

    var segments: [Segment] { received.withLock { $0 } }
    var media: [Segment] { segments.filter { $0.type == .separable } }

    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        let tracks = segmentReport?.trackReports.map { report in
            let picture = report.firstVideoSampleInformation
            return Track(
                identifier: report.trackID,
                mediaType: report.mediaType,
                start: report.earliestPresentationTimeStamp,
                duration: report.duration,
                firstVideoSample: picture.map { ($0.presentationTimeStamp, $0.offset, $0.length, $0.isSyncSample) }
            )
        }
        received.withLock { $0.append(Segment(data: segmentData, type: segmentType, tracks: tracks)) }
    }
}

/// Counts the segments of a stream, and asks for no report.
private final class SegmentCounter: NSObject, AVAssetWriterDelegate {
    private let received = Mutex<[AVAssetSegmentType]>([])

    var types: [AVAssetSegmentType] { received.withLock { $0 } }

    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType
    ) {
        received.withLock { $0.append(segmentType) }
    }
}

@Suite("Segments that asset writers make")
struct WriterSegmentTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A writer of segments with a video input.
    private func streamer(
        _ delegate: any AVAssetWriterDelegate,
        interval: CMTime,
        profile: AVFileTypeProfile = .mpeg4AppleHLS
    ) throws -> (AVAssetWriter, AVAssetWriterInput) {
        let writer = AVAssetWriter(contentType: try #require(UTType(AVFileType.mp4.rawValue)))
        writer.outputFileTypeProfile = profile
        writer.preferredOutputSegmentInterval = interval
        writer.initialSegmentStartTime = Studio.time(300)
        writer.delegate = delegate
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: Studio.videoSettings())
        writer.add(video)
        return (writer, video)
    }

    /// What ffprobe says of segments in a row behind the first.
    private func validator(_ name: String, _ segments: [Data]) throws -> MovieFileValidator {
        try segments.reduce(Data(), +).write(to: studio.url(name))
        let validator = MovieFileValidator(studio.url(name))
        #expect(try validator.decodingErrors() == [])
        return validator
    }

    @Test(
        "Segments last as long as is asked for, begin with key frames, and play in a row",
        arguments: [AVFileTypeProfile.mpeg4AppleHLS, .mpeg4CMAFCompliant]
    )
    func intervals(profile: AVFileTypeProfile) async throws {
        let collector = SegmentCollector()
        let (writer, video) = try streamer(collector, interval: CMTime(value: 1, timescale: 1), profile: profile)
        let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Studio.audioSettings)
        writer.add(audio)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: Studio.time(300))
        async let pictures: Void = Studio.supply(video, 90) { video.append(try Studio.pictureSample(300 + $0)) }
        async let sounds: Void = Studio.supply(audio, 90) { audio.append(try Studio.audioSample(300 + $0)) }
        _ = await (pictures, sounds)
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(writer.error == nil)
        #expect(studio.files == [])

        #expect(collector.segments.map(\.type) == [.initialization, .separable, .separable, .separable])
        #expect(collector.segments[0].tracks == nil)
        let all = try validator("stream.mp4", collector.segments.map(\.data))
        let report = try all.report()
        #expect(report.video.first?.codec == "h264")
        #expect(report.audio.first?.codec == "aac")
        let packets = try all.packets("v")
        #expect(packets.count == 90)
        #expect(abs((packets.first?.time ?? 0) - 10) < 0.001)
        for segment in collector.media {
            let alone = try validator("alone.mp4", [collector.segments[0].data, segment.data])
            let pictures = try alone.packets("v")
            #expect(pictures.count == 30)
            #expect(pictures.first?.isKeyFrame == true)
        }
    }

    @Test("Reports tell what is in a segment")
    func reports() async throws {
        let collector = SegmentCollector()
        let (writer, video) = try streamer(collector, interval: CMTime(value: 1, timescale: 2))
        writer.initialMovieFragmentSequenceNumber = 7
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: Studio.time(300))
        await Studio.supply(video, 45) { video.append(try Studio.pictureSample(300 + $0)) }
        await writer.finishWriting()
        let media = collector.media
        #expect(media.count == 3)
        for (number, segment) in media.enumerated() {
            let track = try #require(segment.tracks?.first)
            #expect(segment.tracks?.count == 1)
            #expect(track.identifier == 1 && track.mediaType == .video)
            #expect(track.start == Studio.time(300 + 15 * number))
            #expect(track.duration == CMTime(value: 1, timescale: 2))
            let picture = try #require(track.firstVideoSample)
            #expect(picture.isKeyFrame && picture.time == track.start)
            #expect(picture.offset > 0 && picture.offset + picture.length <= segment.data.count)
            // Box "moof" has a header of 8 bytes, and box "mfhd" in it one of 12 before the number.
            let counted = segment.data[segment.data.startIndex + 20..<segment.data.startIndex + 24]
            #expect(counted.reduce(0) { $0 << 8 | Int($1) } == 7 + number)
        }
    }

    @Test("Without an interval, flushing ends a segment behind what was appended")
    func flushing() async throws {
        let counter = SegmentCounter()
        let (writer, video) = try streamer(counter, interval: .indefinite)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: Studio.time(300))
        await Studio.supply(video, 40) { number in
            if number == 10 || number == 25 { writer.flushSegment() }
            return video.append(try Studio.pictureSample(300 + number))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(counter.types == [.initialization, .separable, .separable, .separable])
    }

    @Test("A flushed segment holds what was appended before, and the next begins with a key frame")
    func flushedContents() async throws {
        let collector = SegmentCollector()
        let (writer, video) = try streamer(collector, interval: .indefinite)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: Studio.time(300))
        await Studio.supply(video, 40) { number in
            if number == 10 { writer.flushSegment() }
            return video.append(try Studio.pictureSample(300 + number))
        }
        await writer.finishWriting()
        let durations = collector.media.compactMap { $0.tracks?.first?.duration }
        #expect(durations == [Studio.time(10), Studio.time(30)])
        #expect(collector.media.allSatisfy { $0.tracks?.first?.firstVideoSample?.isKeyFrame == true })
    }

    @Test("Nothing appended: no segment, and an error")
    func empty() async throws {
        let collector = SegmentCollector()
        let (writer, _) = try streamer(collector, interval: CMTime(value: 1, timescale: 1))
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: Studio.time(300))
        await writer.finishWriting()
        #expect(writer.status == .failed)
        #expect(collector.media.isEmpty)
    }

    @Test("Cancelling leaves nothing behind, and no more segments come")
    func cancelling() async throws {
        let collector = SegmentCollector()
        let (writer, video) = try streamer(collector, interval: CMTime(value: 1, timescale: 1))
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: Studio.time(300))
        #expect(video.append(try Studio.pictureSample(300)))
        writer.cancelWriting()
        #expect(writer.status == .cancelled)
        #expect(collector.media.isEmpty)
    }

    @Test("What stops the program: no delegate, no profile, no interval, no start, a flush in spite of an interval")
    func misuse() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let writer = AVAssetWriter(contentType: UTType(AVFileType.mp4.rawValue)!)
            writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Studio.videoSettings()))
            writer.outputFileTypeProfile = .mpeg4AppleHLS
            writer.preferredOutputSegmentInterval = .indefinite
            _ = writer.startWriting()
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let counter = SegmentCounter()
            let (writer, _) = try WriterSegmentTests().streamer(counter, interval: .indefinite)
            writer.outputFileTypeProfile = nil
            _ = writer.startWriting()
            withExtendedLifetime(counter) {}
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let counter = SegmentCounter()
            let (writer, _) = try WriterSegmentTests().streamer(counter, interval: .invalid)
            _ = writer.startWriting()
            withExtendedLifetime(counter) {}
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let counter = SegmentCounter()
            let (writer, _) = try WriterSegmentTests().streamer(counter, interval: CMTime(value: 1, timescale: 1))
            writer.initialSegmentStartTime = .invalid
            _ = writer.startWriting()
            withExtendedLifetime(counter) {}
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let counter = SegmentCounter()
            let (writer, _) = try WriterSegmentTests().streamer(counter, interval: CMTime(value: 1, timescale: 1))
            guard writer.startWriting() else { exit(EXIT_SUCCESS) }
            writer.flushSegment()
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            _ = AVAssetWriter(contentType: .jpeg)
        }
    }
}
