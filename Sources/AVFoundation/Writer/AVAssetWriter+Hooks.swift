import CoreMedia
import Dispatch
import Foundation

extension AVAssetWriter {
    /// What the movie output, which writes with this class, is told beyond Apple's API.
    struct Hooks {
        var onFailure: (@Sendable (AVError) -> Void)?
        var dropsAudioBeforeVideo = false
        var startsSessionWithFirstSample = false
        var unsettled: DispatchGroup?
    }

    /// What no time may pass for that a test holds in hand: the group is entered while something waits for its encoder. Set
    /// before writing.
    package func setUnsettledWork(_ group: DispatchGroup) {
        configuration.withLock { $0.hooks.unsettled = group }
    }

    /// Is called once when writing fails, on any thread, with the error that `error` has too. Set before writing.
    package func setFailureHandler(_ handler: (@Sendable (AVError) -> Void)?) {
        configuration.withLock { $0.hooks.onFailure = handler }
    }

    /// Whether sound that is appended with ``AVAssetWriterInput/appendOrDrop(_:)`` before the first picture is left out, so
    /// that the movie begins with a picture. Not counted as dropped. False at first.
    package var dropsAudioBeforeVideo: Bool {
        get { configuration.withLock { $0.hooks.dropsAudioBeforeVideo } }
        set { configuration.withLock { $0.hooks.dropsAudioBeforeVideo = newValue } }
    }

    /// Whether ``AVAssetWriterInput/appendOrDrop(_:)`` starts the session with the first sample that it takes. False at first.
    package var startsSessionWithFirstSample: Bool {
        get { configuration.withLock { $0.hooks.startsSessionWithFirstSample } }
        set { configuration.withLock { $0.hooks.startsSessionWithFirstSample = newValue } }
    }

    /// How many bytes the file has at present.
    package var bytesWritten: Int64 { engine.withLock { $0 }?.bytesWritten ?? 0 }

    /// How much of the movie is in the file after writing it failed; `nil` while all of it is.
    package var keptDuration: CMTime? { engine.withLock { $0 }?.keptDuration }

    /// How many samples ``AVAssetWriterInput/appendOrDrop(_:)`` dropped because an input was not ready.
    package var droppedSampleCount: Int { inputs.reduce(0) { $0 + $1.droppedSampleCount } }

    /// Whether a file is there that plays, although writing failed.
    package var leftPlayableFile: Bool { engine.withLock { $0 }?.leftPlayableFile ?? false }

    /// The source's time at which the session began.
    package var sessionStart: CMTime? { life.withLock { $0.sessionStart } }
}

/// What is appended from inside.
package struct WriterItem: @unchecked Sendable {
    // @unchecked: media that has been handed over is read only.
    package enum Content {
        /// A picture.
        case pixels(CVPixelBuffer)
        /// Samples as they are, compressed or not; times come from the item.
        case sample(CMSampleBuffer)
        /// Linear PCM.
        case audio(CMBlockBuffer, CMFormatDescription, frameCount: Int)
    }

    package var content: Content
    /// When it is shown or heard, in the source's time.
    package var presentationTime: CMTime
    /// When it is decoded; invalid if that is the same.
    package var decodeTime: CMTime
    /// How long it lasts; invalid if not known.
    package var duration: CMTime
    /// Whether a picture becomes a key frame in any case.
    var forcesKeyFrame = false

    package init(
        _ content: Content,
        presentationTime: CMTime,
        decodeTime: CMTime = .invalid,
        duration: CMTime = .invalid
    ) {
        self.content = content
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.duration = duration
    }

    /// A sample buffer with its own times.
    package init(_ sample: CMSampleBuffer) {
        let pixels = sample.imageBuffer
        self.init(
            pixels.map { .pixels($0) } ?? .sample(sample),
            presentationTime: sample.presentationTimeStamp,
            decodeTime: sample.decodeTimeStamp,
            duration: sample.duration
        )
    }
}
