import CoreMedia
import Foundation

/// A track of an asset: one kind of media.
///
/// Any thread. What the asset knew of the track when it made it does not change.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, DeferredValues {
    // Safe on any thread: the asset's reference is set once; what changes lies in mutexes of the subclasses.
    private weak var owner: AVAsset?
    private let fixed: TrackContents

    init(_ contents: TrackContents, of asset: AVAsset?) {
        fixed = contents
        owner = asset
        super.init()
    }

    /// What is known of the track.
    var contents: TrackContents { fixed }

    var loadingState: LoadingState { .loaded }

    nonisolated(nonsending) func loadValues() async throws {}

    /// The asset, as long as somebody keeps it.
    open var asset: AVAsset? { owner }
    /// The track's number in its asset.
    open var trackID: CMPersistentTrackID { contents.trackID }
    /// The kind of media.
    open var mediaType: AVMediaType { contents.mediaType }
    /// What the samples are: `CMFormatDescription`s.
    open var formatDescriptions: [Any] { contents.formats }
    /// Whether it can be decoded here.
    open var isPlayable: Bool { contents.isDecodable }
    /// Whether it can be decoded here.
    open var isDecodable: Bool { contents.isDecodable }
    /// Whether players use it from the start.
    open var isEnabled: Bool { contents.isEnabled }
    /// Whether the media lie in the asset's own file; others are not read.
    open var isSelfContained: Bool { true }
    /// The number of bytes of all samples.
    open var totalSampleDataLength: Int64 { contents.dataLength }

    /// Whether the media have a characteristic.
    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .visual: mediaType == .video || mediaType == .subtitle || mediaType == .closedCaption
        case .audible: mediaType == .audio
        case .legible: mediaType == .subtitle || mediaType == .closedCaption || mediaType == .text
        case .frameBased: mediaType == .video
        default: false
        }
    }

    // MARK: Time

    /// From when to when the asset has something of the track.
    open var timeRange: CMTimeRange { contents.timeRange }
    /// Units per second of the media's times.
    open var naturalTimeScale: CMTimeScale { contents.naturalTimeScale }
    /// Bits per second of the media, on average.
    open var estimatedDataRate: Float { contents.dataRate }

    /// The media's time that is shown at a moment of the track; invalid outside of the track.
    open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
        guard let mapping = contents.segments.first(where: { $0.target.containsTime(trackTime) }),
            mapping.source.isValid
        else { return .invalid }
        return CMTimeMapTimeFromRangeToRange(trackTime, fromRange: mapping.target, toRange: mapping.source)
    }

    // MARK: Language

    /// The language as an ISO 639-2/T code; `nil` if it is not said.
    open var languageCode: String? { contents.language }
    /// The language as a tag of BCP 47; `nil` if it is not said.
    open var extendedLanguageTag: String? { contents.extendedLanguage }

    // MARK: Pictures

    /// The size of the pictures, before they are turned.
    open var naturalSize: CGSize { contents.naturalSize }
    /// How the pictures are to be turned.
    open var preferredTransform: CGAffineTransform { contents.transform }
    /// The pictures per second, on average; 0 for sound.
    open var nominalFrameRate: Float { contents.frameRate }
    /// The shortest time that a picture is shown; invalid for sound and for a single picture.
    open var minFrameDuration: CMTime { contents.minimumFrameDuration }
    /// Whether pictures are decoded in another order than they are shown.
    open var requiresFrameReordering: Bool { contents.isReordered }

    // MARK: Sound

    /// The volume at which it is to be played.
    open var preferredVolume: Float { contents.volume }
    /// Whether sounds cannot be decoded without others; never with the codecs that are read here.
    open var hasAudioSampleDependencies: Bool { false }

    // MARK: Metadata

    /// What is said about the track. DEVIATION: nothing is read: metadata are the asset's.
    open var metadata: [AVMetadataItem] { [] }
    /// Items of the track that mean the same in all formats.
    open var commonMetadata: [AVMetadataItem] { [] }
    /// The formats that there are items of.
    open var availableMetadataFormats: [AVMetadataFormat] { [] }

    /// The items of a format.
    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { [] }

    // MARK: Finding it out

    /// The same track: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether samples can be visited one by one; they cannot.
    open var canProvideSampleCursors: Bool { false }

    /// Calls the handler: a track's values are known with the track.
    @preconcurrency
    open func loadValuesAsynchronously(
        forKeys keys: [String],
        completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        if let handler { DispatchQueue.global().async(execute: handler) }
    }

    /// Loaded: a track's values are known with the track.
    open func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus {
        .loaded
    }
}

// In extensions of the protocol: subclasses have segments of classes of their own, which Swift cannot override.
extension AVAsynchronousKeyValueLoading where Self: AVAssetTrack {
    /// The stretches of the track's time.
    public var segments: [AVAssetTrackSegment] { contents.segments.map(AVAssetTrackSegment.init) }

    /// The stretch that a moment is in.
    public func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        segments.first { $0.timeMapping.target.containsTime(trackTime) }
    }
}

extension AVAssetTrack {
    /// The items of a format.
    nonisolated(nonsending) public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        metadata(forFormat: format)
    }

    /// Finds out the media's time that is shown at a moment of the track.
    nonisolated(nonsending) public func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws
        -> CMTime
    {
        samplePresentationTime(forTrackTime: trackTime)
    }

    /// Finds out the stretch that a moment is in.
    nonisolated(nonsending) public func loadSegment(forTrackTime trackTime: CMTime) async throws -> AVAssetTrackSegment?
    {
        segment(forTrackTime: trackTime)
    }
}

/// A stretch of a track's time, and which media are shown in it.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    // @unchecked: immutable.
    /// From when to when in the media's time, to when in the track's.
    public let timeMapping: CMTimeMapping

    init(_ mapping: CMTimeMapping) {
        timeMapping = mapping
        super.init()
    }

    /// Whether nothing is shown.
    open var isEmpty: Bool { !timeMapping.source.isValid }
}
