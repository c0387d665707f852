import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding
import Synchronization

/// Records sound to files, as macOS's class of the same name, which phones lack.
open class AVCaptureAudioFileOutput: AVCaptureFileOutput {
    // Safe on any thread: what changes lies in a mutex.

    struct AudioConfiguration: @unchecked Sendable {
        // @unchecked: values of a property list, which nobody changes, and items that guard their fields with a lock.
        var settings: [String: Any]?
        var metadata: [AVMetadataItem] = []
        /// What the recording that is about to begin is to become.
        var fileType = AVFileType.m4a
    }

    private let configuration = Mutex(AudioConfiguration())

    /// Makes an output with Apple's defaults.
    public override init() {
        super.init()
    }

    override var acceptedMediaTypes: [AVMediaType] { [.audio] }

    /// The kinds of files that can be recorded.
    open class func availableOutputFileTypes() -> [AVFileType] { [.m4a, .caf, .wav] }

    /// How sound is recorded, with the keys of `AVAudioSettings`; `nil`, as at first, takes what suits the kind of file: AAC in `.m4a`,
    /// uncompressed 16-bit samples in `.caf` and `.wav`. Counts for recordings that are started afterwards. Keys and
    /// values that are not supported stop the program.
    open var audioSettings: [String: Any]? {
        get { configuration.withLock { $0.settings } }
        set {
            do throws(MovieTrackSettings.Refusal) {
                if let newValue {
                    let parsed = try MovieTrackSettings(newValue, for: .audio, codecs: [])
                    try MovieTrackSettings.requireUsable(MovieTrackSettings.audio(parsed, for: nil), for: .audio)
                }
                configuration.withLock { $0.settings = newValue }
            } catch {
                refuse("setAudioSettings:", error.message)
            }
        }
    }

    /// What files say about themselves; empty at first. Counts for recordings that are started afterwards.
    open var metadata: [AVMetadataItem] {
        get { configuration.withLock { $0.metadata } }
        set { configuration.withLock { $0.metadata = newValue } }
    }

    /// Starts a recording; as `startRecording(to:recordingDelegate:)`, to a kind of file of `availableOutputFileTypes()`. Any
    /// other kind stops the program.
    open func startRecording(
        to outputFileURL: URL,
        outputFileType fileType: AVFileType,
        recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        let selector = "startRecordingToOutputFileURL:outputFileType:recordingDelegate:"
        guard Self.availableOutputFileTypes().contains(fileType) else {
            refuse(selector, "Unsupported file type \(fileType.rawValue) - use +availableOutputFileTypes")
        }
        configuration.withLock { $0.fileType = fileType }
        begin(outputFileURL, delegate: delegate, selector: selector)
    }

    /// Stops the program: the kind of file has to be named.
    open override func startRecording(
        to outputFileURL: URL,
        recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        refuse(
            "startRecordingToOutputFileURL:recordingDelegate:",
            "Not supported - use -startRecordingToOutputFileURL:outputFileType:recordingDelegate:"
        )
    }

    override func makeRecording(_ plan: RecordingPlan) -> FileRecording {
        let (wanted, metadata, fileType) = configuration.withLock { ($0.settings, $0.metadata, $0.fileType) }
        var values = wanted ?? [:]
        if fileType != .m4a, values[AVFormatIDKey] == nil {
            values[AVFormatIDKey] = NSNumber(value: kAudioFormatLinearPCM)
        }
        let chosen = try? MovieTrackSettings(values, for: .audio, codecs: [])
        var settings = WriterRecordingFile.Settings(url: plan.url, fileType: fileType)
        settings.audio = MovieTrackSettings.audio(chosen, for: plan.device?.hardware.defaultAudioFormat)
        settings.metadata = metadata
        settings.unsettled = plan.unsettled
        return FileRecording(plan, file: WriterRecordingFile(settings))
    }

    private func refuse(_ selector: String, _ reason: String) -> Never {
        programmerError(.invalidArgument, "*** -[AVCaptureAudioFileOutput \(selector)] \(reason)")
    }
}
