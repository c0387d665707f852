import CoreMedia
import Foundation

/// Would prefer exact times to quick answers; times are always exact here.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// Which references to other files are not followed.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
/// What kind of file it is, whatever its name says; found out by its contents here.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"

/// The asset of a file.
///
/// QuickTime movies, MPEG-4, WAVE and Core Audio files are read, finished or not: of a recording that ended suddenly all whole
/// fragments. DEVIATION: only files of this machine; any other address fails with `NSURLErrorUnsupportedURL`.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // @unchecked: the loader locks.
    private let loader: AssetLoader
    private let restrictions: AVAssetReferenceRestrictions

    /// Makes the asset of a file, which is not opened yet.
    ///
    /// - Parameters:
    ///   - URL: where it is.
    ///   - options: by the keys `AVURLAsset...Key`. Those for remote files have no effect.
    public init(url URL: URL, options: [String: Any]? = nil) {
        loader = AssetLoader(URL)
        let number = options?[AVURLAssetReferenceRestrictionsKey] as? NSNumber
        restrictions = number.map { AVAssetReferenceRestrictions(rawValue: $0.uintValue) } ?? .defaultPolicy
        super.init()
    }

    /// Makes the asset of a file, which is not opened yet.
    public convenience init(url: URL) {
        self.init(url: url, options: nil)
    }

    /// Where the file is.
    open var url: URL { loader.url }

    /// Which references to other files are not followed.
    open override var referenceRestrictions: AVAssetReferenceRestrictions { restrictions }

    /// Whether media might have to be decrypted; never.
    open var mayRequireContentKeysForMediaDataProcessing: Bool { false }

    override func contents() throws -> AssetContents { try loader.contents(for: self) }

    override var loadingState: LoadingState { loader.loadingState }

    nonisolated(nonsending) override func loadValues() async throws { try await loader.load(for: self) }

    // MARK: Kinds of files

    /// The kinds of files that are read.
    open class func audiovisualTypes() -> [AVFileType] { [.mov, .mp4, .m4v, .m4a, .wav, .caf] }

    /// The kinds of files that are read, by the internet's names.
    open class func audiovisualMIMETypes() -> [String] {
        [
            "video/quicktime", "video/mp4", "video/x-m4v", "audio/mp4", "audio/x-m4a", "audio/wav", "audio/x-wav",
            "audio/vnd.wave", "audio/x-caf",
        ]
    }

    /// Whether files of a kind, with codecs if it names some, can be decoded.
    ///
    /// - Parameter extendedMIMEType: such as `video/mp4; codecs="avc1.64001f, mp4a.40.2"`.
    open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        let parts = extendedMIMEType.split(separator: ";", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let type = parts.first?.lowercased(), audiovisualMIMETypes().contains(type) else { return false }
        guard parts.count > 1, let list = parts[1].split(separator: "=", maxSplits: 1).last else { return true }
        let known: Set<Substring> = ["avc1", "avc3", "hvc1", "hev1", "mp4a", "jpeg", "lpcm"]
        return list.split(separator: ",").allSatisfy { codec in
            let name = codec.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
            return known.contains(name.split(separator: ".").first ?? "")
        }
    }
}
