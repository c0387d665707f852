import CaptureCore
import CoreMedia
import Foundation

extension AVAssetWriterInput {
    /// Whether the track can refer to another one: no.
    public func canAddTrackAssociation(
        withTrackOf input: AVAssetWriterInput,
        type trackAssociationType: String
    ) -> Bool { false }

    /// Lets the track refer to another one; stops the program, as
    /// ``canAddTrackAssociation(withTrackOf:type:)`` is false.
    public func addTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) {
        WriterRefusal.argument(
            "Track associations are not supported (-canAddTrackAssociationWithTrackOfInput:type: is NO)"
        )
        .raise("AVAssetWriterInput addTrackAssociationWithTrackOfInput:type:")
    }

    /// The size at which tracks without pictures of their own are shown; only for media types that cannot be written here.
    @available(*, unavailable, message: "The natural size of a video track is that of its pictures.")
    public var naturalSize: CGSize {
        get { .zero }
        set {}
    }

    /// The language as a tag of BCP 47.
    @available(*, unavailable, message: "Only languageCode (ISO 639-2/T) is written.")
    public var extendedLanguageTag: String? {
        get { nil }
        set {}
    }

    /// How loud the track is played.
    @available(*, unavailable, message: "Tracks are always written at full volume.")
    public var preferredVolume: Float {
        get { 1 }
        set {}
    }

    /// How long a contiguous piece of the track's media is.
    @available(*, unavailable, message: "The writer chooses how media are interleaved.")
    public var preferredMediaChunkDuration: CMTime {
        get { .invalid }
        set {}
    }

    /// How contiguous pieces of the track's media are aligned.
    @available(*, unavailable, message: "The writer chooses how media are interleaved.")
    public var preferredMediaChunkAlignment: Int {
        get { 0 }
        set {}
    }

    /// Where media that are only referred to lie.
    @available(*, unavailable, message: "Files are always self-contained.")
    public var sampleReferenceBaseURL: URL? {
        get { nil }
        set {}
    }
}
