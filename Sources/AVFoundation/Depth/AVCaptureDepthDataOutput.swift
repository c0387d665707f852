import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// Delivers a camera's depth maps to a delegate, exactly as Apple's class of the same name.
///
/// The delegate is called on its queue, which must be serial (S-128), with maps in the device's `activeDepthDataFormat` (S-143); maps are
/// turned, mirrored and filtered there too. Each map has the time of the frame that it belongs to.
open class AVCaptureDepthDataOutput: AVCaptureOutput {
    // Safe on any thread: all that changes lies in mutexes.

    private struct Settings: DataDeliverySettings, @unchecked Sendable {
        // @unchecked: the delegate is only ever called on its queue.
        typealias Delegate = any AVCaptureDepthDataOutputDelegate

        weak var delegate: Delegate?
        // Documented: S-143.
        var discardsLate = true
        var isFilteringEnabled = true
    }

    private let delivery = DataDelivery(Settings(), FrameMailbox<CapturedDepth>(capacity: 8, newsCapacity: 64))
    /// Locked because a delegate may be at work on its queue when the next one is already called on another.
    private let preparer = Mutex(DepthPreparer())

    /// Makes an output with Apple's defaults.
    public override init() {
        super.init()
    }

    override var acceptedMediaTypes: [AVMediaType] { [.depthData] }

    override var dataDelivery: (any SynchronizableDelivery)? { delivery }

    override var expectsData: Bool {
        let hasFormat = connection(with: .depthData)?.captureDevice?.activeDepthDataFormat != nil
        return hasFormat && canDeliver
    }

    override var deliversFrames: Bool { true }

    override var discardsLateData: Bool { alwaysDiscardsLateDepthData }

    // MARK: Delegate

    /// Sets who receives depth maps, and on which queue. The output does not keep the delegate alive.
    ///
    /// A delegate without a queue stops the program (S-128).
    open func setDelegate(_ delegate: (any AVCaptureDepthDataOutputDelegate)?, callbackQueue: DispatchQueue?) {
        delivery.setDelegate(
            delegate,
            queue: callbackQueue,
            method: "AVCaptureDepthDataOutput setDelegate:callbackQueue:"
        ) { [me = WeakReference(self)] generation in me.object?.deliver(generation) }
    }

    /// Who receives depth maps.
    open var delegate: (any AVCaptureDepthDataOutputDelegate)? { delivery.delegate }

    /// The queue that the delegate is called on.
    open var delegateCallbackQueue: DispatchQueue? { delivery.queue }

    /// Whether a map that arrives while the delegate is busy takes the place of one that waits; true at first (S-143). With `false`, up
    /// to eight maps wait.
    open var alwaysDiscardsLateDepthData: Bool {
        get { delivery.withSettings { $0.discardsLate } }
        set { delivery.withSettings { $0.discardsLate = newValue } }
    }

    /// Whether places that the sensor could not measure are filled; true at first (S-143). `UNKNOWN`: Apple does not publish its filter,
    /// which smooths over time too; here they are as far as the farthest place that was measured.
    open var isFilteringEnabled: Bool {
        get { delivery.withSettings { $0.isFilteringEnabled } }
        set { delivery.withSettings { $0.isFilteringEnabled = newValue } }
    }

    // MARK: Maps, on the driver's thread

    override func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {
        switch frame.depth {
        case .none:
            let destination = delivery.withState { $0.destination(from: connection) }
            guard case .synchronizer(let synchronizer, let index) = destination else { return }
            synchronizer.reach(frame.presentationTime, from: index)
        case .outOfBuffers: delivery.receiveDrops(1, .outOfBuffers, time: frame.presentationTime, from: connection)
        case .map(let map):
            guard let depth = connection.captureDevice?.depth(map, of: frame) else { return }
            let (time, duration) = (depth.time, depth.duration)
            delivery.receive(.depth(depth), time: time, duration: duration, from: connection) { state in
                state.mailbox.offer(depth, time: time, duration: duration, discardsLate: state.settings.discardsLate)
            }
        }
    }

    override func consumeDrop(_ drop: CaptureDrop, from connection: AVCaptureConnection) {
        guard let device = connection.captureDevice else { return }
        // With every so manieth frame comes a map: only as many are lost as would have come.
        let frame = CMTimeGetSeconds(device.streamRequest.frameDuration)
        let interval = max(frame, CMTimeGetSeconds(device.activeDepthDataMinFrameDuration))
        let count = interval > 0 ? Int((Double(drop.count) * frame / interval + 0.01).rounded(.down)) : drop.count
        delivery.receiveDrops(count, FrameDrop.Reason(drop.reason), time: drop.presentationTime, from: connection)
    }

    // MARK: A synchronizer

    /// A map as the settings want it; `nil` when memory is short, or it comes from nowhere any more.
    func depthData(of depth: CapturedDepth) -> AVDepthData? {
        let (connection, isFiltered) = delivery.withState { ($0.connection, $0.settings.isFilteringEnabled) }
        guard let connection else { return nil }
        let orientation = PhotoOrientation.exif(
            rotationAngle: Int(connection.videoRotationAngle),
            isMirrored: connection.isVideoMirrored
        )
        return preparer.withLock { $0.prepare(depth, isFiltered: isFiltered, orientation: orientation) }
            .map(AVDepthData.init)
    }

    /// What stands for a map that was dropped.
    var droppedDepthData: AVDepthData? {
        let device = delivery.connection?.captureDevice
        let format = device?.activeDepthDataFormat?.captureFormat.mediaSubType
        return DepthRecord.dropped(format.flatMap(DepthDataType.init) ?? .depthFloat16).map(AVDepthData.init)
    }

    // MARK: Delivery, on the delegate's queue

    private func deliver(_ generation: Int) {
        delivery.deliver(generation) { delegate, connection, item in
            switch item {
            case .frame(let depth, let time, let duration):
                if let data = depthData(of: depth) {
                    delegate.depthDataOutput(self, didOutput: data, timestamp: time, connection: connection)
                } else {
                    let drop = FrameDrop(reason: .outOfBuffers, time: time, duration: duration)
                    notify(delegate, of: drop, connection: connection)
                }
            case .drop(let drop):
                notify(delegate, of: drop, connection: connection)
            }
        }
    }

    private func notify(
        _ delegate: any AVCaptureDepthDataOutputDelegate,
        of drop: FrameDrop,
        connection: AVCaptureConnection
    ) {
        guard let data = droppedDepthData else { return }
        delegate.depthDataOutput(
            self,
            didDrop: data,
            timestamp: drop.time,
            connection: connection,
            reason: DroppedFrame.dataReason(drop.reason)
        )
    }
}

/// Receives the depth maps of a depth data output on the queue given with the delegate (S-128).
///
/// Both methods are optional on Apple's platforms; here they have empty default implementations.
public protocol AVCaptureDepthDataOutputDelegate: NSObjectProtocol {
    /// A depth map arrived. Holding many for long makes the camera run out of them.
    func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didOutput depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection
    )

    /// A depth map was dropped. What is given has its type, and a map of a single hole.
    func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didDrop depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection,
        reason: AVCaptureOutput.DataDroppedReason
    )
}

extension AVCaptureDepthDataOutputDelegate {
    /// Does nothing.
    public func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didOutput depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didDrop depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection,
        reason: AVCaptureOutput.DataDroppedReason
    ) {}
}

/// Turns what a camera delivers into what a client wants, in buffers that are used again. One thread at a time.
final class DepthPreparer {
    private let filtered = DepthMapPool()
    private let turned = DepthMapPool()

    /// The map as an output's settings and its connection ask; `nil` when memory is short.
    func prepare(_ depth: CapturedDepth, isFiltered: Bool, orientation: CGImagePropertyOrientation) -> DepthRecord? {
        depth.record.converted(to: depth.record.type, fillsHoles: isFiltered, in: filtered)?
            .oriented(orientation, in: turned)
    }
}
