import CaptureCore

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
