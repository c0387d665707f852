import CoreMedia
import MediaEncoding

/// The latest samples of one track, compressed, from a place on where decoding can start: a few megabytes at most.
package struct LivePhotoTrack: Sendable {
    /// The samples, the latest last.
    package private(set) var samples: [EncodedSample] = []
    /// What the samples are.
    var format: CMFormatDescription?

    /// Adds a sample, and lets go of what is longer ago than a time span, but for what later samples need.
    mutating func append(_ sample: EncodedSample, keeping span: CMTime) {
        samples.append(sample)
        guard sample.isKeyFrame else { return }
        let limit = sample.presentationTime - span
        if let first = samples.lastIndex(where: { $0.isKeyFrame && $0.presentationTime <= limit }), first > 0 {
            samples.removeFirst(first)
        }
    }

    /// The samples that are shown from a time on, and those that they need.
    ///
    /// - Parameter lead: how many samples before are taken too, if they are there: what decoders of sound give first is not what
    ///   was heard.
    func samples(from start: CMTime, lead: Int = 0) -> [EncodedSample] {
        let first = samples.lastIndex { $0.isKeyFrame && $0.presentationTime <= start }
        return Array(samples[max(0, (first ?? 0) - lead)...])
    }

    /// When the last sample ends; `nil` without samples.
    var end: CMTime? { samples.last.map(\.end) }
}

extension EncodedSample {
    /// When it is no longer shown.
    var end: CMTime { duration.isNumeric ? presentationTime + duration : presentationTime }
}
