import Foundation
import Synchronization

/// How far an export session is, and who wants to know.
final class ExportState: Sendable {
    private struct Observer: Sendable {
        var continuation: AsyncStream<AVAssetExportSession.State>.Continuation
        var interval: TimeInterval
        var last: ContinuousClock.Instant?
    }

    private struct Values {
        var status = AVAssetExportSession.Status.unknown
        var error: (any Error)?
        var fraction = 0.0
        var run: ExportRun?
        var isCancelled = false
        var observers: [Int: Observer] = [:]
        var nextObserver = 0
    }

    private let values = Mutex(Values())
    private let progress = Progress(totalUnitCount: 1000)

    var status: AVAssetExportSession.Status { values.withLock { $0.status } }
    var error: (any Error)? { values.withLock { $0.error } }
    var fraction: Double { values.withLock { $0.fraction } }

    /// - Returns: false if the session was used already.
    func begin() -> Bool {
        let begins = values.withLock { values in
            guard values.status == .unknown else { return false }
            values.status = .waiting
            return true
        }
        if begins { notify(.waiting) }
        return begins
    }

    /// - Throws: if the session was cancelled before.
    func start(_ run: ExportRun) throws {
        try values.withLock { values in
            guard !values.isCancelled else { throw AVError(.operationCancelled) }
            values.run = run
            values.status = .exporting
        }
        notify(.exporting(progress: progress))
    }

    /// A part of the work is done: never less than before.
    func advance(to fraction: Double) {
        let due = values.withLock { values -> [AsyncStream<AVAssetExportSession.State>.Continuation] in
            guard values.status == .exporting, fraction > values.fraction else { return [] }
            values.fraction = fraction
            let now = ContinuousClock.now
            var due: [AsyncStream<AVAssetExportSession.State>.Continuation] = []
            for (number, observer) in values.observers where observer.interval.isFinite {
                let isDue = observer.last.map { $0 + .seconds(observer.interval) <= now } ?? true
                guard isDue else { continue }
                values.observers[number]?.last = now
                due.append(observer.continuation)
            }
            return due
        }
        progress.completedUnitCount = max(progress.completedUnitCount, Int64(fraction * 1000))
        for continuation in due { continuation.yield(.exporting(progress: progress)) }
    }

    func finish(_ failure: (any Error)?) {
        let observers = values.withLock { values in
            let isCancelled = (failure as? AVError)?.code == .operationCancelled
            values.status = failure == nil ? .completed : isCancelled ? .cancelled : .failed
            values.error = failure
            values.run = nil
            if failure == nil { values.fraction = 1 }
            defer { values.observers = [:] }
            return values.observers.values.map(\.continuation)
        }
        if failure == nil { progress.completedUnitCount = 1000 }
        for observer in observers { observer.finish() }
    }

    func cancel() {
        let run = values.withLock { values in
            values.isCancelled = true
            return values.run
        }
        run?.cancel()
    }

    private func notify(_ state: AVAssetExportSession.State) {
        let observers = values.withLock { $0.observers.values.map(\.continuation) }
        for observer in observers { observer.yield(state) }
    }

    /// The states from now on; ends with the export.
    func states(interval: TimeInterval) -> AsyncStream<AVAssetExportSession.State> {
        let (stream, continuation) = AsyncStream.makeStream(of: AVAssetExportSession.State.self)
        let (number, status) = values.withLock { values in
            values.nextObserver += 1
            let isOver = [.completed, .failed, .cancelled].contains(values.status)
            if !isOver {
                values.observers[values.nextObserver] = Observer(continuation: continuation, interval: interval)
            }
            return (values.nextObserver, values.status)
        }
        switch status {
        case .unknown: continuation.yield(.pending)
        case .waiting: continuation.yield(.waiting)
        case .exporting: continuation.yield(.exporting(progress: progress))
        case .completed, .failed, .cancelled: continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.values.withLock { $0.observers.removeValue(forKey: number) }
        }
        return stream
    }
}
