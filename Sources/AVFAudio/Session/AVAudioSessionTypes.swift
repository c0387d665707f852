import Foundation
import FoundationExtras

extension AVAudioSession {
    /// What the program does with sound.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Plays beside others; silenced by the switch.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Plays alone; silenced by the switch. The category at first.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Plays as its main purpose.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Records, and silences everybody else.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Plays and records. What capture sessions set by themselves (S-22).
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Uses several routes at once.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }
}

extension AVAudioSession {
    /// How a category behaves towards others, and which ports it may use.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Makes options from Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Beside the sound of others.
        public static let mixWithOthers = CategoryOptions(rawValue: 1)
        /// Others become quieter meanwhile.
        public static let duckOthers = CategoryOptions(rawValue: 2)
        /// The older name of `allowBluetoothHFP`.
        @available(swift, deprecated: 6.0, renamed: "allowBluetoothHFP")
        public static let allowBluetooth = CategoryOptions(rawValue: 4)
        /// Bluetooth headsets may be used hands-free, for sound in and out.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 4)
        /// Sound goes to the speaker rather than to the receiver.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
        /// Beside others, except speech, which pauses.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
        /// Sound may go out to Bluetooth headphones.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
        /// Sound may go out by AirPlay.
        public static let allowAirPlay = CategoryOptions(rawValue: 64)
        /// A muted microphone interrupts nothing.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 128)
        /// Microphones for a distance may be used.
        public static let farFieldInput = CategoryOptions(rawValue: 262144)
        /// Bluetooth headsets that can may be recorded from in high quality.
        public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 524288)
    }
}

extension AVAudioSession {
    /// What the category is used for in particular.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Nothing in particular.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Talk over a network.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Talk within a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// The sound of a movie.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Sound that is processed as little as possible.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Playing movies.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Talk with pictures over a network.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Playing speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Playing directions in a synthetic voice.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
        /// Playing short movies.
        public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
        /// Two routes at once.
        public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")
    }
}

extension AVAudioSession {
    /// With what the program shares its route.
    public enum RouteSharingPolicy: UInt, Sendable, CaseIterable {
        /// With nothing in particular.
        case `default` = 0
        /// With other programs that play long sound.
        case longFormAudio = 1
        /// Chosen by the system alone.
        case independent = 2
        /// With other programs that play long movies.
        case longFormVideo = 3

        /// The older name of `longFormAudio`.
        @available(swift, deprecated: 5.0, renamed: "longFormAudio")
        public static var longForm: RouteSharingPolicy { .longFormAudio }
    }
}

extension AVAudioSession {
    /// What deactivating does besides.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Makes options from Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Programs that were interrupted are told.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }
}

extension AVAudioSession {
    /// Whether several devices are used as one.
    public enum IOType: UInt, Sendable, CaseIterable {
        /// As the system likes.
        case notSpecified = 0
        /// As one.
        case aggregated = 1
    }
}

extension AVAudioSession {
    /// Where sound goes instead of where the category sends it.
    public enum PortOverride: UInt, Sendable, CaseIterable {
        /// There.
        case none = 0
        /// To the speaker.
        case speaker = 1936747378
    }
}

extension AVAudioSession {
    /// How much navigation may say.
    public enum PromptStyle: UInt, Sendable, CaseIterable {
        /// Nothing.
        case none = 1_852_796_517
        /// Short tones.
        case short = 1_936_224_884
        /// Sentences.
        case normal = 1_852_992_876
    }
}

extension AVAudioSession {
    /// Whether the program may record sound.
    public enum RecordPermission: UInt, Sendable, CaseIterable {
        /// The user has not been asked.
        case undetermined = 1_970_168_948
        /// No.
        case denied = 1_684_369_017
        /// Yes.
        case granted = 1_735_552_628
    }
}

extension AVAudioSession {
    /// How sound is rendered.
    public enum RenderingMode: Int, Sendable, CaseIterable {
        /// Nothing plays.
        case notApplicable = 0
        /// In one channel or two.
        case monoStereo = 1
        /// In more than two channels.
        case surround = 2
        /// As from places around the listener.
        case spatialAudio = 3
        /// In a format of Dolby's.
        case dolbyAudio = 4
        /// As from places around the listener, in a format of Dolby's.
        case dolbyAtmos = 5
    }
}

extension AVAudioSession {
    /// What is mixed into what other programs record.
    public enum MicrophoneInjectionMode: Int, Sendable, CaseIterable {
        /// Nothing.
        case none = 0
        /// Speech.
        case spokenAudio = 1
    }
}

extension AVAudioSession {
    /// What goes wrong with audio sessions: codes of the domain `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable, CaseIterable {
        /// Nothing.
        case none = 0
        /// Media services are not there.
        case mediaServicesFailed = 1_836_282_486
        /// Sound still runs.
        case isBusy = 560_030_580
        /// The category does not allow it.
        case incompatibleCategory = 560_161_140
        /// Another client may not be interrupted.
        case cannotInterruptOthers = 560_557_684
        /// The program lacks an entitlement.
        case missingEntitlement = 1_701_737_535
        /// The assistant is recording.
        case siriIsRecording = 1_936_290_409
        /// Playing is not allowed now.
        case cannotStartPlaying = 561_015_905
        /// Recording is not allowed now.
        case cannotStartRecording = 561_145_187
        /// A parameter is wrong.
        case badParam = -50
        /// A client of higher priority, such as a call, has the hardware.
        case insufficientPriority = 561_017_449
        /// The device lacks what is asked for.
        case resourceNotAvailable = 561_145_203
        /// Something.
        case unspecified = 2_003_329_396
        /// The session is no more.
        case expiredSession = 561_210_739
        /// The session is not active.
        case sessionNotActive = 1_768_841_571
    }
}

extension NSError {
    /// An error of an audio session, in words that say what to do.
    static func audioSession(_ code: AVAudioSession.ErrorCode, _ reason: String) -> NSError {
        NSError(
            domain: "NSOSStatusErrorDomain",
            code: code.rawValue,
            userInfo: [NSLocalizedDescriptionKey: reason]
        )
    }
}

// What Apple imports as structs around strings bridges to `NSString`.

extension AVAudioSession.Category: _StringNewtype {}
extension AVAudioSession.Location: _StringNewtype {}
extension AVAudioSession.Mode: _StringNewtype {}
extension AVAudioSession.Orientation: _StringNewtype {}
extension AVAudioSession.PolarPattern: _StringNewtype {}
extension AVAudioSession.Port: _StringNewtype {}
