import CoreMedia
import Foundation
import FoundationExtras

/// How sound looks in memory, exactly as Apple's class of the same name. Immutable; two formats are equal when they describe the same.
open class AVAudioFormat: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// The format in Core Media's terms.
    public let formatDescription: CMAudioFormatDescription
    /// Which channel is for which speaker; `nil` for one channel or two that nothing was said of.
    public let channelLayout: AVAudioChannelLayout?
    private let stream: AudioStreamBasicDescription

    private init?(_ stream: AudioStreamBasicDescription, _ layout: AVAudioChannelLayout?) {
        guard stream.mSampleRate > 0, stream.mSampleRate.isFinite, stream.mChannelsPerFrame > 0,
            layout.map({ $0.channelCount == stream.mChannelsPerFrame }) ?? (stream.mChannelsPerFrame <= 2)
        else { return nil }
        var (made, wanted): (CMAudioFormatDescription?, AudioStreamBasicDescription) = (nil, stream)
        var channels = layout?.layout ?? AudioChannelLayout()
        CMAudioFormatDescriptionCreate(
            allocator: nil,
            asbd: &wanted,
            layoutSize: layout == nil ? 0 : MemoryLayout<AudioChannelLayout>.size,
            layout: &channels,
            magicCookieSize: 0,
            magicCookie: nil,
            extensions: nil,
            formatDescriptionOut: &made
        )
        guard let made else { return nil }
        formatDescription = made
        channelLayout = layout
        self.stream = stream
        super.init()
    }

    // MARK: Making formats

    /// Makes a format of Core Audio's description; `nil` for more than two channels, which need a layout.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        self.init(asbd.pointee, nil)
    }

    /// Makes a format of Core Audio's description and a layout; `nil` where they do not fit, and for more than two channels without
    /// a layout.
    public convenience init?(
        streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>,
        channelLayout layout: AVAudioChannelLayout?
    ) {
        self.init(asbd.pointee, layout)
    }

    /// Makes the standard format: 32-bit floating point, each channel by itself. `nil` for none, and for more than two channels.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(Self.linear(.pcmFormatFloat32, sampleRate, channels, isInterleaved: false), nil)
    }

    /// Makes the standard format for a layout. A sample rate that is none stops the program.
    public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout)
    {
        self.init(
            commonFormat: .pcmFormatFloat32,
            sampleRate: sampleRate,
            interleaved: false,
            channelLayout: layout
        )
    }

    /// Makes a format of uncompressed sound; `nil` for `.otherFormat`, for no channels, and for more than two.
    public convenience init?(
        commonFormat format: AVAudioCommonFormat,
        sampleRate: Double,
        channels: AVAudioChannelCount,
        interleaved: Bool
    ) {
        guard format != .otherFormat else { return nil }
        self.init(Self.linear(format, sampleRate, channels, isInterleaved: interleaved), nil)
    }

    /// Makes a format of uncompressed sound for a layout. `.otherFormat`, and a sample rate that is none, stop the program.
    public convenience init(
        commonFormat format: AVAudioCommonFormat,
        sampleRate: Double,
        interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        guard format != .otherFormat, sampleRate > 0, sampleRate.isFinite else {
            programmerError(
                .invalidArgument,
                "*** -[AVAudioFormat initWithCommonFormat:sampleRate:interleaved:channelLayout:] \(format) at \(sampleRate) Hz"
            )
        }
        let description = Self.linear(format, sampleRate, layout.channelCount, isInterleaved: interleaved)
        // Not `nil`: rate and channels have been looked at.
        self.init(description, layout)!
    }

    /// Makes a format of a settings dictionary of linear PCM; `nil` for what it does not say, and for other codings.
    public convenience init?(settings: [String: Any]) {
        func number(_ key: String) -> Double? { (settings[key] as? NSNumber)?.doubleValue }
        func flag(_ key: String) -> Bool {
            (settings[key] as? NSNumber)?.boolValue ?? (settings[key] as? Bool ?? false)
        }
        guard let rate = number(AVSampleRateKey), let channels = number(AVNumberOfChannelsKey),
            (1...255).contains(channels),
            number(AVFormatIDKey).map({ $0 == Double(kAudioFormatLinearPCM) }) ?? true,
            !flag(AVLinearPCMIsBigEndianKey)
        else { return nil }
        let (bits, isFloat) = (number(AVLinearPCMBitDepthKey) ?? 16, flag(AVLinearPCMIsFloatKey))
        let format = AVAudioCommonFormat.allCases.first {
            $0.bits > 0 && Double($0.bits) == bits && $0.isFloat == isFloat
        }
        guard let format else { return nil }
        self.init(
            commonFormat: format,
            sampleRate: rate,
            channels: AVAudioChannelCount(channels),
            interleaved: !flag(AVLinearPCMIsNonInterleaved)
        )
    }

    /// Makes a format of Core Media's description. One that is not of sound stops the program.
    public init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        guard let stream = CMAudioFormatDescriptionGetStreamBasicDescription(formatDescription)?.pointee else {
            programmerError(
                .invalidArgument,
                "*** -[AVAudioFormat initWithCMAudioFormatDescription:] the format description is not of sound"
            )
        }
        self.formatDescription = formatDescription
        self.stream = stream
        let tag = CMAudioFormatDescriptionGetChannelLayout(formatDescription, sizeOut: nil)?.pointee.mChannelLayoutTag
        channelLayout = tag.flatMap(AVAudioChannelLayout.init(layoutTag:))
        super.init()
    }

    private static func linear(
        _ format: AVAudioCommonFormat,
        _ sampleRate: Double,
        _ channels: AVAudioChannelCount,
        isInterleaved: Bool
    ) -> AudioStreamBasicDescription {
        var flags = kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked
        flags |= format.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        if !isInterleaved { flags |= kAudioFormatFlagIsNonInterleaved }
        let bytes = format.bits / 8 * (isInterleaved ? min(channels, 0xFFFF) : 1)
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate,
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: flags,
            mBytesPerPacket: bytes,
            mFramesPerPacket: 1,
            mBytesPerFrame: bytes,
            mChannelsPerFrame: channels,
            mBitsPerChannel: format.bits,
            mReserved: 0
        )
    }

    // MARK: What it says

    /// The format in Core Audio's terms; valid as long as the format.
    open var streamDescription: UnsafePointer<AudioStreamBasicDescription> {
        // Not `nil`: every format description of sound has one.
        CMAudioFormatDescriptionGetStreamBasicDescription(formatDescription)!
    }

    /// Frames per second.
    open var sampleRate: Double { stream.mSampleRate }

    /// The number of channels.
    open var channelCount: AVAudioChannelCount { stream.mChannelsPerFrame }

    /// Whether the channels' samples lie in turns in one buffer; otherwise each channel has a buffer.
    open var isInterleaved: Bool { stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }

    /// Whether it is 32-bit floating point, each channel by itself.
    open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    /// How the samples look.
    open var commonFormat: AVAudioCommonFormat {
        let flags = stream.mFormatFlags
        guard stream.mFormatID == kAudioFormatLinearPCM, flags & kAudioFormatFlagIsBigEndian == 0,
            flags & kAudioFormatFlagIsPacked != 0
        else { return .otherFormat }
        let isFloat = flags & kAudioFormatFlagIsFloat != 0
        guard isFloat || flags & kAudioFormatFlagIsSignedInteger != 0 else { return .otherFormat }
        let formats = AVAudioCommonFormat.allCases.filter { $0 != .otherFormat && $0.isFloat == isFloat }
        return formats.first { $0.bits == stream.mBitsPerChannel } ?? .otherFormat
    }

    /// The format as a settings dictionary.
    open var settings: [String: Any] {
        var settings: [String: Any] = [
            AVFormatIDKey: NSNumber(value: stream.mFormatID),
            AVSampleRateKey: NSNumber(value: sampleRate),
            AVNumberOfChannelsKey: NSNumber(value: channelCount),
        ]
        guard stream.mFormatID == kAudioFormatLinearPCM else { return settings }
        let flags = stream.mFormatFlags
        settings[AVLinearPCMBitDepthKey] = NSNumber(value: stream.mBitsPerChannel)
        settings[AVLinearPCMIsFloatKey] = NSNumber(value: flags & kAudioFormatFlagIsFloat != 0)
        settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: flags & kAudioFormatFlagIsBigEndian != 0)
        settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: !isInterleaved)
        return settings
    }

    /// Equal when the descriptions and the layouts are.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioFormat else { return false }
        return other.stream == stream && other.channelLayout == channelLayout
    }

    /// Consistent with `isEqual(_:)`.
    open override var hash: Int { stream.hashValue }

    /// `<AVAudioFormat 0x...: 2 ch, 48000 Hz, Float32, deinterleaved>`, as Apple's.
    open override var description: String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
        let order = isInterleaved ? "interleaved" : "deinterleaved"
        let samples =
            switch commonFormat {
            case .otherFormat: "'\(formatDescription.mediaSubType)'"
            case .pcmFormatFloat32: "Float32, \(order)"
            case .pcmFormatFloat64: "Float64, \(order)"
            case .pcmFormatInt16: "Int16, \(order)"
            case .pcmFormatInt32: "Int32, \(order)"
            }
        return "<AVAudioFormat 0x\(address): \(channelCount) ch, \(Int(sampleRate)) Hz, \(samples)>"
    }
}

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
