import AVFoundation
import Synchronization
import Testing

/// Remembers what a synchronizer delivers.
final class PairRecorder: NSObject, AVCaptureDataOutputSynchronizerDelegate, Sendable {
    /// One output's part of a call.
    struct Part: Sendable, Equatable {
        var output: Int
        var time: CMTime
        var reason: AVCaptureOutput.DataDroppedReason
        var hasData: Bool
    }

    private struct State: @unchecked Sendable {
        // @unchecked: collections are kept only to hold their buffers.
        var calls: [[Part]] = []
        var keepsCollections = false
        var kept: [AVCaptureSynchronizedDataCollection] = []
        var onCall: (@Sendable () -> Void)?
    }

    let queue = DispatchQueue(label: "test.pairs")
    private let outputs: [ObjectIdentifier]
    private let state = Mutex(State())

    init(_ outputs: [AVCaptureOutput]) {
        self.outputs = outputs.map(ObjectIdentifier.init)
    }

    /// The calls so far.
    var calls: [[Part]] { state.withLock { $0.calls } }
    /// Which outputs each call had data of.
    var members: [[Int]] { calls.map { $0.map(\.output) } }
    /// All parts of an output.
    func parts(_ output: Int) -> [Part] { calls.joined().filter { $0.output == output } }

    /// Keeps what comes from now on.
    func keepCollections() { state.withLock { $0.keepsCollections = true } }
    var kept: Int { state.withLock { $0.kept.count } }

    /// Does something in the midst of the next call.
    func onNextCall(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onCall = action } }

    func settle() { queue.waitForSources() }

    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        let parts = synchronizedDataCollection.compactMap { data -> Part? in
            guard let data = data as? AVCaptureSynchronizedSampleBufferData,
                let index = synchronizer.dataOutputs.firstIndex(where: {
                    synchronizedDataCollection.synchronizedData(for: $0) === data
                })
            else { return nil }
            let hasData =
                CMSampleBufferGetImageBuffer(data.sampleBuffer) != nil
                || CMSampleBufferGetDataBuffer(data.sampleBuffer) != nil
            if data.sampleBufferWasDropped != (data.droppedReason != .none) { Issue.record("dropped without a reason") }
            if CMSampleBufferGetPresentationTimeStamp(data.sampleBuffer) != data.timestamp {
                Issue.record("another time than the buffer's")
            }
            return Part(output: index, time: data.timestamp, reason: data.droppedReason, hasData: hasData)
        }
        if parts.count != synchronizedDataCollection.count { Issue.record("a part is of no output") }
        let action = state.withLock { state in
            state.calls.append(parts)
            if state.keepsCollections { state.kept.append(synchronizedDataCollection) }
            defer { state.onCall = nil }
            return state.onCall
        }
        action?()
    }
}

extension Fixture {
    /// Lets time pass in small steps, so that everything is delivered before the next comes.
    func run(seconds: Double, pairs: PairRecorder) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            clock.advance(bySeconds: 0.01)
            pairs.settle()
        }
    }
}
