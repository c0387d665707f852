import CoreMedia
import Foundation

/// A property whose value is found out later, of any type.
open class AVAnyAsyncProperty: Hashable, CustomStringConvertible, @unchecked Sendable {
    // @unchecked: immutable, like those of its subclasses; what they call may be called on any thread.
    let key: String

    init(key: String) {
        self.key = key
    }

    /// The property's name.
    public var description: String { key }

    /// Whether both are the same property of the same type.
    public static func == (left: AVAnyAsyncProperty, right: AVAnyAsyncProperty) -> Bool {
        left.key == right.key && type(of: left) == type(of: right)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}

/// A property of a type whose value is found out later. Properties of assets, tracks and metadata items are its static members.
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {
    // @unchecked: inherited.
}

/// A property whose value has a type and is found out later, to be given to `load(_:)`.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    // @unchecked: inherited.
    private let read: @Sendable (Root) throws -> Value

    init(_ key: String, _ read: @escaping @Sendable (Root) throws -> Value) {
        self.read = read
        super.init(key: key)
    }

    /// How far the value is.
    @frozen public enum Status {
        /// Nobody has asked for it.
        case notYetLoaded
        /// It is being found out.
        case loading
        /// It is known.
        case loaded(Value)
        /// It cannot be found out.
        case failed(NSError)
    }

    func status(of root: Root) -> Status {
        switch (root as? any DeferredValues)?.loadingState ?? .loaded {
        case .unknown: return .notYetLoaded
        case .loading: return .loading
        case .failed(let error): return .failed(error)
        case .loaded:
            do {
                return .loaded(try read(root))
            } catch {
                return .failed(error as NSError)
            }
        }
    }

    nonisolated(nonsending) func load(_ root: Root) async throws -> Value {
        if let deferred = root as? any DeferredValues { try await deferred.loadValues() }
        return try read(root)
    }
}

// What can be given to `load(_:)`. Reading what cannot be read throws, in place of the empty values that the older properties have.

extension AVAsyncProperty where Root: AVAsset {
    /// A property that an asset which cannot be read has a value for, too.
    fileprivate convenience init(ofReadable key: String, _ read: @escaping @Sendable (Root) -> Value) {
        self.init(key) { asset in
            _ = try asset.contents()
            return read(asset)
        }
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The duration.
    public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { try $0.contents().duration } }

    /// The tracks.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { try $0.contents().tracks } }

    /// All metadata.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        .init("metadata") { try $0.contents().metadata }
    }

    /// Metadata with common keys.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        .init("commonMetadata") { try $0.contents().metadata.filter { $0.commonKey != nil } }
    }

    /// When it was begun.
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        .init("creationDate") { try $0.contents().creationDate }
    }

    /// The formats of the metadata.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        .init("availableMetadataFormats") { AVAsset.formats(of: try $0.contents().metadata) }
    }

    /// The rate to play at.
    public static var preferredRate: AVAsyncProperty<Root, Float> {
        .init(ofReadable: "preferredRate") { $0.preferredRate }
    }

    /// The volume to play at.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        .init(ofReadable: "preferredVolume") { $0.preferredVolume }
    }

    /// How the whole is to be turned.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        .init(ofReadable: "preferredTransform") { $0.preferredTransform }
    }

    /// The least distance from a live stream.
    public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
        .init(ofReadable: "minimumTimeOffsetFromLive") { $0.minimumTimeOffsetFromLive }
    }

    /// Whether times are exact.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
    }

    /// The words of a song.
    public static var lyrics: AVAsyncProperty<Root, String?> {
        .init(ofReadable: "lyrics") { $0.lyrics }
    }

    /// Whether media are protected.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "hasProtectedContent") { $0.hasProtectedContent }
    }

    /// Whether fragments can be appended.
    public static var canContainFragments: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "canContainFragments") { $0.canContainFragments }
    }

    /// Whether it consists of fragments.
    public static var containsFragments: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "containsFragments") { $0.containsFragments }
    }

    /// Whether it can be decoded.
    public static var isPlayable: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "isPlayable") { $0.isPlayable }
    }

    /// Whether export sessions take it.
    public static var isExportable: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "isExportable") { $0.isExportable }
    }

    /// Whether asset readers take it.
    public static var isReadable: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "isReadable") { $0.isReadable }
    }

    /// Whether compositions take it.
    public static var isComposable: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "isComposable") { $0.isComposable }
    }

    /// Whether photo libraries take it.
    public static var isCompatibleWithSavedPhotosAlbum: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "isCompatibleWithSavedPhotosAlbum") { $0.isCompatibleWithSavedPhotosAlbum }
    }

    /// Whether it can be sent to another screen.
    public static var isCompatibleWithAirPlayVideo: AVAsyncProperty<Root, Bool> {
        .init(ofReadable: "isCompatibleWithAirPlayVideo") { $0.isCompatibleWithAirPlayVideo }
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// What the samples are.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        .init("formatDescriptions") { $0.contents.formats }
    }

    /// Whether it can be decoded.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("isPlayable") { $0.isPlayable } }

    /// Whether it can be decoded.
    public static var isDecodable: AVAsyncProperty<Root, Bool> { .init("isDecodable") { $0.isDecodable } }

    /// Whether players use it.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("isEnabled") { $0.isEnabled } }

    /// Whether media lie in the file.
    public static var isSelfContained: AVAsyncProperty<Root, Bool> { .init("isSelfContained") { $0.isSelfContained } }

    /// The number of bytes.
    public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
        .init("totalSampleDataLength") { $0.totalSampleDataLength }
    }

    /// The characteristics of the media.
    public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
        .init("mediaCharacteristics") {
            let track = $0;
            return [.visual, .audible, .legible, .frameBased].filter { track.hasMediaCharacteristic($0) }
        }
    }

    /// From when to when there is something.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }

    /// Units per second.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        .init("naturalTimeScale") { $0.naturalTimeScale }
    }

    /// Bits per second.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        .init("estimatedDataRate") { $0.estimatedDataRate }
    }

    /// The language.
    public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode") { $0.languageCode } }

    /// The language as a tag of BCP 47.
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        .init("extendedLanguageTag") { $0.extendedLanguageTag }
    }

    /// The size of pictures.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize") { $0.naturalSize } }

    /// How pictures are to be turned.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        .init("preferredTransform") { $0.preferredTransform }
    }

    /// The volume to play at.
    public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume") { $0.preferredVolume } }

    /// Pictures per second.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
        .init("nominalFrameRate") { $0.nominalFrameRate }
    }

    /// The shortest time of a picture.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
        .init("minFrameDuration") { $0.minFrameDuration }
    }

    /// Whether pictures are decoded in another order.
    public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
        .init("requiresFrameReordering") { $0.requiresFrameReordering }
    }

    /// Whether sounds depend on others.
    public static var hasAudioSampleDependencies: AVAsyncProperty<Root, Bool> {
        .init("hasAudioSampleDependencies") { $0.hasAudioSampleDependencies }
    }

    /// The stretches of the track.
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
        .init("segments") { ($0 as AVAssetTrack).segments }
    }

    /// Metadata with common keys.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        .init("commonMetadata") { $0.commonMetadata }
    }

    /// All metadata.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata") { $0.metadata } }

    /// The formats of the metadata.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        .init("availableMetadataFormats") { $0.availableMetadataFormats }
    }

    /// Whether samples can be visited.
    public static var canProvideSampleCursors: AVAsyncProperty<Root, Bool> {
        .init("canProvideSampleCursors") { $0.canProvideSampleCursors }
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    /// The value.
    public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> { .init("value") { $0.value } }

    /// The value as a string.
    public static var stringValue: AVAsyncProperty<Root, String?> { .init("stringValue") { $0.stringValue } }

    /// The value as a number.
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> { .init("numberValue") { $0.numberValue } }

    /// The value as a date.
    public static var dateValue: AVAsyncProperty<Root, Date?> { .init("dateValue") { $0.dateValue } }

    /// The value as bytes.
    public static var dataValue: AVAsyncProperty<Root, Data?> { .init("dataValue") { $0.dataValue } }

    /// Further attributes.
    public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
        .init("extraAttributes") { $0.extraAttributes }
    }
}
