import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// The movie of one Live Photo while it is recorded: from a while before the photo's moment to a while after it.
struct LivePhotoMovie: @unchecked Sendable {
    // @unchecked: format descriptions never change.

    /// What is settled when the photo is taken.
    struct Plan: Sendable {
        /// The request's.
        var id: Int64
        /// What was asked for.
        var request: LivePhotoRequest
        /// What pairs the movie with the photo.
        var contentIdentifier: String
        /// What the movie says about itself.
        var metadata: MovieMetadata
        /// How its pictures lie.
        var rotationAngle: Int
        var isMirrored: Bool
        /// The moment of the photo.
        var stillTime: CMTime
    }

    /// `OBSERVED`, and documented as "about three seconds, centered on the request": what lies before the photo's moment, and
    /// behind it.
    static let reach = CMTime(value: 3, timescale: 2)
    /// How long the last sound is waited for: microphones deliver what they have heard after cameras what they saw.
    static let longestAudioTail = CMTime(value: 1, timescale: 4)

    var plan: Plan
    /// Where it begins, if pictures have been kept from then on.
    private(set) var start: CMTime
    private(set) var end: CMTime
    private(set) var video: [EncodedSample]
    private(set) var audio: [EncodedSample]
    /// What its pictures are, once it has all of them.
    var videoFormat: CMFormatDescription?
    /// What its sound is, once it has all of it.
    var audioFormat: CMFormatDescription?

    /// - Parameters:
    ///   - video: the pictures so far.
    ///   - audio: the sound so far; `nil` without a microphone.
    init(_ plan: Plan, video track: LivePhotoTrack, audio sound: LivePhotoTrack?) {
        self.plan = plan
        start = plan.stillTime - Self.reach
        end = plan.stillTime + Self.reach
        video = track.samples(from: start)
        audio = sound?.samples(from: start, lead: 2) ?? []
    }

    /// Takes a picture, unless it comes too late.
    mutating func append(video sample: EncodedSample) {
        if sample.presentationTime < end { video.append(sample) }
    }

    /// Takes sound, unless it comes too late.
    mutating func append(audio sample: EncodedSample) {
        if audioFormat == nil, sample.presentationTime < end { audio.append(sample) }
    }

    /// Ends it before its time, with what it has.
    mutating func trim(at time: CMTime) {
        end = min(end, max(time, plan.stillTime))
    }

    /// Leaves out what comes before a time.
    mutating func trimStart(to time: CMTime) {
        start = max(start, min(time, plan.stillTime))
    }

    /// Whether it has all that belongs to it.
    ///
    /// - Parameters:
    ///   - seen: how far pictures have come.
    ///   - heard: how far sound has come; `nil` if none will come.
    func isComplete(seen: CMTime, heard: CMTime?) -> Bool {
        guard seen >= end else { return false }
        guard let heard, heard < end else { return true }
        return seen >= end + Self.longestAudioTail
    }

    // MARK: What it is like in the end

    /// What is in the file, in the source's time; `nil` if there is nothing to be seen.
    var range: CMTimeRange? {
        guard let first = video.first, let last = video.last else { return nil }
        let start = max(start, first.presentationTime)
        let end = min(end, last.end)
        return end > start ? CMTimeRange(start: start, end: end) : nil
    }

    /// The sound that is heard in it.
    var audibleSamples: [EncodedSample] {
        guard let range, audio.contains(where: { $0.end > range.start && $0.presentationTime < range.end }) else {
            return []
        }
        return audio
    }
}
