import CaptureCore
import CoreMedia
import Dispatch
import FoundationExtras
import Synchronization

/// What a session asks of the delivery of an output whose data a synchronizer can take.
protocol SynchronizableDelivery: AnyObject, Sendable {
    /// Who takes the data instead of the delegate.
    var route: SynchronizerRoute { get }

    /// Sets who takes the data, and returns who did until now.
    func exchangeRoute(_ route: SynchronizerRoute) -> SynchronizerRoute

    /// Forgets what waits.
    func reset()

    /// Forgets where data came from.
    func detach()
}

/// Brings a data output's data from the driver's thread to the delegate's queue, or to a synchronizer: `DataDeliveryState` behind one
/// lock, and the event that wakes the delegate's queue.
///
/// Nothing is allocated per frame: the mailboxes' storage is allocated once, and events merge. Delegates, synchronizers and dispatch
/// sources are called with the lock released.
final class DataDelivery<Settings: DataDeliverySettings, Mailbox: DataMailbox>: SynchronizableDelivery {
    typealias State = DataDeliveryState<Settings, Mailbox>

    private struct Locked: @unchecked Sendable {
        // @unchecked: dispatch sources may be used from any thread.
        var state: State
        var queue: DispatchQueue?
        /// Wakes the reader; there exactly while `state.isRead`.
        var source: (any DispatchSourceUserDataAdd)?
    }

    private let locked: Mutex<Locked>

    init(_ settings: Settings, _ mailbox: Mailbox) {
        locked = Mutex(Locked(state: State(settings: settings, mailbox: mailbox)))
    }

    deinit {
        locked.withLock { $0.source }?.cancel()
    }

    /// Reads or changes the output's own.
    func withSettings<Result: Sendable>(_ body: (inout Settings) -> Result) -> Result {
        locked.withLock { body(&$0.state.settings) }
    }

    /// Reads or changes anything in one step.
    func withState<Result>(_ body: (inout State) -> Result) -> Result {
        locked.withLock { Shared(body(&$0.state)) }.object
    }

    // MARK: Delegate

    /// Who receives data.
    var delegate: Settings.Delegate? { locked.withLock { $0.state.settings.delegate } }

    /// The queue that the delegate is called on.
    var queue: DispatchQueue? { locked.withLock { $0.queue } }

    /// Where data came from last.
    var connection: AVCaptureConnection? { locked.withLock { $0.state.connection } }

    /// Sets who receives data, and on which queue. A delegate without a queue stops the program (S-128).
    ///
    /// - Parameters:
    ///   - method: what the client called, as Apple's message has it.
    ///   - reader: calls `deliver` with the generation that it gets. Called on the queue.
    func setDelegate(
        _ delegate: Settings.Delegate?,
        queue: DispatchQueue?,
        method: String,
        reader: @escaping @Sendable (_ generation: Int) -> Void
    ) {
        guard delegate == nil || queue != nil else {
            programmerError(.invalidArgument, "*** -[\(method)] NULL queue passed")
        }
        let queue = delegate == nil ? nil : queue
        let (old, new, isAnythingLeft) = locked.withLock { locked in
            let generation = locked.state.setDelegate(delegate, isRead: queue != nil)
            let old = locked.source
            locked.queue = queue
            locked.source = queue.map { Self.makeSource($0, generation, reader) }
            return (old, locked.source, locked.state.mailbox.count > 0)
        }
        old?.cancel()
        new?.resume()
        if isAnythingLeft { new?.add(data: 1) }
    }

    /// A merged event on the delegate's queue wakes the reader without an allocation per frame.
    private static func makeSource(
        _ queue: DispatchQueue,
        _ generation: Int,
        _ reader: @escaping @Sendable (Int) -> Void
    ) -> any DispatchSourceUserDataAdd {
        let source = DispatchSource.makeUserDataAddSource(queue: queue)
        source.setEventHandler {
            dispatchPrecondition(condition: .onQueue(queue))
            reader(generation)
        }
        return source
    }

    // MARK: Data, on the driver's thread

    /// Gives data to the synchronizer that takes them, or has them put into the mailbox and wakes the reader. Lets go of them while
    /// nobody wants any.
    ///
    /// - Parameters:
    ///   - datum: the data as a synchronizer gets them.
    ///   - enqueue: puts them into the mailbox. Called with the lock held.
    func receive(
        _ datum: @autoclosure () -> SynchronizedDatum,
        time: CMTime,
        duration: CMTime,
        from connection: AVCaptureConnection,
        enqueue: (inout State) -> Void
    ) {
        send(
            from: connection,
            enqueue: enqueue,
            synchronize: { $0.receive(datum(), time: time, duration: duration, from: $1) }
        )
    }

    /// Reports lost frames to the synchronizer that takes the frames, or to the delegate.
    func receiveDrops<Frame: Sendable>(
        _ count: Int,
        _ reason: FrameDrop.Reason,
        time: CMTime,
        from connection: AVCaptureConnection
    ) where Mailbox == FrameMailbox<Frame> {
        guard count > 0 else { return }
        // A camera that skips thousands says so once per frame up to a limit that nobody counts beyond.
        let told = min(count, 64)
        send(
            from: connection,
            enqueue: { state in
                for _ in 0..<told { state.mailbox.reportDrop(reason: reason, time: time, duration: .invalid) }
            },
            synchronize: { $0.receiveDrops(count, reason, time: time, from: $1) }
        )
    }

    private func send(
        from connection: AVCaptureConnection,
        enqueue: (inout State) -> Void,
        synchronize: (AVCaptureDataOutputSynchronizer, Int) -> Void
    ) {
        let (destination, source) = locked.withLock { locked in
            let destination = locked.state.destination(from: connection)
            if case .mailbox = destination { enqueue(&locked.state) }
            return (destination, locked.source)
        }
        switch destination {
        case .synchronizer(let synchronizer, let index): synchronize(synchronizer, index)
        case .mailbox: source?.add(data: 1)
        case .nobody: break
        }
    }

    /// Changes the state, and wakes the reader if that has put in something for it.
    ///
    /// - Parameter body: returns whether it has. Called with the lock held.
    func enqueue(_ body: (inout State) -> Bool) {
        let source = locked.withLock { locked -> (any DispatchSourceUserDataAdd)? in
            body(&locked.state) ? locked.source : nil
        }
        source?.add(data: 1)
    }

    // MARK: Delivery, on the delegate's queue

    /// Delivers what waits now. What comes meanwhile wakes the reader again: a slow delegate must not keep others from the queue for
    /// ever.
    ///
    /// - Parameters:
    ///   - generation: what the reader was called with.
    ///   - stopsWithoutDelegate: whether reading ends when the delegate is found to be no more; then nothing is wanted until there is
    ///     another. Otherwise what waits is let go of.
    ///   - body: gives an item to the delegate.
    func deliver(
        _ generation: Int,
        stopsWithoutDelegate: Bool = false,
        _ body: (Settings.Delegate, AVCaptureConnection, consuming Mailbox.Item) -> Void
    ) {
        for _ in 0..<locked.withLock({ $0.state.mailbox.count }) {
            guard let fetched = locked.withLock({ $0.state.next(generation) }) else { return }
            guard let delegate = fetched.delegate else {
                if stopsWithoutDelegate { return stop(generation) }
                continue
            }
            guard let connection = fetched.connection else { continue }
            body(delegate, connection, fetched.item)
        }
    }

    private func stop(_ generation: Int) {
        let source = locked.withLock { locked -> (any DispatchSourceUserDataAdd)? in
            guard locked.state.stop(generation) else { return nil }
            defer { (locked.source, locked.queue) = (nil, nil) }
            return locked.source
        }
        source?.cancel()
    }

    // MARK: The session

    var route: SynchronizerRoute { locked.withLock { $0.state.route } }

    func exchangeRoute(_ route: SynchronizerRoute) -> SynchronizerRoute {
        locked.withLock { $0.state.exchangeRoute(route) }
    }

    func reset() { locked.withLock { $0.state.reset() } }

    func detach() { locked.withLock { $0.state.detach() } }
}

/// What is a data output's own in what its `DataDelivery` keeps under one lock: the delegate, and the output's properties.
protocol DataDeliverySettings: Sendable {
    /// The protocol of the delegate.
    associatedtype Delegate

    /// Who receives data. Implementations hold it weakly.
    var delegate: Delegate? { get set }

    /// All that waited was forgotten, and what is under way is nobody's any more.
    mutating func deliveryDidReset()
}

extension DataDeliverySettings {
    /// Does nothing.
    mutating func deliveryDidReset() {}
}

/// Where data that have just come go.
enum DataDestination: @unchecked Sendable {
    // @unchecked: a synchronizer guards its state with locks.

    /// A synchronizer takes them, of whose outputs theirs has this index.
    case synchronizer(AVCaptureDataOutputSynchronizer, Int)
    /// They wait for the delegate.
    case mailbox
    /// They are let go of at once.
    case nobody
}

/// What all data outputs decide alike: whether data go to a synchronizer or wait for the delegate, for which delegate they are when
/// they are fetched, and when they are forgotten.
///
/// A value without locks, queues and threads, which are `DataDelivery`'s. One value is one output's.
struct DataDeliveryState<Settings: DataDeliverySettings, Mailbox: DataMailbox>: @unchecked Sendable {
    // @unchecked: capture objects guard their state with locks.

    /// An item, and whom it is for. Not copied, as it is made once per frame.
    struct Fetched: ~Copyable {
        /// Who gets it; `nil` when the delegate is no more.
        var delegate: Settings.Delegate?
        /// Where it came from; `nil` when the output has left its session.
        var connection: AVCaptureConnection?
        var item: Mailbox.Item
    }

    /// The output's own.
    var settings: Settings
    /// What waits for the delegate.
    var mailbox: Mailbox
    /// Where data go instead of to the delegate, if a synchronizer takes them.
    private(set) var route = SynchronizerRoute()
    /// Whether a queue reads what waits, for a delegate that may be no more by now.
    private(set) var isRead = false
    /// How often the delegate was set; an event that was on its way to an earlier one comes to nothing.
    private var generation = 0
    /// Where data come from; here so that finding it costs nothing per frame. The session keeps it: kept here, it would keep the
    /// camera open after its input has been removed.
    private(set) weak var connection: AVCaptureConnection?
    private var connectionNumber: UInt64?

    init(settings: Settings, mailbox: Mailbox) {
        self.settings = settings
        self.mailbox = mailbox
    }

    /// Whether data have anywhere to go.
    var isWanted: Bool { isRead || route.isConnected }

    /// Sets who receives data.
    ///
    /// - Parameter isRead: whether a queue came with the delegate. Without one, what waits is forgotten: nobody shall get a frame of the
    ///   past, and cameras want their buffers back.
    /// - Returns: the generation, with which the queue fetches.
    mutating func setDelegate(_ delegate: Settings.Delegate?, isRead: Bool) -> Int {
        generation += 1
        settings.delegate = delegate
        self.isRead = isRead
        if !isRead { reset() }
        return generation
    }

    /// Ends a generation's reading, as its delegate is no more.
    ///
    /// - Returns: whether it was the current one.
    mutating func stop(_ generation: Int) -> Bool {
        guard generation == self.generation else { return false }
        isRead = false
        reset()
        return true
    }

    /// Sets who takes the data instead of the delegate.
    ///
    /// - Returns: who did until now.
    mutating func exchangeRoute(_ new: SynchronizerRoute) -> SynchronizerRoute {
        defer { route = new }
        return route
    }

    /// Remembers where data come from.
    mutating func record(_ connection: AVCaptureConnection) {
        guard connectionNumber != connection.number else { return }
        (connectionNumber, self.connection) = (connection.number, connection)
    }

    /// Decides where data go that have just come.
    mutating func destination(from connection: AVCaptureConnection) -> DataDestination {
        record(connection)
        if let synchronizer = route.synchronizer { return .synchronizer(synchronizer, route.index) }
        return isRead ? .mailbox : .nobody
    }

    /// Fetches the oldest item; `nil` when there is none, or when the delegate was set anew and another queue goes on.
    mutating func next(_ generation: Int) -> Fetched? {
        guard generation == self.generation, let item = mailbox.next() else { return nil }
        return Fetched(delegate: settings.delegate, connection: connection, item: item)
    }

    /// Forgets what waits.
    mutating func reset() {
        mailbox.removeAll()
        settings.deliveryDidReset()
    }

    /// Forgets where data came from: the output has left its session.
    mutating func detach() {
        (connectionNumber, connection) = (nil, nil)
    }
}
