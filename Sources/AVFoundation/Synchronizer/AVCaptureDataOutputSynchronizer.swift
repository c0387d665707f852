import CaptureCore
import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras
import Synchronization

/// Delivers data of several outputs together, matched by time, exactly as Apple's class of the same name.
///
/// The first output is primary: there is one call per datum of it, with what the other outputs have of the same time. Data of
/// theirs that belong to none come in calls of their own (S-144). What belongs together is decided by `FramePairing`, which
/// says how near is near enough.
///
/// As long as the synchronizer lives its outputs' own delegates are not called (S-145). Of two synchronizers of the same output
/// the later one gets its data (UNKNOWN).
open class AVCaptureDataOutputSynchronizer: NSObject {
    // Safe on any thread: all that changes lies in the mutex; a delivery's scratch belongs to one queue.

    private struct State: @unchecked Sendable {
        // @unchecked: the delegate is only ever called on its queue, and dispatch sources may be used from any thread.
        var generation = 0
        weak var delegate: (any AVCaptureDataOutputSynchronizerDelegate)?
        var queue: DispatchQueue?
        var source: (any DispatchSourceUserDataAdd)?
        var pairing: FramePairing<SynchronizedDatum>
        var mailbox: SynchronizedMailbox
        var group: [SynchronizedMailbox.Entry?]

        /// Moves all that is known to belong together to where the delegate fetches it.
        mutating func sort(_ outputs: [AVCaptureOutput]) -> Bool {
            var isAnything = false
            while pairing.removeGroup(into: &group) {
                mailbox.enqueue(&group, isWithFormer: isAnything) { outputs[$0].discardsLateData }
                isAnything = true
            }
            return isAnything
        }
    }

    /// What one delegate's queue works with, so that nothing is allocated per call.
    private final class DeliveryState: @unchecked Sendable {
        // @unchecked: used on that queue only, one call at a time.
        let queue: DispatchQueue
        var group: [SynchronizedMailbox.Entry?]

        init(outputs: Int, queue: DispatchQueue) {
            self.queue = queue
            group = Array(repeating: nil, count: outputs)
        }

        /// Gives back what nobody wants.
        func clear() {
            for index in group.indices { group[index] = nil }
        }
    }

    /// How many frames of an output wait for others at most: cameras have few buffers.
    private static let frameCapacity = 8
    /// How many packets of sound do: more than come while frames wait.
    private static let audioCapacity = 128
    /// How many lost frames are told of at once: nobody counts beyond.
    private static let dropLimit = 64

    /// The outputs whose data are synchronized, the primary one first.
    public let dataOutputs: [AVCaptureOutput]
    private let state: Mutex<State>

    /// Takes over data outputs, of which the first is primary.
    ///
    /// Stops the program for an empty list, for an output that is in it twice, and for one that is no output of video, audio or depth
    /// data nor a metadata output.
    public init(dataOutputs: [AVCaptureOutput]) {
        let name = "*** -[AVCaptureDataOutputSynchronizer initWithDataOutputs:]"
        guard !dataOutputs.isEmpty else {
            programmerError(.invalidArgument, "\(name) dataOutputs must contain at least one output")
        }
        for (index, output) in dataOutputs.enumerated() {
            guard output.canBeSynchronized else {
                programmerError(.invalidArgument, "\(name) Unsupported AVCaptureOutput in dataOutputs - \(output)")
            }
            guard !dataOutputs[..<index].contains(where: { $0 === output }) else {
                programmerError(.invalidArgument, "\(name) dataOutputs contains \(output) twice")
            }
        }
        self.dataOutputs = dataOutputs
        let capacities = dataOutputs.map { $0.deliversFrames ? Self.frameCapacity : Self.audioCapacity }
        state = Mutex(
            State(
                pairing: FramePairing(capacities: capacities),
                mailbox: SynchronizedMailbox(outputs: dataOutputs.count),
                group: Array(repeating: nil, count: dataOutputs.count)
            )
        )
        super.init()
        for (index, output) in dataOutputs.enumerated() { output.setSynchronizerRoute(SynchronizerRoute(self, index)) }
    }

    deinit {
        state.withLock { $0.source }?.cancel()
    }

    // MARK: Delegate

    /// Sets who receives data, and on which queue, which must be serial. The synchronizer does not keep the delegate alive.
    ///
    /// A delegate without a queue stops the program (S-128).
    open func setDelegate(
        _ delegate: (any AVCaptureDataOutputSynchronizerDelegate)?,
        queue delegateCallbackQueue: DispatchQueue?
    ) {
        guard delegate == nil || delegateCallbackQueue != nil else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureDataOutputSynchronizer setDelegate:queue:] NULL queue passed"
            )
        }
        let queue = delegate == nil ? nil : delegateCallbackQueue
        let (old, new, isAnythingLeft) = state.withLock { state in
            state.generation += 1
            let old = state.source
            state.delegate = delegate
            state.queue = queue
            state.source = queue.map { makeSource($0, state.generation) }
            if queue == nil {
                state.pairing.removeAll()
                state.mailbox.removeAll()
            }
            return (old, state.source, state.mailbox.count > 0)
        }
        old?.cancel()
        new?.resume()
        if isAnythingLeft { new?.add(data: 1) }
    }

    /// A merged event on the delegate's queue wakes the reader without an allocation per datum.
    private func makeSource(_ queue: DispatchQueue, _ generation: Int) -> any DispatchSourceUserDataAdd {
        let source = DispatchSource.makeUserDataAddSource(queue: queue)
        let delivery = DeliveryState(outputs: dataOutputs.count, queue: queue)
        source.setEventHandler { [weak self] in self?.deliver(generation, delivery) }
        return source
    }

    /// Who receives data.
    open var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? { state.withLock { $0.delegate } }

    /// The queue that the delegate is called on.
    open var delegateCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    // MARK: Data, on the drivers' threads

    /// Takes a datum of an output.
    func receive(_ datum: SynchronizedDatum, time: CMTime, duration: CMTime, from output: Int) {
        let source = state.withLock { state -> (any DispatchSourceUserDataAdd)? in
            guard let source = state.source else { return nil }
            state.pairing.add(datum, time: time, duration: duration, from: output)
            return state.sort(dataOutputs) ? source : nil
        }
        source?.add(data: 1)
    }

    /// Takes news of lost frames of an output.
    func receiveDrops(
        _ count: Int,
        _ reason: FrameDrop.Reason,
        time: CMTime,
        from output: Int
    ) {
        for _ in 0..<min(count, Self.dropLimit) {
            let drop = FrameDrop(reason: reason, time: time, duration: .invalid)
            receive(.drop(drop), time: time, duration: .invalid, from: output)
        }
    }

    /// Takes note of a time before which nothing of an output comes any more.
    func reach(_ time: CMTime, from output: Int) {
        let source = state.withLock { state -> (any DispatchSourceUserDataAdd)? in
            guard let source = state.source else { return nil }
            state.pairing.reach(time, from: output)
            return state.sort(dataOutputs) ? source : nil
        }
        source?.add(data: 1)
    }

    /// Takes note of whether an output can deliver.
    func expect(_ isExpected: Bool, from output: Int) {
        let source = state.withLock { state -> (any DispatchSourceUserDataAdd)? in
            state.pairing.expect(isExpected, from: output)
            return state.sort(dataOutputs) ? state.source : nil
        }
        source?.add(data: 1)
    }

    /// An output's data come no more, and those that wait are nobody's: it has left its session, or has another synchronizer.
    func removeOutput(_ output: Int) {
        let source = state.withLock { state -> (any DispatchSourceUserDataAdd)? in
            state.pairing.removeAll(of: output)
            state.mailbox.removeAll(of: output)
            state.pairing.expect(false, from: output)
            return state.sort(dataOutputs) ? state.source : nil
        }
        source?.add(data: 1)
    }

    /// The session has stopped: what waits is forgotten, as with the outputs themselves.
    func sessionStopped() {
        state.withLock { state in
            state.pairing.removeAll()
            state.mailbox.removeAll()
        }
    }

    // MARK: Delivery, on the delegate's queue

    /// Delivers what waits now. What comes meanwhile wakes the reader again: a slow delegate must not keep others from the
    /// queue for ever.
    private func deliver(_ generation: Int, _ delivery: DeliveryState) {
        dispatchPrecondition(condition: .onQueue(delivery.queue))
        for _ in 0..<state.withLock({ $0.mailbox.count }) {
            let (isAnything, delegate) = state.withLock { state in
                guard state.generation == generation, state.mailbox.next(into: &delivery.group) else {
                    return (false, state.delegate)
                }
                return (true, state.delegate)
            }
            guard isAnything else { return }
            guard let delegate else {
                delivery.clear()
                continue
            }
            let data = prepare(&delivery.group)
            if data.count > 0 {
                delegate.dataOutputSynchronizer(self, didOutput: AVCaptureSynchronizedDataCollection(data))
            }
        }
    }

    /// Makes the objects that the delegate gets, and empties the group.
    private func prepare(_ group: inout [SynchronizedMailbox.Entry?]) -> FewData {
        var data = FewData()
        for index in group.indices {
            guard let entry = group[index] else { continue }
            group[index] = nil
            if let made = prepare(entry.datum, of: dataOutputs[index]) { data.append(made) }
        }
        return data
    }

    private func prepare(_ datum: SynchronizedDatum, of output: AVCaptureOutput) -> AVCaptureSynchronizedData? {
        switch datum {
        case .audio(let packet):
            return packet.makeSampleBuffer().map {
                AVCaptureSynchronizedSampleBufferData(
                    output: output,
                    sampleBuffer: $0,
                    timestamp: packet.presentationTime,
                    droppedReason: .none
                )
            }
        case .codes(let codes):
            return (output as? AVCaptureMetadataOutput).map {
                AVCaptureSynchronizedMetadataObjectData(output: $0, metadataObjects: $0.objects(codes))
            }
        case .depth(let depth):
            guard let output = output as? AVCaptureDepthDataOutput else { return nil }
            guard let data = output.depthData(of: depth) else {
                return prepare(
                    .drop(FrameDrop(reason: .outOfBuffers, time: depth.time, duration: depth.duration)),
                    of: output
                )
            }
            return AVCaptureSynchronizedDepthData(
                output: output,
                depthData: data,
                timestamp: depth.time,
                droppedReason: .none
            )
        case .frame(let frame):
            guard let sample = (output as? AVCaptureVideoDataOutput)?.sample(of: frame) else {
                // It can't be decoded.
                let drop = FrameDrop(
                    reason: .discontinuity,
                    time: frame.presentationTime,
                    duration: frame.duration
                )
                return prepare(.drop(drop), of: output)
            }
            return AVCaptureSynchronizedSampleBufferData(
                output: output,
                sampleBuffer: sample,
                timestamp: frame.presentationTime,
                droppedReason: .none
            )
        case .drop(let drop):
            if let output = output as? AVCaptureDepthDataOutput {
                return output.droppedDepthData.map {
                    AVCaptureSynchronizedDepthData(
                        output: output,
                        depthData: $0,
                        timestamp: drop.time,
                        droppedReason: DroppedFrame.dataReason(drop.reason)
                    )
                }
            }
            return DroppedFrame.sampleBuffer(for: drop).map {
                AVCaptureSynchronizedSampleBufferData(
                    output: output,
                    sampleBuffer: $0,
                    timestamp: drop.time,
                    droppedReason: DroppedFrame.dataReason(drop.reason)
                )
            }
        }
    }
}

/// Gets data of several outputs that belong together, on the queue given with it.
public protocol AVCaptureDataOutputSynchronizerDelegate: NSObjectProtocol {
    /// There are data: of the first output and what belongs to it, or of another output alone (S-144).
    ///
    /// - Parameter synchronizedDataCollection: the data by output. Holding it holds buffers that the cameras need.
    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    )
}

/// Where an output's data go when a synchronizer takes them.
struct SynchronizerRoute: @unchecked Sendable {
    // @unchecked: a synchronizer guards its state with locks.

    /// Who takes the data; `nil` when nobody does, or does any more.
    private(set) weak var synchronizer: AVCaptureDataOutputSynchronizer?
    /// Which of its outputs this is.
    private(set) var index = 0

    /// Nobody takes the data.
    init() {}

    init(_ synchronizer: AVCaptureDataOutputSynchronizer, _ index: Int) {
        self.synchronizer = synchronizer
        self.index = index
    }

    /// Whether somebody takes the data.
    var isConnected: Bool { synchronizer != nil }

    /// Tells whether data are to be expected.
    func expect(_ isExpected: Bool) { synchronizer?.expect(isExpected, from: index) }

    /// Tells that the output's data are nobody's any more: it has left its session, or another synchronizer has it.
    func disconnect() { synchronizer?.removeOutput(index) }

    /// Tells whether the session runs.
    func runningChanged(_ isRunning: Bool) {
        if !isRunning { synchronizer?.sessionStopped() }
    }
}
