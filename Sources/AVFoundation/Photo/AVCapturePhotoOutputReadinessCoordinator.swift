import CaptureCore
import Foundation
import FoundationExtras
import Synchronization

/// Shows a photo output's readiness on the main queue, together with requests that are on their way to the output, exactly
/// as Apple's class of the same name. Its methods may be called from any thread.
open class AVCapturePhotoOutputReadinessCoordinator: NSObject, KeyValueObservable {
    // Safe on any thread: the state lies in the mutex; `output` never changes.

    private struct State {
        var readiness: PhotoReadinessTracker
        /// What clients see; changes on the main queue only.
        var shown: PhotoReadiness
        var delegate = Delegate()
    }

    /// Carries the client's delegate to the main queue.
    private struct Delegate: @unchecked Sendable {
        // @unchecked: the delegate is called on the main queue only, which is what its protocol promises.
        weak var object: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)?
    }

    private let state: Mutex<State>
    private let output: WeakReference<AVCapturePhotoOutput>
    /// Tells of the readiness, on the main queue, one change after the other.
    private let outbox = Outbox()

    /// Keeps the observers of `captureReadiness`.
    package let keyValueObservers = KeyValueObserverRegistry()

    /// The key paths that can be observed.
    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCapturePhotoOutputReadinessCoordinator>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.captureReadiness]
        }
        guard let root = root as? AVCapturePhotoOutputReadinessCoordinator.Type else { return [] }
        return list(root)
    }

    /// Makes a coordinator for an output, which it does not keep alive.
    public init(photoOutput: AVCapturePhotoOutput) {
        output = WeakReference(photoOutput)
        var readiness = PhotoReadinessTracker()
        readiness.outputChanged(photoOutput.pipeline.readiness)
        state = Mutex(State(readiness: readiness, shown: readiness.value))
        super.init()
        photoOutput.pipeline.addListener(self)
    }

    /// Use `init(photoOutput:)`.
    @available(*, unavailable, message: "Use init(photoOutput:).")
    public override init() {
        output = WeakReference(nil)
        state = Mutex(State(readiness: PhotoReadinessTracker(), shown: .sessionNotRunning))
        super.init()
    }

    /// Is told of changes, on the main queue; not kept alive. When set, it is told the present value.
    open weak var delegate: (any AVCapturePhotoOutputReadinessCoordinatorDelegate)? {
        get { state.withLock { $0.delegate }.object }
        set {
            let delegate = Delegate(object: newValue)
            state.withLock { $0.delegate = delegate }
            guard newValue != nil else { return }
            onMainQueue { coordinator in
                let me = WeakReference(coordinator)
                coordinator.state.withLock { state in
                    let value = AVCapturePhotoOutput.CaptureReadiness(state.shown)
                    coordinator.outbox.append { me.object?.reportToDelegate(value) }
                }
                coordinator.outbox.deliver()
            }
        }
    }

    /// Whether a request would be served soon; key-value observable, changes on the main queue only (S-162).
    open var captureReadiness: AVCapturePhotoOutput.CaptureReadiness { .init(state.withLock { $0.shown }) }

    /// Counts a request as made, until `capturePhoto` sees these settings or newer ones (S-162). On the main queue the
    /// delegate is told before this returns, or, when something is being told there, after that. Invalid settings stop the program.
    open func startTrackingCaptureRequest(using settings: AVCapturePhotoSettings) {
        let request = settings.request
        if let violation = output.object?.violationWhenTracked(request) {
            programmerError(
                .invalidArgument,
                "*** -[AVCapturePhotoOutputReadinessCoordinator startTrackingCaptureRequestUsingPhotoSettings:] "
                    + violation
            )
        }
        state.withLock { $0.readiness.track(request.uniqueID, takesLong: request.takesLong) }
        publishReadiness()
    }

    /// Forgets a request that will not be made. On the main queue the delegate is told before this returns, or, when
    /// something is being told there, after that.
    open func stopTrackingCaptureRequest(using settingsUniqueID: Int64) {
        state.withLock { $0.readiness.stopTracking(settingsUniqueID) }
        publishReadiness()
    }

    /// The output's readiness changed, perhaps because a request arrived.
    func outputChanged(_ readiness: PhotoReadiness, arrived: Int64?) {
        state.withLock { $0.readiness.outputChanged(readiness, arrived: arrived) }
        publishReadiness()
    }

    /// Shows the readiness, and tells of it. An observer may change it: the delegate hears of that after this.
    private func publishReadiness() {
        onMainQueue { coordinator in
            let me = WeakReference(coordinator)
            coordinator.state.withLock { state in
                let old = AVCapturePhotoOutput.CaptureReadiness(state.shown)
                state.shown = state.readiness.value
                let new = AVCapturePhotoOutput.CaptureReadiness(state.shown)
                if old != new { coordinator.outbox.append { me.object?.report(old, new) } }
            }
            coordinator.outbox.deliver()
        }
    }

    private func report(_ old: AVCapturePhotoOutput.CaptureReadiness, _ new: AVCapturePhotoOutput.CaptureReadiness) {
        reportChange(of: \.captureReadiness, from: old, to: new)
        reportToDelegate(new)
    }

    private func reportToDelegate(_ readiness: AVCapturePhotoOutput.CaptureReadiness) {
        delegate?.readinessCoordinator(self, captureReadinessDidChange: readiness)
    }

    private func onMainQueue(_ action: @escaping @Sendable (AVCapturePhotoOutputReadinessCoordinator) -> Void) {
        PhotoMainQueue.perform { [me = WeakReference(self)] in
            if let me = me.object { action(me) }
        }
    }
}

/// Is told of changes of a photo output's readiness, exactly as Apple's protocol of the same name.
public protocol AVCapturePhotoOutputReadinessCoordinatorDelegate: NSObjectProtocol {
    /// The readiness changed. Always called on the main queue (S-162).
    func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    )
}

// Apple's method is optional.
extension AVCapturePhotoOutputReadinessCoordinatorDelegate {
    /// Does nothing.
    public func readinessCoordinator(
        _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
        captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
    ) {}
}

extension AVCapturePhotoOutput {
    /// Whether a new request would be served soon. Documented: S-161.
    public enum CaptureReadiness: Int, Sendable {
        /// The session isn't running.
        case sessionNotRunning = 0
        /// A request would be served at once.
        case ready = 1
        /// Not ready, but only for a moment.
        case notReadyMomentarily = 2
        /// Not ready for longer: the output is busy taking a photo.
        case notReadyWaitingForCapture = 3
        /// Not ready for longer: the output is busy processing photos.
        case notReadyWaitingForProcessing = 4
    }
}

extension AVCapturePhotoOutput.CaptureReadiness {
    init(_ readiness: PhotoReadiness) {
        switch readiness {
        case .sessionNotRunning: self = .sessionNotRunning
        case .ready: self = .ready
        case .notReadyMomentarily: self = .notReadyMomentarily
        case .notReadyWaitingForCapture: self = .notReadyWaitingForCapture
        case .notReadyWaitingForProcessing: self = .notReadyWaitingForProcessing
        }
    }
}
