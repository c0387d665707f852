import FoundationExtras

/// Makes a description of a time code track.
///
/// - Parameters:
///   - timeCodeFormatType: the coding of the samples.
///   - frameDuration: the length of a frame, such as 1001/30000.
///   - frameQuanta: the frames that are counted in a second, such as 30.
///   - flags: `kCMTimeCodeFlag_...` bits.
///   - extensions: further properties.
@discardableResult
public func CMTimeCodeFormatDescriptionCreate(
    allocator: CFAllocator?,
    timeCodeFormatType: CMTimeCodeFormatType,
    frameDuration: CMTime,
    frameQuanta: UInt32,
    flags: UInt32,
    extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMTimeCodeFormatDescription?>
) -> OSStatus {
    guard frameDuration.isNumeric, frameQuanta > 0 else { return kCMFormatDescriptionError_InvalidParameter }
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: kCMMediaType_TimeCode,
        subType: timeCodeFormatType,
        extensions: extensions,
        details: .timeCode(frameDuration: frameDuration, frameQuanta: frameQuanta, flags: flags)
    )
    return noErr
}

/// The length of a frame; invalid if the format is not time code.
@discardableResult
public func CMTimeCodeFormatDescriptionGetFrameDuration(
    _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> CMTime {
    if case .timeCode(let duration, _, _) = timeCodeFormatDescription.details { duration } else { .invalid }
}

/// The frames that are counted in a second; 0 if the format is not time code.
@discardableResult
public func CMTimeCodeFormatDescriptionGetFrameQuanta(
    _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> UInt32 {
    if case .timeCode(_, let quanta, _) = timeCodeFormatDescription.details { quanta } else { 0 }
}

/// The `kCMTimeCodeFlag_...` bits; 0 if the format is not time code.
@discardableResult
public func CMTimeCodeFormatDescriptionGetTimeCodeFlags(_ desc: CMTimeCodeFormatDescription) -> UInt32 {
    if case .timeCode(_, _, let flags) = desc.details { flags } else { 0 }
}

extension CMFormatDescription {
    /// A name space for time code.
    public struct TimeCode {
        /// How time code counts.
        public struct Flag: OptionSet, Hashable, Sendable {
            /// The bits as the C-style functions take them.
            public let rawValue: UInt32

            /// Makes flags from raw bits.
            public init(rawValue: UInt32) {
                self.rawValue = rawValue
            }

            /// Frame numbers are left out so that time code keeps up with the clock.
            public static let dropFrame = Flag(rawValue: kCMTimeCodeFlag_DropFrame)
            /// Time code starts again at 24 hours.
            public static let twentyFourHourMax = Flag(rawValue: kCMTimeCodeFlag_24HourMax)
            /// Time code may be negative.
            public static let negTimesOK = Flag(rawValue: kCMTimeCodeFlag_NegTimesOK)
        }
    }

    /// Makes a description of a time code track.
    public convenience init(
        timeCodeFormatType: MediaSubType,
        frameDuration: CMTime,
        frameQuanta: UInt32,
        flags: TimeCode.Flag,
        extensions: Extensions? = nil
    ) throws {
        guard frameDuration.isNumeric, frameQuanta > 0 else { throw Error.invalidParameter }
        self.init(
            mediaType: kCMMediaType_TimeCode,
            subType: timeCodeFormatType.rawValue,
            extensions: extensions?.dictionary,
            details: .timeCode(frameDuration: frameDuration, frameQuanta: frameQuanta, flags: flags.rawValue)
        )
    }

    /// The length of a frame of time code.
    public var frameDuration: CMTime { CMTimeCodeFormatDescriptionGetFrameDuration(self) }
    /// The frames of time code that are counted in a second.
    public var frameQuanta: UInt32 { CMTimeCodeFormatDescriptionGetFrameQuanta(self) }
    /// How time code counts.
    public var timeCodeFlags: TimeCode.Flag {
        TimeCode.Flag(rawValue: CMTimeCodeFormatDescriptionGetTimeCodeFlags(self))
    }
}

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The coding of time code samples, as four characters.
public typealias CMTimeCodeFormatType = FourCharCode

/// Time code flag: 24 hour max.
public let kCMTimeCodeFlag_24HourMax: UInt32 = 2
/// Time code flag: drop frame.
public let kCMTimeCodeFlag_DropFrame: UInt32 = 1
/// Time code flag: neg times OK.
public let kCMTimeCodeFlag_NegTimesOK: UInt32 = 4
/// Time code format description extension: source reference name.
nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionExtension_SourceReferenceName: CFString =
    "SourceReferenceName"
/// Time code format description key: lang code.
nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionKey_LangCode: CFString = "LangCode"
/// Time code format description key: value.
nonisolated(unsafe) public let kCMTimeCodeFormatDescriptionKey_Value: CFString = "Value"
/// Time code format: Counter32 (`cn32`).
public let kCMTimeCodeFormatType_Counter32: CMTimeCodeFormatType = 0x636E3332
/// Time code format: Counter64 (`cn64`).
public let kCMTimeCodeFormatType_Counter64: CMTimeCodeFormatType = 0x636E3634
/// Time code format: time Code32 (`tmcd`).
public let kCMTimeCodeFormatType_TimeCode32: CMTimeCodeFormatType = 0x746D6364
/// Time code format: time Code64 (`tc64`).
public let kCMTimeCodeFormatType_TimeCode64: CMTimeCodeFormatType = 0x74633634
