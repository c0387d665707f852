import CoreVideo
import FoundationExtras

/// A description of video.
public typealias CMVideoFormatDescription = CMFormatDescription
/// A description of audio.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A description of timed metadata.
public typealias CMMetadataFormatDescription = CMFormatDescription
/// A description of a time code track.
public typealias CMTimeCodeFormatDescription = CMFormatDescription

/// The width and height of encoded pictures, in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int32
    /// Rows.
    public var height: Int32

    /// Makes dimensions of 0 by 0.
    public init() {
        self.init(width: 0, height: 0)
    }

    /// Makes dimensions.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

/// What media is: its kind, coding, and the properties of its kind. Never changes once made; any thread.
// @unchecked: every field is written in `init` only, and the dictionary is an immutable copy of property-list values.
public final class CMFormatDescription: CFTypeIdentified, @unchecked Sendable {
    /// What depends on the kind of media.
    enum Details {
        case none
        case video(CMVideoDimensions)
        case audio(AudioFormatDetails)
        case timeCode(frameDuration: CMTime, frameQuanta: UInt32, flags: UInt32)
    }

    let mediaTypeCode: CMMediaType
    let subTypeCode: FourCharCode
    let extensionDictionary: CFDictionary?
    let details: Details
    let storedParameterSets: ParameterSets?

    init(mediaType: CMMediaType, subType: FourCharCode, extensions: CFDictionary?, details: Details) {
        mediaTypeCode = mediaType
        subTypeCode = subType
        extensionDictionary = extensions.flatMap { $0.count == 0 ? nil : $0.copy() as? NSDictionary }
        self.details = details
        storedParameterSets = Self.parameterSets(subType: subType, extensions: extensionDictionary)
    }

    private static func parameterSets(subType: FourCharCode, extensions: CFDictionary?) -> ParameterSets? {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        guard let codec = ParameterSets.Codec(subType),
            let atoms = extensions?.object(forKey: key) as? NSDictionary,
            let atom = atoms.object(forKey: NSString(string: codec.atom)) as? Data
        else { return nil }
        return ParameterSets(codec: codec, atom: atom)
    }

    /// Makes a description of video, for the capture path where nothing can be wrong with it.
    package convenience init(
        videoCodecType: CMVideoCodecType,
        width: Int32,
        height: Int32,
        extensions: CFDictionary? = nil
    ) {
        self.init(
            mediaType: kCMMediaType_Video,
            subType: videoCodecType,
            extensions: extensions,
            details: .video(CMVideoDimensions(width: width, height: height))
        )
    }

    /// The number of the type at run time.
    public static var typeID: CFTypeID { CMFormatDescriptionGetTypeID() }

    /// The kind of media.
    public var mediaType: MediaType { MediaType(rawValue: mediaTypeCode) }
    /// The codec, pixel format or other coding.
    public var mediaSubType: MediaSubType { MediaSubType(rawValue: subTypeCode) }
    /// All extensions.
    public var extensions: Extensions { Extensions(dictionary: extensionDictionary) }

    /// Whether the two describe the same format, leaving out some extensions.
    public func equalTo(
        _ otherFormatDescription: CMFormatDescription,
        extensionKeysToIgnore: [Extensions.Key] = [],
        sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
    ) -> Bool {
        areEqual(
            self,
            otherFormatDescription,
            ignoring: Set(extensionKeysToIgnore.map { $0.rawValue as String }),
            atoms: Set(sampleDescriptionExtensionAtomKeysToIgnore)
        )
    }
}

extension CMFormatDescription: Hashable {
    /// Whether the two describe the same format. See ``CMFormatDescriptionEqual(_:otherFormatDescription:)``.
    public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
        CMFormatDescriptionEqual(lhs, otherFormatDescription: rhs)
    }

    /// Hashes what equal descriptions have in common.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaTypeCode)
        hasher.combine(subTypeCode)
        if case .video(let dimensions) = details { hasher.combine(dimensions) }
    }
}

extension CMFormatDescription: CustomStringConvertible {
    /// Kind, coding and dimensions or stream layout, for logs.
    public var description: String {
        let head = "\(fourCharacters(mediaTypeCode)) \(fourCharacters(subTypeCode))"
        return switch details {
        case .none: head
        case .video(let dimensions): "\(head) \(dimensions.width)x\(dimensions.height)"
        case .audio(let audio):
            "\(head) \(audio.stream.pointee.mSampleRate) Hz, \(audio.stream.pointee.mChannelsPerFrame) channels"
        case .timeCode(_, let quanta, _): "\(head) \(quanta) frames per second"
        }
    }
}

/// The number of ``CMFormatDescription`` at run time.
@discardableResult
public func CMFormatDescriptionGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMFormatDescription.self))
}

/// Makes a description of media that has no properties but extensions.
@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?,
    mediaType: CMMediaType,
    mediaSubType: FourCharCode,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: mediaType,
        subType: mediaSubType,
        extensions: extensions,
        details: .none
    )
    return noErr
}

/// The kind of media.
@discardableResult
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
    desc.mediaTypeCode
}

/// The codec, pixel format or other coding.
@discardableResult
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.subTypeCode
}

/// All extensions; nil if there are none.
@discardableResult
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
    desc.extensionDictionary
}

/// All extensions as a dictionary of Swift's; nil if there are none.
///
/// Clients write `CMFormatDescriptionGetExtensions(format) as Dictionary?`, which Apple's compiler bridges: there is one function on Apple's
/// platforms. Without that cast the other one is called.
@_disfavoredOverload
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> [NSObject: AnyObject]? {
    desc.extensionDictionary.map { extensions in
        var all: [NSObject: AnyObject] = [:]
        for case let key as NSString in extensions.allKeys { all[key] = extensions.object(forKey: key) as AnyObject? }
        return all
    }
}

/// One extension; nil if it is not there.
@discardableResult
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList? {
    desc.extensionDictionary?.object(forKey: extensionKey) as AnyObject?
}

/// Whether the two describe the same format, extensions included; two nils are equal.
@discardableResult
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?,
    otherFormatDescription: CMFormatDescription?
) -> Bool {
    guard let formatDescription, let otherFormatDescription else {
        return formatDescription == nil && otherFormatDescription == nil
    }
    return areEqual(formatDescription, otherFormatDescription, ignoring: [], atoms: [])
}

/// Whether the two describe the same format, leaving out some extensions.
///
/// - Parameters:
///   - formatDescriptionExtensionKeysToIgnore: a key, or an array of keys.
///   - sampleDescriptionExtensionAtomKeysToIgnore: a name, or an array of names, of sample description atoms.
@discardableResult
public func CMFormatDescriptionEqualIgnoringExtensionKeys(
    _ formatDescription: CMFormatDescription?,
    otherFormatDescription: CMFormatDescription?,
    extensionKeysToIgnore formatDescriptionExtensionKeysToIgnore: CFTypeRef?,
    sampleDescriptionExtensionAtomKeysToIgnore: CFTypeRef?
) -> Bool {
    guard let formatDescription, let otherFormatDescription else {
        return formatDescription == nil && otherFormatDescription == nil
    }
    return areEqual(
        formatDescription,
        otherFormatDescription,
        ignoring: names(formatDescriptionExtensionKeysToIgnore),
        atoms: names(sampleDescriptionExtensionAtomKeysToIgnore)
    )
}

private func names(_ oneOrMany: CFTypeRef?) -> Set<String> {
    if let one = oneOrMany as? NSString { return [one as String] }
    return Set(oneOrMany as? [String] ?? [])
}

private func areEqual(
    _ left: CMFormatDescription,
    _ right: CMFormatDescription,
    ignoring keys: Set<String>,
    atoms: Set<String>
) -> Bool {
    if left === right { return true }
    guard left.mediaTypeCode == right.mediaTypeCode, left.subTypeCode == right.subTypeCode,
        left.details.isEqual(right.details)
    else { return false }
    if keys.isEmpty, atoms.isEmpty {
        return left.extensionDictionary == right.extensionDictionary
    }
    return without(left.extensionDictionary, keys, atoms) == without(right.extensionDictionary, keys, atoms)
}

/// The extensions without some keys, and their atoms without some names; nil if nothing is left.
private func without(_ dictionary: CFDictionary?, _ keys: Set<String>, _ atoms: Set<String>) -> NSDictionary? {
    guard let result = dictionary?.mutableCopy() as? NSMutableDictionary else { return nil }
    for key in keys { result.removeObject(forKey: NSString(string: key)) }
    let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    if let kept = (result.object(forKey: atomsKey) as? NSDictionary)?.mutableCopy() as? NSMutableDictionary {
        for atom in atoms { kept.removeObject(forKey: NSString(string: atom)) }
        result.setObject(kept, forKey: atomsKey)
    }
    return result.count == 0 ? nil : result
}

extension CMFormatDescription.Details {
    fileprivate func isEqual(_ other: CMFormatDescription.Details) -> Bool {
        switch (self, other) {
        case (.none, .none): true
        case (.video(let left), .video(let right)): left == right
        case (.audio(let left), .audio(let right)): left.differences(from: right) == 0
        case (.timeCode(let duration1, let quanta1, let flags1), .timeCode(let duration2, let quanta2, let flags2)):
            duration1 == duration2 && quanta1 == quanta2 && flags1 == flags2
        default: false
        }
    }
}

extension CMFormatDescription {
    /// The kind of media, as four characters.
    public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The four characters.
        public let rawValue: CMMediaType

        /// Makes a value from four characters.
        public init(rawValue: CMMediaType) {
            self.rawValue = rawValue
        }

        /// The four characters in quotes, or the number if they are no characters.
        public var description: String { fourCharacters(rawValue) }

        /// Audio: `kCMMediaType_Audio`.
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        /// Closed caption: `kCMMediaType_ClosedCaption`.
        public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
        /// Metadata: `kCMMediaType_Metadata`.
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)
        /// Muxed: `kCMMediaType_Muxed`.
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
        /// Subtitle: `kCMMediaType_Subtitle`.
        public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
        /// Tagged buffer group: `kCMMediaType_TaggedBufferGroup`.
        public static let taggedBufferGroup = MediaType(rawValue: kCMMediaType_TaggedBufferGroup)
        /// Text: `kCMMediaType_Text`.
        public static let text = MediaType(rawValue: kCMMediaType_Text)
        /// Time code: `kCMMediaType_TimeCode`.
        public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
        /// Video: `kCMMediaType_Video`.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
    }
}

/// The kind of media, as four characters.
public typealias CMMediaType = FourCharCode

/// Media type: audio (`soun`).
public let kCMMediaType_Audio: CMMediaType = 0x736F756E
/// Media type: auxiliary picture (`auxv`).
public let kCMMediaType_AuxiliaryPicture: CMMediaType = 0x61757876
/// Media type: closed caption (`clcp`).
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636C6370
/// Media type: metadata (`meta`).
public let kCMMediaType_Metadata: CMMediaType = 0x6D657461
/// Media type: muxed (`muxx`).
public let kCMMediaType_Muxed: CMMediaType = 0x6D757878
/// Media type: subtitle (`sbtl`).
public let kCMMediaType_Subtitle: CMMediaType = 0x7362746C
/// Media type: tagged buffer group (`tbgr`).
public let kCMMediaType_TaggedBufferGroup: CMMediaType = 0x74626772
/// Media type: text (`text`).
public let kCMMediaType_Text: CMMediaType = 0x74657874
/// Media type: time code (`tmcd`).
public let kCMMediaType_TimeCode: CMMediaType = 0x746D6364
/// Media type: video (`vide`).
public let kCMMediaType_Video: CMMediaType = 0x76696465

extension CMFormatDescription {
    /// The errors of format descriptions, as the Foundation errors that Swift code catches.
    public struct Error {
        /// Allocation failed: `kCMFormatDescriptionError_AllocationFailed`.
        public static let allocationFailed = statusError(kCMFormatDescriptionError_AllocationFailed)
        /// Invalid parameter: `kCMFormatDescriptionError_InvalidParameter`.
        public static let invalidParameter = statusError(kCMFormatDescriptionError_InvalidParameter)
        /// Value not available: `kCMFormatDescriptionError_ValueNotAvailable`.
        public static let valueNotAvailable = statusError(kCMFormatDescriptionError_ValueNotAvailable)
    }
}

/// Format description error: allocation failed.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// Format description error: invalid parameter.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// Format description error: value not available.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

// The errors of turning format descriptions into sample descriptions of files and back.

/// Bridge error: invalid parameter.
public let kCMFormatDescriptionBridgeError_InvalidParameter: OSStatus = -12712
/// Bridge error: allocation failed.
public let kCMFormatDescriptionBridgeError_AllocationFailed: OSStatus = -12713
/// Bridge error: invalid serialized sample description.
public let kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription: OSStatus = -12714
/// Bridge error: invalid format description.
public let kCMFormatDescriptionBridgeError_InvalidFormatDescription: OSStatus = -12715
/// Bridge error: incompatible format description.
public let kCMFormatDescriptionBridgeError_IncompatibleFormatDescription: OSStatus = -12716
/// Bridge error: unsupported sample description flavor.
public let kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor: OSStatus = -12717
/// Bridge error: invalid slice.
public let kCMFormatDescriptionBridgeError_InvalidSlice: OSStatus = -12719
