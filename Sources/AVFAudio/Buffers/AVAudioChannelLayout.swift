import CoreMedia
import Foundation

/// Which channel is for which speaker, exactly as Apple's class of the same name, as far as a tag says it. Immutable.
open class AVAudioChannelLayout: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// The layout's tag.
    public let layoutTag: AudioChannelLayoutTag

    /// Makes a layout of a tag; `nil` for one that does not say how many channels there are.
    public init?(layoutTag: AudioChannelLayoutTag) {
        let needsMore = [kAudioChannelLayoutTag_UseChannelDescriptions, kAudioChannelLayoutTag_UseChannelBitmap]
        guard !needsMore.contains(layoutTag), layoutTag & 0xFFFF > 0 else { return nil }
        self.layoutTag = layoutTag
        super.init()
    }

    /// The number of channels.
    open var channelCount: AVAudioChannelCount { layoutTag & 0xFFFF }

    /// The layout as Core Audio has it.
    var layout: AudioChannelLayout {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = layoutTag
        return layout
    }

    /// Equal when the tags are.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioChannelLayout)?.layoutTag == layoutTag }

    /// Consistent with `isEqual(_:)`.
    open override var hash: Int { layoutTag.hashValue }
}
