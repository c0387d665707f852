import FoundationExtras

/// Makes a description of audio.
///
/// - Parameters:
///   - asbd: the layout of the stream.
///   - layoutSize: the size of `layout` in bytes with all its descriptions; 0 if there is none.
///   - layout: what the channels are for.
///   - magicCookieSize: the size of `magicCookie`; 0 if there is none.
///   - magicCookie: what the decoder needs to know.
///   - extensions: further properties.
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?,
    asbd: UnsafePointer<AudioStreamBasicDescription>,
    layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?,
    magicCookieSize: Int,
    magicCookie: UnsafeRawPointer?,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    // A layout without descriptions may leave the room for the first one out.
    guard layoutSize == 0 || layoutSize >= 12, layoutSize >= 0, magicCookieSize >= 0 else {
        return kCMFormatDescriptionError_InvalidParameter
    }
    let details = AudioFormatDetails(
        stream: asbd.pointee,
        layout: layoutSize == 0 ? nil : layout.map { UnsafeRawBufferPointer(start: $0, count: layoutSize) },
        magicCookie: magicCookie.map { UnsafeRawBufferPointer(start: $0, count: magicCookieSize) }
    )
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: kCMMediaType_Audio,
        subType: asbd.pointee.mFormatID,
        extensions: extensions,
        details: .audio(details)
    )
    return noErr
}

extension CMFormatDescription {
    var audioDetails: AudioFormatDetails? {
        if case .audio(let audio) = details { audio } else { nil }
    }
}

/// The layout of the stream, valid as long as the description; nil if the format is not audio.
@discardableResult
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.audioDetails.map { UnsafePointer($0.stream) }
}

/// What the decoder needs to know, valid as long as the description; nil if there is nothing.
@discardableResult
public func CMAudioFormatDescriptionGetMagicCookie(
    _ desc: CMAudioFormatDescription,
    sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
    sizeOut?.pointee = desc.audioDetails?.magicCookie?.count ?? 0
    return UnsafeRawPointer(desc.audioDetails?.magicCookie?.baseAddress)
}

/// What the channels are for, valid as long as the description; nil if the format does not say.
@discardableResult
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription,
    sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
    sizeOut?.pointee = desc.audioDetails?.layout?.count ?? 0
    return desc.audioDetails?.layout?.baseAddress.map {
        UnsafePointer($0.assumingMemoryBound(to: AudioChannelLayout.self))
    }
}

/// The formats that the stream can be decoded as, the best first, valid as long as the description.
///
/// Formats that hide a richer one in a compatible stream (HE-AAC) are not taken apart: the list has one item.
@discardableResult
public func CMAudioFormatDescriptionGetFormatList(
    _ desc: CMAudioFormatDescription,
    sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
    sizeOut?.pointee = desc.audioDetails == nil ? 0 : MemoryLayout<AudioFormatListItem>.size
    return desc.audioDetails.map { UnsafePointer($0.formatList) }
}

/// The best of the stream's formats.
@discardableResult
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    CMAudioFormatDescriptionGetFormatList(desc, sizeOut: nil)
}

/// The plainest of the stream's formats.
@discardableResult
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    CMAudioFormatDescriptionGetFormatList(desc, sizeOut: nil)
}

/// Whether two audio formats are equal in the parts asked for.
///
/// - Parameter equalityMaskOut: receives the parts in which they are equal.
@discardableResult
public func CMAudioFormatDescriptionEqual(
    _ formatDescription: CMAudioFormatDescription,
    otherFormatDescription: CMAudioFormatDescription,
    equalityMask: CMAudioFormatDescriptionMask,
    equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
    var equal: CMAudioFormatDescriptionMask = 0
    if let left = formatDescription.audioDetails, let right = otherFormatDescription.audioDetails {
        equal = kCMAudioFormatDescriptionMask_All & ~left.differences(from: right)
        if formatDescription.extensionDictionary != otherFormatDescription.extensionDictionary {
            equal &= ~kCMAudioFormatDescriptionMask_Extensions
        }
    }
    equalityMaskOut?.pointee = equal
    return equal & equalityMask == equalityMask
}

extension CMFormatDescription {
    /// Which parts of audio formats to compare.
    public struct EqualityMask: OptionSet, Hashable, Sendable {
        /// The bits as the C-style functions take them.
        public let rawValue: CMAudioFormatDescriptionMask

        /// Makes a mask from raw bits.
        public init(rawValue: CMAudioFormatDescriptionMask) {
            self.rawValue = rawValue
        }

        /// The layout of the stream.
        public static let streamBasicDescription = EqualityMask(
            rawValue: kCMAudioFormatDescriptionMask_StreamBasicDescription
        )
        /// What the decoder needs to know.
        public static let magicCookie = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_MagicCookie)
        /// What the channels are for.
        public static let channelLayout = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_ChannelLayout)
        /// Further properties.
        public static let extensions = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_Extensions)
        /// Everything.
        public static let all = EqualityMask(rawValue: kCMAudioFormatDescriptionMask_All)
    }

    /// Makes a description of audio.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription,
        magicCookie: Data? = nil,
        extensions: Extensions? = nil
    ) throws {
        let details =
            magicCookie?.withUnsafeBytes {
                AudioFormatDetails(stream: audioStreamBasicDescription, layout: nil, magicCookie: $0)
            } ?? AudioFormatDetails(stream: audioStreamBasicDescription, layout: nil, magicCookie: nil)
        self.init(
            mediaType: kCMMediaType_Audio,
            subType: audioStreamBasicDescription.mFormatID,
            extensions: extensions?.dictionary,
            details: .audio(details)
        )
    }

    /// The layout of the stream; nil if the format is not audio.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { audioDetails?.stream.pointee }

    /// The formats that the stream can be decoded as, the best first.
    public var audioFormatList: [AudioFormatListItem] { audioDetails.map { [$0.formatList.pointee] } ?? [] }
    /// The best of the stream's formats.
    public var richestDecodableFormat: AudioFormatListItem? { audioDetails?.formatList.pointee }
    /// The plainest of the stream's formats.
    public var mostCompatibleFormat: AudioFormatListItem? { audioDetails?.formatList.pointee }

    /// What the decoder needs to know.
    public var magicCookie: Data? { audioDetails?.magicCookie.map { Data($0) } }

    /// Gives what the decoder needs to know without a copy.
    public func withMagicCookie<R>(_ body: (UnsafeRawBufferPointer?) throws -> R) rethrows -> R {
        defer { withExtendedLifetime(self) {} }
        return try body(audioDetails?.magicCookie.map { UnsafeRawBufferPointer($0) })
    }

    /// Whether two audio formats are equal in the parts asked for, and the parts in which they are.
    public func equalTo(
        _ otherFormatDescription: CMAudioFormatDescription,
        equalityMask: EqualityMask = .all
    ) -> (Bool, equalityMask: EqualityMask) {
        var equal: CMAudioFormatDescriptionMask = 0
        let result = CMAudioFormatDescriptionEqual(
            self,
            otherFormatDescription: otherFormatDescription,
            equalityMask: equalityMask.rawValue,
            equalityMaskOut: &equal
        )
        return (result, EqualityMask(rawValue: equal))
    }
}

/// Which parts of audio formats to compare.
public typealias CMAudioFormatDescriptionMask = UInt32

/// Part of an audio format to compare: stream basic description.
public let kCMAudioFormatDescriptionMask_StreamBasicDescription: CMAudioFormatDescriptionMask = 1
/// Part of an audio format to compare: channel layout.
public let kCMAudioFormatDescriptionMask_ChannelLayout: CMAudioFormatDescriptionMask = 4
/// Part of an audio format to compare: extensions.
public let kCMAudioFormatDescriptionMask_Extensions: CMAudioFormatDescriptionMask = 8
/// Part of an audio format to compare: magic cookie.
public let kCMAudioFormatDescriptionMask_MagicCookie: CMAudioFormatDescriptionMask = 2

/// All parts of an audio format.
public let kCMAudioFormatDescriptionMask_All: CMAudioFormatDescriptionMask = 0xf

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
