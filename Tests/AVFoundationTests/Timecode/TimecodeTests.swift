import CoreMedia
import Foundation
import Synchronization
import Testing

@testable import AVFoundation

/// Remembers what a generator tells.
private final class TimecodeListener: NSObject, AVCaptureTimecodeGeneratorDelegate, Sendable {
    let queue = DispatchQueue(label: "test.timecode")
    private let heard = Mutex<[String]>([])
    var words: [String] {
        queue.sync {}
        return heard.withLock { $0 }
    }

    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        didReceiveUpdate timecode: AVCaptureTimecode,
        from source: AVCaptureTimecode.Source
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        heard.withLock { $0.append("update \(timecode.hours):\(timecode.minutes)") }
    }

    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        transitionedTo synchronizationStatus: AVCaptureTimecodeGenerator.SynchronizationStatus,
        for source: AVCaptureTimecode.Source
    ) {
        heard.withLock { $0.append("\(synchronizationStatus)") }
    }

    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        didUpdateAvailableSources availableSources: [AVCaptureTimecode.Source]
    ) {
        heard.withLock { $0.append("sources") }
    }
}

@Suite("Timecode")
struct TimecodeTests {
    /// A generator whose clock stands at twenty past three and half a second in the afternoon.
    private func generator() throws -> AVCaptureTimecodeGenerator {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let noon = Date(timeIntervalSince1970: 12 * 3_600)
        return AVCaptureTimecodeGenerator(calendar: calendar) { noon + 3 * 3_600 + 20 * 60 + 0.5 }
    }

    private func text(_ timecode: AVCaptureTimecode) -> String {
        [timecode.hours, timecode.minutes, timecode.seconds, timecode.frames].map { String(format: "%02d", Int($0)) }
            .joined(separator: ":")
    }

    private func timecode(_ hours: UInt8, _ minutes: UInt8, _ seconds: UInt8, _ frames: UInt8, _ duration: CMTime)
        -> AVCaptureTimecode
    {
        AVCaptureTimecode(
            hours: hours,
            minutes: minutes,
            seconds: seconds,
            frames: frames,
            userBits: 7,
            frameDuration: duration,
            sourceType: .frameCount
        )
    }

    @Test("Frames carry over into seconds, minutes, hours and the next day, forwards and backwards")
    func advancing() {
        let last = timecode(23, 59, 59, 23, CMTime(value: 1, timescale: 24))
        #expect(text(.advanced(last, by: 1)) == "00:00:00:00")
        #expect(text(.advanced(last, by: -24)) == "23:59:58:23")
        #expect(text(.advanced(last, by: 24 * 3_600 + 1)) == "01:00:00:00")
        #expect(AVCaptureTimecode.advanced(last, by: 1).userBits == 7)
        let start = timecode(0, 0, 0, 0, CMTime(value: 1_001, timescale: 30_000))
        #expect(text(.advanced(start, by: 29)) == "00:00:00:29")
        #expect(text(.advanced(start, by: 30)) == "00:00:01:00")
        #expect(text(.advanced(start, by: -1)) == "23:59:59:29")
        #expect(text(.advanced(start, by: .max)) == text(.advanced(start, by: .max % (86_400 * 30))))
        #expect(text(.advanced(start, by: .min)) == text(.advanced(start, by: .min % (86_400 * 30))))
    }

    @Test("Timecode whose frames have no length, or too little, is not advanced and makes no samples")
    func unknownFrames() {
        for duration in [
            CMTime.invalid, .zero, .positiveInfinity, CMTime(value: -1, timescale: 30),
            CMTime(value: 1, timescale: 1_000),
        ] {
            let timecode = timecode(1, 2, 3, 4, duration)
            #expect(text(.advanced(timecode, by: 100)) == "01:02:03:04")
            let sample = AVCaptureTimecode.createMetadataSampleBuffer(
                from: timecode,
                forDuration: CMTime(value: 1, timescale: 1)
            )
            #expect(sample == nil)
        }
    }

    @Test("A sample has the frame's number, description, time and length")
    func samples() throws {
        let code = timecode(0, 1, 0, 5, CMTime(value: 1, timescale: 25))
        let time = CMTime(value: 7, timescale: 25)
        let made = AVCaptureTimecode.createMetadataSampleBuffer(from: code, associatedWithPresentationTimeStamp: time)
        let sample = try #require(made).takeRetainedValue()
        #expect(sample.presentationTimeStamp == time && sample.duration == CMTime(value: 1, timescale: 25))
        #expect(try sample.dataBuffer?.dataBytes() == Data([0, 0, 5, 225]))
        let description = try #require(sample.formatDescription)
        #expect(description.mediaType == .timeCode && description.mediaSubType == .timeCode32)
        #expect(description.frameQuanta == 25)
        let lasting = AVCaptureTimecode.createMetadataSampleBuffer(
            from: code,
            forDuration: CMTime(value: 9, timescale: 1)
        )
        let long = try #require(lasting).takeRetainedValue()
        #expect(long.duration == CMTime(value: 9, timescale: 1))
        #expect(AVCaptureTimecode.createMetadataSampleBuffer(from: code, forDuration: .zero) == nil)
        let nowhere = AVCaptureTimecode.createMetadataSampleBuffer(
            from: code,
            associatedWithPresentationTimeStamp: .invalid
        )
        #expect(nowhere == nil)
    }

    @Test("A generator counts frames at first, and has Apple's defaults")
    func defaults() throws {
        let generator = try generator()
        #expect(generator.currentSource === AVCaptureTimecodeGenerator.frameCountSource)
        #expect(generator.availableSources.map(\.type) == [.frameCount, .realTimeClock])
        #expect(Set(generator.availableSources.map(\.uuid)).count == 2)
        #expect(generator.synchronizationTimeout == 15 && generator.timecodeAlignmentOffset == 0)
        #expect(text(generator.generateInitialTimecode()) == "00:00:00:00")
        generator.timecodeAlignmentOffset = 61.5
        #expect(text(generator.generateInitialTimecode()) == "00:01:01:15")
        generator.timecodeAlignmentOffset = -1
        #expect(text(generator.generateInitialTimecode()) == "23:59:59:00")
        generator.timecodeAlignmentOffset = .nan
        generator.timecodeFrameDuration = .invalid
        #expect(text(generator.generateInitialTimecode()) == "00:00:00:00")
    }

    @Test("The clock gives the time of day with the frame of the second, and the delegate hears how it got there")
    func timeOfDay() throws {
        let (generator, listener) = (try generator(), TimecodeListener())
        generator.setDelegate(listener, queue: listener.queue)
        generator.timecodeFrameDuration = CMTime(value: 1, timescale: 24)
        let observed = Mutex(0)
        let observation = generator.observe(\.currentSource) { _, _ in observed.withLock { $0 += 1 } }
        generator.startSynchronization(source: AVCaptureTimecodeGenerator.realTimeClockSource)
        let timecode = generator.generateInitialTimecode()
        #expect(text(timecode) == "15:20:00:12" && timecode.sourceType == .realTimeClock)
        #expect(listener.words == ["sourceSelected", "synchronizing", "synchronized", "update 15:20"])
        generator.startSynchronization(source: AVCaptureTimecodeGenerator.frameCountSource)
        #expect(listener.words.last == "notRequired" && observed.withLock { $0 } == 2)
        observation.invalidate()
        generator.setDelegate(nil, queue: nil)
        #expect(generator.delegate == nil && generator.delegateCallbackQueue == nil)
    }

    @Test("A source that an observer chooses is told to the delegate after the one that the observer was told")
    func order() throws {
        let (generator, listener) = (try generator(), TimecodeListener())
        generator.setDelegate(listener, queue: listener.queue)
        let observation = generator.observe(\.currentSource, options: [.new]) { generator, change in
            guard change.newValue?.type == .realTimeClock else { return }
            generator.startSynchronization(source: AVCaptureTimecodeGenerator.frameCountSource)
        }
        generator.startSynchronization(source: AVCaptureTimecodeGenerator.realTimeClockSource)
        #expect(listener.words == ["sourceSelected", "synchronizing", "synchronized", "update 15:20", "notRequired"])
        observation.invalidate()
    }
}
