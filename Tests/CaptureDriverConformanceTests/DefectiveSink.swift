import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import Synchronization

/// Stands between a driver and a sink, and does to the stream what a defective driver would.
final class DefectiveSink: CaptureStreamSink {
    private struct State: Sendable {
        var count = 0
        var skipped: UInt64 = 0
        var firstFrames: [CaptureFrame] = []
        var previous: CaptureFrame?
        var mapCount = 0
        var lastMap: CaptureDepth?
        var hasRunOut = false
        var appointments: [CaptureObservation] = []
    }

    private let base: any CaptureStreamSink
    private let former: (any CaptureStreamSink)?
    private let clock: ManualCaptureClock
    private let defect: DriverDefect?
    private let state = Mutex(State())

    init(
        _ base: any CaptureStreamSink,
        former: (any CaptureStreamSink)?,
        _ clock: ManualCaptureClock,
        _ defect: DriverDefect?
    ) {
        self.base = base
        self.former = former
        self.clock = clock
        self.defect = defect
    }

    func capture(_ frame: CaptureFrame) {
        let count = state.withLock { state in
            state.count += 1
            return state.count
        }
        var frame = frame
        switch defect {
        case .repeatsNumbers:
            if count.isMultiple(of: 10) { frame.sequence -= 1 }
        case .losesFramesAndRenumbers, .deliversHalfTheRate:
            guard !count.isMultiple(of: defect == .deliversHalfTheRate ? 2 : 10) else {
                return state.withLock { $0.skipped += 1 }
            }
            frame.sequence -= state.withLock { $0.skipped }
        case .timesRunBackwards:
            if count == 7 {
                frame.presentationTime = CMTimeSubtract(frame.presentationTime, CMTime(value: 1, timescale: 1))
            }
        case .timesOfAnotherClock:
            frame.presentationTime = CMTimeAdd(frame.presentationTime, CMTime(value: 100, timescale: 1))
        case .timesWithJitter:
            let shift = CMTime(value: count.isMultiple(of: 2) ? 1 : 0, timescale: 100)
            frame.presentationTime = CMTimeSubtract(frame.presentationTime, shift)
        case .truncatesCompressedPictures:
            frame = Self.truncated(frame)
        case .makesNonsenseOfDepth:
            frame.depth.scribble()
        case .losesDepthMapsSilently, .repeatsDepthMaps:
            frame.depth = confused(frame.depth)
        default:
            break
        }
        if isLost(frame) { return }
        if defect == .callsTheFormerSink { former?.capture(frame) }
        base.capture(frame)
        remember(frame)
    }

    private func isLost(_ frame: CaptureFrame) -> Bool {
        guard defect == .losesBuffersForEver, state.withLock({ $0.hasRunOut }) else { return false }
        base.captureDropped(CaptureDrop(reason: .outOfBuffers, count: 1, presentationTime: frame.presentationTime))
        return true
    }

    /// Loses each fifth depth map, or gives the last one to frames without one.
    private func confused(_ depth: CaptureDepth) -> CaptureDepth {
        state.withLock { state in
            guard case .map = depth else { return defect == .repeatsDepthMaps ? state.lastMap ?? depth : depth }
            state.mapCount += 1
            state.lastMap = depth
            return defect == .losesDepthMapsSilently && state.mapCount.isMultiple(of: 5) ? .none : depth
        }
    }

    /// Writes over frames that consumers may still hold.
    private func remember(_ frame: CaptureFrame) {
        switch defect {
        case .overwritesHeldFrames, .overwritesHeldDepthMaps:
            let first = state.withLock { state in
                if state.firstFrames.isEmpty { state.firstFrames = [frame] }
                return state.count > 4 ? state.firstFrames : []
            }
            first.forEach { defect == .overwritesHeldFrames ? $0.scribble() : $0.depth.scribble() }
        case .overwritesAfterStop, .overwritesDepthAfterStop:
            state.withLock { if $0.firstFrames.isEmpty { $0.firstFrames = [frame] } }
        case .overwritesThePreviousFrame:
            let previous = state.withLock { state in
                defer { state.previous = frame }
                return state.previous
            }
            previous?.scribble()
        default:
            break
        }
    }

    func captureDropped(_ drop: CaptureDrop) {
        if defect == .hidesLosses { return }
        if drop.reason == .outOfBuffers { state.withLock { $0.hasRunOut = true } }
        base.captureDropped(drop)
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        guard case .disconnected = event else { return base.captureEvent(event) }
        if defect == .hidesDisconnection { return }
        base.captureEvent(event)
        if defect == .deliversAfterDisconnection { base.captureEvent(.resumed) }
    }

    /// The driver has stopped the stream.
    func streamStopped() {
        switch defect {
        case .deliversAfterStop:
            let due = CMTimeAdd(clock.now, CMTime(value: 1, timescale: 50))
            let late = clock.schedule(at: due) { [base] in base.captureEvent(.resumed) }
            state.withLock { $0.appointments.append(late) }
        case .overwritesAfterStop:
            state.withLock { $0.firstFrames }.forEach { $0.scribble() }
        case .overwritesDepthAfterStop:
            state.withLock { $0.firstFrames }.forEach { $0.depth.scribble() }
        default:
            break
        }
    }

    /// Calls the sink though nothing has happened.
    func speakUp() {
        base.captureEvent(.resumed)
    }

    private static func truncated(_ frame: CaptureFrame) -> CaptureFrame {
        guard case .compressed(let block) = frame.content else { return frame }
        var half: CMBlockBuffer?
        CMBlockBufferCreateWithBufferReference(
            allocator: kCFAllocatorDefault,
            referenceBuffer: block,
            offsetToData: 0,
            dataLength: CMBlockBufferGetDataLength(block) / 2,
            flags: 0,
            blockBufferOut: &half
        )
        var frame = frame
        if let half { frame.content = .compressed(half) }
        return frame
    }
}

extension CaptureFrame {
    /// Writes into the picture.
    fileprivate func scribble() {
        switch content {
        case .image(let buffer):
            memset(buffer.plane(0).baseAddress, 0xA5, buffer.plane(0).bytesPerRow)
        case .compressed(let block):
            CMBlockBufferFillDataBytes(with: 0, blockBuffer: block, offsetIntoDestination: 40, dataLength: 40)
        }
    }
}

extension CaptureDepth {
    /// Writes into the map what is no distance.
    fileprivate func scribble() {
        guard case .map(let map) = self else { return }
        memset(map.plane(0).baseAddress, 0xA5, map.plane(0).bytesPerRow)
    }
}
