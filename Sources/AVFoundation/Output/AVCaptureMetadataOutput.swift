import BarcodeDetection
import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras

/// Finds machine-readable codes in a camera's pictures, exactly as Apple's class of the same name.
///
/// The delegate is called on its queue, which must be serial (S-128), after each look that found something, and once with nothing when
/// all is out of sight (`OBSERVED`). Frames are looked at on a queue of the output's own, one at a time, about 15 a second: see
/// `DetectionSchedule`. While no types are asked for, or nobody receives them, frames are let go of at once.
open class AVCaptureMetadataOutput: AVCaptureOutput {
    // Safe on any thread: all that changes lies in the delivery's mutex, or is used on one queue.

    private struct Settings: DataDeliverySettings, @unchecked Sendable {
        // @unchecked: the delegate is only ever called on its queue.
        typealias Delegate = any AVCaptureMetadataOutputObjectsDelegate

        weak var delegate: Delegate?
        var types: [AVMetadataObject.ObjectType] = []
        /// What was offered when the configuration was committed last.
        var offered: [AVMetadataObject.ObjectType] = []
        var request = CodeDetector.Request()
        var schedule = DetectionSchedule()
        /// The latest frame that nobody looked at while another was looked at.
        var skipped = CMTime.invalid

        mutating func deliveryDidReset() {
            request.number += 1
            schedule.reset()
        }
    }

    private let delivery = DataDelivery(Settings(), ObservationMailbox<CodeObservation>())
    private let detector = CodeDetector()
    private let detectionQueue = DispatchQueue(label: "pinhole.metadata", qos: .utility)

    /// Makes an output without a delegate that looks for nothing.
    public override init() {
        super.init()
    }

    override var acceptedMediaTypes: [AVMediaType] { [.metadataObject] }

    override var dataDelivery: (any SynchronizableDelivery)? { delivery }

    override var expectsData: Bool { delivery.withSettings { !$0.types.isEmpty } && canDeliver }

    package override class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureMetadataOutput>(_: Root.Type) -> [AnyKeyPath] { [\Root.availableMetadataObjectTypes] }
        let inherited = super.observableKeyPaths(rootedAt: root)
        guard let root = root as? AVCaptureMetadataOutput.Type else { return inherited }
        return inherited + list(root)
    }

    // MARK: Delegate

    /// Sets who receives objects, and on which queue. The output does not keep the delegate alive.
    ///
    /// A delegate without a queue stops the program (S-128).
    open func setMetadataObjectsDelegate(
        _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?,
        queue objectsCallbackQueue: DispatchQueue?
    ) {
        delivery.setDelegate(
            objectsDelegate,
            queue: objectsCallbackQueue,
            method: "AVCaptureMetadataOutput setMetadataObjectsDelegate:queue:"
        ) { [me = WeakReference(self)] generation in me.object?.deliver(generation) }
    }

    /// Who receives objects.
    open var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)? { delivery.delegate }

    /// The queue that the delegate is called on.
    open var metadataObjectsCallbackQueue: DispatchQueue? { delivery.queue }

    // MARK: What is looked for

    /// The types that can be asked for: none before the output is connected to a camera (S-140). Key-value observable.
    ///
    /// Machine-readable codes only: what finds faces and bodies is not there, nor are readers of GS1 DataBar Limited and Micro PDF417.
    open var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] {
        connections.contains { $0.mediaType == .metadataObject } ? CodeTypes.readable : []
    }

    /// The types that are looked for; none at first. Fewer cost less. One that is not available stops the program (S-140).
    open var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
        get { delivery.withSettings { $0.types } }
        set {
            let types = newValue ?? []
            let available = availableMetadataObjectTypes
            guard types.allSatisfy(available.contains) else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureMetadataOutput setMetadataObjectTypes:] Unsupported type found - use "
                        + "-availableMetadataObjectTypes"
                )
            }
            delivery.withState { state in
                state.settings.types = types
                state.settings.request.types = Set(types)
                state.settings.request.kinds = CodeTypes.kinds(of: types)
                state.reset()
            }
            updateSynchronizerRoute()
        }
    }

    /// The types that cinematic video needs: none, as no camera here captures any.
    open var requiredMetadataObjectTypesForCinematicVideoCapture: [AVMetadataObject.ObjectType] { [] }

    /// The part of the unturned picture where objects count, from (0,0) at the top left to (1,1); all of it at first. Objects that do not
    /// reach into it are not told (S-141). A smaller one costs less, and finds smaller codes.
    open var rectOfInterest: CGRect {
        get { delivery.withSettings { $0.request.rectOfInterest } }
        set { delivery.withSettings { $0.request.rectOfInterest = newValue } }
    }

    // MARK: Frames, on the driver's thread

    override func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        let time = frame.presentationTime
        let (request, synchronizer, index) = delivery.withState { state in
            guard !state.settings.types.isEmpty, state.isWanted else {
                return (nil as CodeDetector.Request?, nil as AVCaptureDataOutputSynchronizer?, 0)
            }
            state.record(connection)
            if state.settings.schedule.begins(at: time) { return (state.settings.request, nil, 0) }
            let isDetecting = state.settings.schedule.isDetecting
            // While one is looked at nobody knows what else there was before this one.
            if isDetecting { state.settings.skipped = time }
            return (nil, isDetecting ? nil : state.route.synchronizer, state.route.index)
        }
        synchronizer?.reach(time, from: index)
        guard var request else { return }
        let device = connection.captureDevice
        request.crop = SoftwareZoom.crop(device?.softwareZoomFactor ?? 1)
        let unsettled = device?.system.unsettled
        unsettled?.enter()
        detectionQueue.async { [me = WeakReference(self), request] in
            me.object?.detect(in: frame, request)
            unsettled?.leave()
        }
    }

    // MARK: Looks, on the output's own queue

    private func detect(in frame: CaptureFrame, _ request: CodeDetector.Request) {
        dispatchPrecondition(condition: .onQueue(detectionQueue))
        let began = Self.processorTime()
        let sightings = detector.detect(in: frame, request)
        let cost = Self.processorTime() - began
        let (synchronizer, index) = delivery.withState { state in
            let isCurrent = state.settings.request.number == request.number
            return (isCurrent ? state.route.synchronizer : nil, state.route.index)
        }
        if !sightings.isEmpty {
            synchronizer?.receive(
                .codes(sightings),
                time: frame.presentationTime,
                duration: frame.duration,
                from: index
            )
        }
        var skipped = CMTime.invalid
        delivery.enqueue { state in
            state.settings.schedule.finish(cost: cost)
            swap(&skipped, &state.settings.skipped)
            let isCurrent = state.settings.request.number == request.number
            guard isCurrent, !state.route.isConnected, state.isRead else { return false }
            return state.mailbox.offer(sightings)
        }
        synchronizer?.reach(skipped.isValid ? skipped : frame.presentationTime, from: index)
    }

    /// How long this thread has been busy, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: The session

    override func configurationDidCommit() { reportAvailableTypes() }

    override func sessionDidDetach() {
        delivery.withState { state in
            // A look that is under way is at a camera that the output has left.
            state.reset()
            state.detach()
        }
        super.sessionDidDetach()
        reportAvailableTypes()
    }

    private func reportAvailableTypes() {
        let outbox = outbox
        let new = availableMetadataObjectTypes
        delivery.withSettings { settings in
            guard settings.offered != new else { return }
            let path = \AVCaptureMetadataOutput.availableMetadataObjectTypes
            reportChange(of: path, from: settings.offered, to: new, through: outbox)
            settings.offered = new
        }
        outbox.deliver()
    }

    // MARK: A synchronizer

    /// The objects that clients get.
    func objects(_ sightings: [CodeObservation]) -> [AVMetadataObject] {
        let device = delivery.connection?.captureDevice
        return sightings.map { $0.object(of: device) }
    }

    // MARK: Delivery, on the delegate's queue

    private func deliver(_ generation: Int) {
        // Nobody looks for anything until there is another delegate.
        delivery.deliver(generation, stopsWithoutDelegate: true) { delegate, connection, sightings in
            let objects = sightings.map { $0.object(of: connection.captureDevice) }
            delegate.metadataOutput(self, didOutput: objects, from: connection)
        }
    }
}

/// Receives what a metadata output has found, on the queue given with the delegate (S-128).
///
/// The method is optional on Apple's platforms; here it has an empty default implementation.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    /// Objects are in sight.
    ///
    /// - Parameter metadataObjects: all that are in sight. `OBSERVED`: it is empty once, when the last one has gone out of sight.
    func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    )
}

extension AVCaptureMetadataOutputObjectsDelegate {
    /// Does nothing.
    public func metadataOutput(
        _ output: AVCaptureMetadataOutput,
        didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {}
}
