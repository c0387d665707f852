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

    /// The size at which the track is shown; zero at first, which is that of its pictures.
    ///
    /// DEVIATION: files of this writer have no other size than the pictures'. One that is neither zero nor theirs stops the program,
    /// and so does setting it after writing has started (S-193).
    public var naturalSize: CGSize {
        get { configuration.withLock { $0.naturalSize } }
        set {
            guard newValue == .zero || newValue == plan.frameSize else {
                WriterRefusal.argument("The natural size must be that of the pictures, \(plan.frameSize ?? .zero)")
                    .raise("AVAssetWriterInput setNaturalSize:")
            }
            set(\.naturalSize, to: newValue, method: "setNaturalSize:")
        }
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
