import CaptureCore
import CoreMedia
import Foundation

/// What the track says about itself, and how its media lie in the file. To be set before writing (S-193).
extension AVAssetWriterInput {
    /// The language as a tag of BCP 47, such as `zh-Hant-TW`; `nil` at first. Players prefer it to ``languageCode``.
    ///
    /// What is no such tag stops the program.
    public var extendedLanguageTag: String? {
        get { configuration.withLock { $0.extendedLanguageTag } }
        set {
            if let newValue, !Self.isLanguageTag(newValue) {
                WriterRefusal.argument("\(newValue) is not a language tag of BCP 47")
                    .raise("AVAssetWriterInput setExtendedLanguageTag:")
            }
            set(\.extendedLanguageTag, to: newValue, method: "setExtendedLanguageTag:")
        }
    }

    /// Parts of up to eight letters and digits, the first of letters only.
    private static func isLanguageTag(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        return tag.utf8.count < 128 && parts[0].allSatisfy(\.isLetter)
            && parts.allSatisfy {
                (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }

    /// How loud the sound is to be played, from 0 to 1; 1 at first. Only for sound, whose players it advises: what is written does
    /// not change. Anything else stops the program.
    public var preferredVolume: Float {
        get { configuration.withLock { $0.volume } }
        set {
            guard (0...1).contains(newValue), mediaType == .audio || newValue == 1 else {
                WriterRefusal.argument("The volume must be from 0 to 1, and is for audio tracks only")
                    .raise("AVAssetWriterInput setPreferredVolume:")
            }
            set(\.volume, to: newValue, method: "setPreferredVolume:")
        }
    }

    /// How long a piece of the track's media is at most that lies in the file without other tracks' in between; invalid at first,
    /// which leaves it to the writer.
    ///
    /// DEVIATION: from a fiftieth of a second on, and never longer than a second; all tracks follow the shortest that is asked for.
    public var preferredMediaChunkDuration: CMTime {
        get { configuration.withLock { $0.chunkDuration } }
        set {
            guard !newValue.isNumeric || newValue > .zero else {
                WriterRefusal.argument("The duration must be positive")
                    .raise("AVAssetWriterInput setPreferredMediaChunkDuration:")
            }
            set(\.chunkDuration, to: newValue, method: "setPreferredMediaChunkDuration:")
        }
    }
}
