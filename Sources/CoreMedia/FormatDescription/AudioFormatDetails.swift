import FoundationExtras

/// What a format description knows of audio, at addresses that stay valid as long as the description lives.
// @unchecked: written in `init` only.
final class AudioFormatDetails: @unchecked Sendable {
    let stream: UnsafeMutablePointer<AudioStreamBasicDescription>
    let formatList: UnsafeMutablePointer<AudioFormatListItem>
    /// The channel layout with all of its descriptions.
    let layout: UnsafeMutableRawBufferPointer?
    let magicCookie: UnsafeMutableRawBufferPointer?

    init(
        stream description: AudioStreamBasicDescription,
        layout: UnsafeRawBufferPointer?,
        magicCookie: UnsafeRawBufferPointer?
    ) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: description)
        self.layout = Self.copy(layout)
        self.magicCookie = Self.copy(magicCookie)
        formatList = .allocate(capacity: 1)
        let tag = layout?.loadUnaligned(as: AudioChannelLayoutTag.self)
        formatList.initialize(to: AudioFormatListItem(mASBD: description, mChannelLayoutTag: tag ?? 0))
    }

    deinit {
        stream.deallocate()
        formatList.deallocate()
        layout?.deallocate()
        magicCookie?.deallocate()
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer?) -> UnsafeMutableRawBufferPointer? {
        guard let bytes, bytes.count > 0 else { return nil }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        copy.copyMemory(from: bytes)
        return copy
    }

    /// The parts in which two formats differ.
    func differences(from other: AudioFormatDetails) -> CMAudioFormatDescriptionMask {
        var mask: CMAudioFormatDescriptionMask = 0
        if stream.pointee != other.stream.pointee { mask |= kCMAudioFormatDescriptionMask_StreamBasicDescription }
        if !Self.areEqual(magicCookie, other.magicCookie) { mask |= kCMAudioFormatDescriptionMask_MagicCookie }
        if !Self.areEqual(layout, other.layout) { mask |= kCMAudioFormatDescriptionMask_ChannelLayout }
        return mask
    }

    private static func areEqual(
        _ left: UnsafeMutableRawBufferPointer?,
        _ right: UnsafeMutableRawBufferPointer?
    ) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.elementsEqual(right)
    }
}
