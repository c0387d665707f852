import AVFoundation

/// Decides what phase the live camera is in. No I/O: the shell feeds it what happens.
struct LiveCameraModel: Sendable {
    /// What can happen.
    enum Event: Sendable {
        case opening(id: String)
        case firstFrame
        case permissionDenied
        case noCamera
        case cameraNotFound(String)
        case failed(FailureWords)
        case interrupted(reason: AVCaptureSession.InterruptionReason?)
        case interruptionEnded
        case disconnected(id: String)
    }

    /// What the rig knows of the camera in use.
    struct Details: Sendable, Equatable {
        var isMirrored = false
        var zoom: ViewfinderZoom?
        var canFocusAtPoint = false
        var torch: ViewfinderTorch?
    }

    private var phase = ViewfinderState.Phase.starting
    private var words = ViewfinderState.Phase.starting.words
    private(set) var selectedID: String?
    private let photoFolder: String
    /// What was measured last.
    var figures = ViewfinderFigures()
    /// The newest photo.
    var lastPhoto: PhotoRecord?

    init(photoFolder: String) {
        self.photoFolder = photoFolder
    }

    /// Takes note of an event.
    ///
    /// - Returns: whether the last picture is a picture of the past now, not to be shown any more.
    mutating func handle(_ event: Event) -> Bool {
        switch event {
        case .opening(let id):
            selectedID = id
            enter(.starting)
        case .firstFrame:
            if phase == .starting { enter(.live) }
        case .permissionDenied:
            enter(.permissionDenied)
        case .noCamera:
            selectedID = nil
            enter(.noCamera)
        case .cameraNotFound(let name):
            selectedID = nil
            enter(
                .noCamera,
                PhaseWords(
                    title: "No camera called \u{201C}\(name)\u{201D}",
                    advice: "Choose another camera here, or start again with one that pinhole devices lists."
                )
            )
        case .failed(let failure):
            // A lost camera also fails its session; the more precise words stay.
            guard phase != .disconnected else { return false }
            failure.isDisconnection ? enter(.disconnected) : enter(.failed, failure.words)
        case .interrupted(let reason):
            enter(.interrupted, InterruptionWords.words(for: reason))
        case .interruptionEnded:
            if phase == .interrupted { enter(.starting) }
        case .disconnected(let id):
            guard id == selectedID else { return false }
            enter(.disconnected)
        }
        return phase != .live
    }

    /// Whether a camera that was just plugged in is the one to open.
    func wantsCamera(id: String) -> Bool {
        switch phase {
        case .noCamera: true
        case .disconnected: id == selectedID
        case .starting, .live, .permissionDenied, .interrupted, .failed: false
        }
    }

    /// The state for the page.
    func state(cameras: [CameraDetails], details: Details) -> ViewfinderState {
        ViewfinderState(
            phase: phase,
            words: words,
            cameras: cameras.map {
                ViewfinderCameraInfo(id: $0.id, name: $0.name, position: $0.position, isSelected: $0.id == selectedID)
            },
            isMirrored: details.isMirrored,
            zoom: details.zoom,
            canFocusAtPoint: details.canFocusAtPoint,
            torch: details.torch,
            figures: figures,
            photoFolder: photoFolder,
            lastPhoto: lastPhoto
        )
    }

    private mutating func enter(_ new: ViewfinderState.Phase, _ newWords: PhaseWords? = nil) {
        phase = new
        words = newWords ?? new.words
    }
}

/// An error in words for the page.
struct FailureWords: Sendable, Equatable {
    var words: PhaseWords
    /// Whether the camera is gone, rather than broken.
    var isDisconnection: Bool

    init(_ error: (any Error)?) {
        let error = error.map { $0 as NSError }
        let usual = ViewfinderState.Phase.failed.words
        words = PhaseWords(
            title: error?.localizedDescription ?? usual.title,
            advice: error?.localizedRecoverySuggestion ?? usual.advice,
            detail: error.map { "\($0.domain) \($0.code)" }
        )
        isDisconnection = error?.code == AVError.Code.deviceWasDisconnected.rawValue
    }
}

/// Interruptions in words, one for each reason (R-LIFE-9).
enum InterruptionWords {
    /// The words for a reason; the general ones for an unknown reason.
    static func words(for reason: AVCaptureSession.InterruptionReason?) -> PhaseWords {
        switch reason {
        case .videoDeviceNotAvailableInBackground:
            PhaseWords(
                title: "Paused in the background",
                advice: "The picture comes back by itself when this program is in the foreground."
            )
        case .audioDeviceInUseByAnotherClient:
            PhaseWords(title: "A call has the microphone", advice: "The picture comes back by itself after the call.")
        case .videoDeviceNotAvailableWithMultipleForegroundApps:
            PhaseWords(
                title: "No camera while the screen is shared",
                advice: "Give this program the whole screen, and the picture comes back by itself."
            )
        case .videoDeviceNotAvailableDueToSystemPressure:
            PhaseWords(
                title: "The device is too hot",
                advice: "Let it cool down; the picture comes back by itself."
            )
        case .sensitiveContentMitigationActivated:
            PhaseWords(
                title: "Sensitive content",
                advice: "The picture is held back until you choose to see it."
            )
        case .videoDeviceInUseByAnotherClient, nil:
            ViewfinderState.Phase.interrupted.words
        }
    }
}
