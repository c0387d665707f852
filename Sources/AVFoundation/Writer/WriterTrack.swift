import CoreMedia
import Dispatch
import MediaEncoding
import Synchronization

/// One track at work: what is appended waits here for its encoder, which works on a queue of its own.
final class WriterTrack: @unchecked Sendable {
    // @unchecked: the encoder is used on the queue only; everything else that changes lies in the mutex.

    /// What becomes of an item.
    enum Offer {
        /// It will be in the file.
        case taken
        /// There is no room: the encoder, the disk or another track must catch up first.
        case notReady
        /// Nothing is taken any more.
        case ended
        /// It does not fit.
        case refused(MediaEncodingError)
    }

    private struct Mailbox {
        var items: [WriterItem] = []
        var taken = 0
        /// The latest time of an item.
        var latest: CMTime?
        var isFinished = false
        /// Whether the next picture becomes a key frame.
        var forcesKeyFrame = false
    }

    /// The track's number in the file.
    let index: Int
    private let plan: TrackEncodingPlan
    private let encoder: any TrackEncoder
    private let queue: DispatchQueue
    /// Wakes the encoder, without an allocation per item.
    private let source: any DispatchSourceUserDataAdd
    private let mailbox = Mutex(Mailbox())
    private weak let engine: WriterEngine?
    /// Entered for each item that waits.
    private let unsettled: DispatchGroup?

    init(
        _ index: Int,
        _ plan: TrackEncodingPlan,
        _ encoder: any TrackEncoder,
        engine: WriterEngine,
        unsettled: DispatchGroup?
    ) {
        self.unsettled = unsettled
        self.index = index
        self.plan = plan
        self.encoder = encoder
        self.engine = engine
        queue = DispatchQueue(label: "AVAssetWriter.\(plan.mediaType.rawValue).\(index)", qos: .userInitiated)
        source = DispatchSource.makeUserDataAddSource(queue: queue)
        source.setEventHandler { [weak self] in self?.drain() }
        source.activate()
    }

    deinit {
        source.cancel()
        if let unsettled { mailbox.withLock { $0.items }.forEach { _ in unsettled.leave() } }
    }

    /// How many items were taken so far.
    var takenCount: Int { mailbox.withLock { $0.taken } }

    /// Whether any item was taken.
    var hasTakenAnything: Bool { takenCount > 0 }

    /// Whether it has pictures.
    var isVideo: Bool { plan.mediaType == .video }

    /// The next picture becomes a key frame.
    ///
    /// - Returns: the latest time of an item so far.
    func beginSegment() -> CMTime? {
        mailbox.withLock { mailbox in
            mailbox.forcesKeyFrame = true
            return mailbox.latest
        }
    }

    /// Whether an item would be taken now.
    var isReady: Bool { engine?.isReady(index) ?? false }

    /// Takes an item, if there is room. Returns at once.
    ///
    /// - Parameter canBeDropped: whether its source does not ask for readiness before, and so was promised nothing.
    func offer(_ item: WriterItem, sessionStart: CMTime, canBeDropped: Bool = false) -> Offer {
        if let misfit = misfit(item) { return .refused(misfit) }
        guard let engine else { return .ended }
        let offer = mailbox.withLock { mailbox -> Offer in
            guard !mailbox.isFinished, !engine.isOver else { return .ended }
            // Compressed pictures come in decoding order, sound may overlap: their encoders see to it.
            if case .pixels = item.content, let latest = mailbox.latest, item.presentationTime <= latest {
                return .refused(
                    .unfit(
                        "appending a picture",
                        "Append pictures in the order of their times, each later than the one before."
                    )
                )
            }
            let time = item.presentationTime - sessionStart
            guard engine.reserve(index, upTo: time, canBeDropped: canBeDropped) else { return .notReady }
            unsettled?.enter()
            mailbox.items.append(item)
            mailbox.items[mailbox.items.count - 1].forcesKeyFrame = mailbox.forcesKeyFrame
            mailbox.forcesKeyFrame = false
            mailbox.taken += 1
            mailbox.latest = max(mailbox.latest ?? item.presentationTime, item.presentationTime)
            return .taken
        }
        if case .taken = offer {
            engine.reportReadiness()
            source.add(data: 1)
        }
        return offer
    }

    /// Why an item cannot belong to this track.
    private func misfit(_ item: WriterItem) -> MediaEncodingError? {
        let mediaType: AVMediaType?
        switch item.content {
        case .pixels: mediaType = .video
        case .audio: mediaType = .audio
        case .sample(let sample):
            guard let type = sample.formatDescription?.mediaType else {
                return .unfit("appending a sample", "Append samples with a format description.")
            }
            mediaType = AVMediaType(type)
        }
        return mediaType == plan.mediaType
            ? nil : .unfit("appending a sample", "Append samples of the input's media type.")
    }

    /// Nothing more will come: what waits is encoded, and then the encoder is emptied.
    ///
    /// - Parameters:
    ///   - end: the source's time at which the session ends.
    ///   - completion: called on the track's queue.
    func finish(at end: CMTime? = nil, completion: (@Sendable () -> Void)? = nil) {
        let isFirst = mailbox.withLock { mailbox in
            defer { mailbox.isFinished = true }
            return !mailbox.isFinished
        }
        engine?.closeLane(index)
        queue.async { [self] in
            if isFirst { finishEncoding(at: end) }
            completion?()
        }
    }

    // MARK: On the queue

    private func drain() {
        dispatchPrecondition(condition: .onQueue(queue))
        while let item = mailbox.withLock({ $0.items.isEmpty ? nil : $0.items.removeFirst() }) {
            defer { unsettled?.leave() }
            guard let engine, !engine.isOver else { continue }
            let start = ContinuousClock.now
            do {
                let samples = try encoder.encode(item)
                engine.deliver(samples, format: encoder.format, track: index)
            } catch {
                engine.fail(error)
            }
            engine.release(index, after: start.duration(to: .now) / .seconds(1))
        }
    }

    private func finishEncoding(at end: CMTime?) {
        drain()
        guard let engine, !engine.isOver else { return }
        do {
            let samples = hasTakenAnything ? try encoder.finish(at: end) : []
            engine.deliver(samples, format: encoder.format, track: index)
            engine.finishLane(index)
        } catch {
            engine.fail(error)
        }
    }
}
