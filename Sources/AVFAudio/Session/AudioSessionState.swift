import CaptureDriver

/// What a program has asked of its audio session, as a value with the rules of it. No I/O.
struct AudioSessionState: Sendable {
    var category = AVAudioSession.Category.soloAmbient
    var mode = AVAudioSession.Mode.default
    var options: AVAudioSession.CategoryOptions = []
    var policy = AVAudioSession.RouteSharingPolicy.default
    var override = AVAudioSession.PortOverride.none
    var preferredInput: CaptureAudioPort.ID?
    var preferredSampleRate = 0.0
    var preferredBufferDuration = 0.0
    var preferredInputChannels = 0
    var preferredOutputChannels = 0
    var preferredOrientation = AVAudioSession.StereoOrientation.none
    var allowsHaptics = false
    var prefersNoAlerts = false
    var prefersInterruptionOnDisconnect = false
    var supportsMultichannelContent = false
    var isActive = false
    /// Whether the session was active when the interruption that lasts began.
    var isInterrupted = false

    // MARK: Categories

    private static let recording: Set<AVAudioSession.Category> = [.record, .playAndRecord, .multiRoute]

    /// Whether sound may come in.
    var takesInput: Bool { Self.recording.contains(category) }

    /// Why a category cannot be set so; `nil` when it can. Documented with each option and mode which categories it is for;
    /// `OBSERVED`: anything else is refused as a bad parameter.
    static func refusal(
        _ category: AVAudioSession.Category,
        _ mode: AVAudioSession.Mode,
        _ options: AVAudioSession.CategoryOptions
    ) -> String? {
        guard AVAudioSession.Category.all.contains(category) else {
            return "There is no category \(category.rawValue)."
        }
        guard let categories = modes[mode] else { return "There is no mode \(mode.rawValue)." }
        guard categories.contains(category) else { return "\(mode.rawValue) is no mode of \(category.rawValue)." }
        for rule in optionRules where options.contains(rule.option) && !rule.categories.contains(category) {
            return "Option \(rule.option.rawValue) is not for \(category.rawValue)."
        }
        return nil
    }

    private static let everything = Set(AVAudioSession.Category.all)

    private static let modes: [AVAudioSession.Mode: Set<AVAudioSession.Category>] = [
        .default: everything,
        .voiceChat: [.playAndRecord],
        .gameChat: [.playAndRecord],
        .videoChat: [.playAndRecord],
        .videoRecording: [.record, .playAndRecord],
        .measurement: [.playback, .record, .playAndRecord],
        .moviePlayback: [.playback],
        .spokenAudio: [.playback, .playAndRecord, .soloAmbient, .multiRoute],
        .voicePrompt: [.playback, .playAndRecord],
        .shortFormVideo: [.playback],
        .dualRoute: [.playAndRecord],
    ]

    private static let optionRules:
        [(option: AVAudioSession.CategoryOptions, categories: Set<AVAudioSession.Category>)] = [
            (.mixWithOthers, [.playAndRecord, .playback, .multiRoute, .ambient]),
            (.duckOthers, [.playAndRecord, .playback, .multiRoute, .ambient]),
            (.allowBluetoothHFP, [.playAndRecord, .record]),
            (.bluetoothHighQualityRecording, [.playAndRecord, .record]),
            (.farFieldInput, [.playAndRecord, .record]),
            (.defaultToSpeaker, [.playAndRecord]),
            (.allowBluetoothA2DP, [.playAndRecord, .playback, .ambient, .soloAmbient]),
            (.allowAirPlay, [.playAndRecord, .playback, .ambient, .soloAmbient]),
            (.overrideMutedMicrophoneInterruption, [.playAndRecord, .record]),
        ]

    // MARK: What follows from it

    /// What the capture system has to know of it.
    var preferences: CaptureAudioPreferences {
        let isTalk = mode == .voiceChat || mode == .videoChat || mode == .gameChat
        return CaptureAudioPreferences(
            usesInput: takesInput,
            usesOutput: category != .record,
            prefersReceiver: category == .playAndRecord && !options.contains(.defaultToSpeaker) && mode != .videoChat
                && override == .none,
            allowsBluetoothHandsFree: takesInput && (options.contains(.allowBluetoothHFP) || isTalk),
            allowsBluetoothHighQuality: takesInput && options.contains(.bluetoothHighQualityRecording),
            allowsBluetoothOutput: takesInput ? options.contains(.allowBluetoothA2DP) : true,
            preferredInput: preferredInput
        )
    }

    /// The format to ask a microphone for: of those with the number of channels nearest to what is preferred, the one with the
    /// nearest rate; without preferences the microphone's own.
    ///
    /// - Parameter wanted: a number of channels that comes before the preferred one.
    func format(of microphone: CaptureDeviceDescription, channels wanted: Int? = nil) -> CaptureAudioFormat? {
        let formats = microphone.audioFormats
        let index = formats.indices.contains(microphone.defaultFormatIndex) ? microphone.defaultFormatIndex : 0
        guard let usual = formats.isEmpty ? nil : formats[index] else { return nil }
        let rate = preferredSampleRate > 0 ? preferredSampleRate : usual.sampleRate
        let channels = wanted ?? (preferredInputChannels > 0 ? preferredInputChannels : usual.channels)
        return formats.min { a, b in
            let (left, right) = (abs(a.channels - channels), abs(b.channels - channels))
            return left != right ? left < right : abs(a.sampleRate - rate) < abs(b.sampleRate - rate)
        }
    }
}

extension AVAudioSession.Category {
    /// All categories.
    static let all: [Self] = [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
}
