import CoreMedia
import Foundation

/// A SMPTE timecode: which frame of which second of a day.
public struct AVCaptureTimecode: Sendable {
    /// Where timecode comes from.
    public enum SourceType: Int, Sendable, CaseIterable {
        /// Frames are counted from zero.
        case frameCount = 0
        /// The system's clock: the time of day.
        case realTimeClock = 1
        /// A device that sends timecode.
        case external = 2
    }

    /// Hours, 0 to 23.
    public var hours: UInt8
    /// Minutes, 0 to 59.
    public var minutes: UInt8
    /// Seconds, 0 to 59.
    public var seconds: UInt8
    /// The frame within the second.
    public var frames: UInt8
    /// 32 bits for whatever a production wants to note.
    public var userBits: UInt32
    /// How long a frame lasts; invalid if that is not known.
    public var frameDuration: CMTime
    /// Where the timecode comes from.
    public var sourceType: SourceType

    /// Makes a timecode of zeros, whose frame duration is not known.
    ///
    /// DEVIATION: Apple's is a C structure whose bytes are all zero, so that its frame duration is an invalid time, too.
    public init() {
        self.init(
            hours: 0,
            minutes: 0,
            seconds: 0,
            frames: 0,
            userBits: 0,
            frameDuration: .invalid,
            sourceType: .frameCount
        )
    }

    /// Makes a timecode of its parts.
    public init(
        hours: UInt8,
        minutes: UInt8,
        seconds: UInt8,
        frames: UInt8,
        userBits: UInt32,
        frameDuration: CMTime,
        sourceType: SourceType
    ) {
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
        self.frames = frames
        self.userBits = userBits
        self.frameDuration = frameDuration
        self.sourceType = sourceType
    }
}

extension AVCaptureTimecode {
    /// The timecode a number of frames later, or earlier; a day after 23:59:59 begins with 00:00:00.
    ///
    /// UNKNOWN: Apple does not say how 29.97 frames a second are counted; here no numbers are left out (non-drop frame). A timecode
    /// whose frame duration is not known is given back as it is.
    public static func advanced(_ timecode: AVCaptureTimecode, by framesToAdd: Int64) -> AVCaptureTimecode {
        guard let quanta = timecode.frameQuanta, let number = timecode.frameNumber else { return timecode }
        let day = 86_400 * Int64(quanta)
        var advanced = timecode
        advanced.set(frameNumber: ((number + framesToAdd % day) % day + day) % day, frameQuanta: quanta)
        return advanced
    }

    /// How many frames are counted in a second; `nil` where the frame duration is none, or too short for the frames to be counted.
    var frameQuanta: UInt32? {
        guard frameDuration.isNumeric, frameDuration.value > 0 else { return nil }
        let quanta = (Double(frameDuration.timescale) / Double(frameDuration.value)).rounded()
        return (1...256).contains(quanta) ? UInt32(quanta) : nil
    }

    /// How many frames of the day came before; `nil` where the frame duration is not known.
    var frameNumber: Int64? {
        guard let quanta = frameQuanta else { return nil }
        let second = (Int64(hours) * 60 + Int64(minutes)) * 60 + Int64(seconds)
        return second * Int64(quanta) + Int64(frames)
    }

    /// - Parameter frameNumber: less than a day's frames.
    mutating func set(frameNumber: Int64, frameQuanta: UInt32) {
        let (second, frame) = frameNumber.quotientAndRemainder(dividingBy: Int64(frameQuanta))
        frames = UInt8(frame)
        seconds = UInt8(second % 60)
        minutes = UInt8(second / 60 % 60)
        hours = UInt8(second / 3_600 % 24)
    }
}

extension AVCaptureTimecode {
    /// Something that timecode comes from, exactly as Apple's class of the same name. Immutable; see
    /// `AVCaptureTimecodeGenerator.availableSources`.
    open class Source: NSObject {
        // Safe on any thread: immutable after initialisation.

        /// The name to show to people.
        public let displayName: String
        /// The kind of source.
        public let type: SourceType
        /// Tells the source from others.
        public let uuid: UUID

        // Keeps clients from making one.
        init(_ type: SourceType, displayName: String) {
            self.type = type
            self.displayName = displayName
            uuid = UUID()
            super.init()
        }
    }
}

extension AVCaptureTimecode {
    /// A sample of a timecode track for the frame that is presented at a time: the number of the frame (`tmcd`), which lasts as long
    /// as the frame.
    ///
    /// - Returns: `nil` if the frame duration is not known, or the time is none.
    public static func createMetadataSampleBuffer(
        from timecode: AVCaptureTimecode,
        associatedWithPresentationTimeStamp presentationTimeStamp: CMTime
    ) -> Unmanaged<CMSampleBuffer>? {
        guard presentationTimeStamp.isNumeric else { return nil }
        return sample(timecode, at: presentationTimeStamp, lasting: timecode.frameDuration)
    }

    /// A sample of a timecode track that holds for a while.
    ///
    /// UNKNOWN: Apple does not say when the sample is presented; here at time zero.
    ///
    /// - Returns: `nil` if the frame duration is not known, or the duration is none.
    public static func createMetadataSampleBuffer(
        from timecode: AVCaptureTimecode,
        forDuration duration: CMTime
    ) -> Unmanaged<CMSampleBuffer>? {
        guard duration.isNumeric, duration > .zero else { return nil }
        return sample(timecode, at: .zero, lasting: duration)
    }

    private static func sample(
        _ timecode: AVCaptureTimecode,
        at time: CMTime,
        lasting duration: CMTime
    ) -> Unmanaged<CMSampleBuffer>? {
        guard let quanta = timecode.frameQuanta, let number = timecode.frameNumber else { return nil }
        do {
            let description = try CMFormatDescription(
                timeCodeFormatType: .timeCode32,
                frameDuration: timecode.frameDuration,
                frameQuanta: quanta,
                flags: .twentyFourHourMax
            )
            let data = try CMBlockBuffer(length: 4)
            try withUnsafeBytes(of: Int32(truncatingIfNeeded: number).bigEndian) { bytes in
                try data.replaceDataBytes(with: bytes)
            }
            let timing = CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
            let sample = try CMSampleBuffer(
                dataBuffer: data,
                formatDescription: description,
                numSamples: 1,
                sampleTimings: [timing],
                sampleSizes: [4]
            )
            return .passRetained(sample)
        } catch {
            return nil
        }
    }
}
