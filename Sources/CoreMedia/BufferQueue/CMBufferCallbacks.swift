import FoundationExtras

/// A timed buffer of any kind that a queue holds.
public typealias CMBuffer = CFTypeRef

// DEVIATION: Apple's callbacks are C functions; these are Swift functions, so that closures that capture fit as well.

/// Tells a time of a buffer.
public typealias CMBufferGetTimeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> CMTime
/// Tells whether something is true of a buffer.
public typealias CMBufferGetBooleanCallback = (CMBuffer, UnsafeMutableRawPointer?) -> DarwinBoolean
/// Tells which of two buffers is dequeued first.
public typealias CMBufferCompareCallback = (CMBuffer, CMBuffer, UnsafeMutableRawPointer?) -> CFComparisonResult
/// Tells how many bytes a buffer has.
public typealias CMBufferGetSizeCallback = (CMBuffer, UnsafeMutableRawPointer?) -> Int
/// Tells whether a queue may take a buffer: 0, or what is wrong with it.
public typealias CMBufferValidationCallback = (CMBufferQueue, CMBuffer, UnsafeMutableRawPointer?) -> OSStatus

/// Tells a time of a buffer.
public typealias CMBufferGetTimeHandler = (CMBuffer) -> CMTime
/// Tells whether something is true of a buffer.
public typealias CMBufferGetBooleanHandler = (CMBuffer) -> Bool
/// Tells which of two buffers is dequeued first.
public typealias CMBufferCompareHandler = (CMBuffer, CMBuffer) -> CFComparisonResult
/// Tells how many bytes a buffer has.
public typealias CMBufferGetSizeHandler = (CMBuffer) -> Int
/// Tells whether a queue may take a buffer: 0, or what is wrong with it.
public typealias CMBufferValidationHandler = (CMBufferQueue, CMBuffer) -> OSStatus

/// How a queue learns about its buffers, in C's form.
public struct CMBufferCallbacks {
    /// 0, or 1 if ``getSize`` is to be used.
    public var version: UInt32
    /// Is handed to the callbacks.
    public var refcon: UnsafeMutableRawPointer?
    /// When a buffer is decoded; without it the queue's decode times are invalid.
    public var getDecodeTimeStamp: CMBufferGetTimeCallback?
    /// When a buffer is shown; without it the queue's presentation times are invalid.
    public var getPresentationTimeStamp: CMBufferGetTimeCallback?
    /// How long a buffer lasts.
    public var getDuration: CMBufferGetTimeCallback
    /// Whether a buffer's data is there; without it, it is.
    public var isDataReady: CMBufferGetBooleanCallback?
    /// The order of buffers; without it they are dequeued in the order in which they came.
    public var compare: CMBufferCompareCallback?
    /// The notification that buffers post when their data is there.
    public var dataBecameReadyNotification: Unmanaged<CFString>?
    /// How many bytes a buffer has; ignored unless the version is 1.
    public var getSize: CMBufferGetSizeCallback?

    /// Makes the callbacks.
    public init(
        version: UInt32,
        refcon: UnsafeMutableRawPointer?,
        getDecodeTimeStamp: CMBufferGetTimeCallback?,
        getPresentationTimeStamp: CMBufferGetTimeCallback?,
        getDuration: @escaping CMBufferGetTimeCallback,
        isDataReady: CMBufferGetBooleanCallback?,
        compare: CMBufferCompareCallback?,
        dataBecameReadyNotification: Unmanaged<CFString>?,
        getSize: CMBufferGetSizeCallback?
    ) {
        self.version = version
        self.refcon = refcon
        self.getDecodeTimeStamp = getDecodeTimeStamp
        self.getPresentationTimeStamp = getPresentationTimeStamp
        self.getDuration = getDuration
        self.isDataReady = isDataReady
        self.compare = compare
        self.dataBecameReadyNotification = dataBecameReadyNotification
        self.getSize = getSize
    }
}

extension CMBufferQueue.Handlers {
    /// The same in Swift's form.
    init(_ callbacks: CMBufferCallbacks) {
        let refcon = callbacks.refcon
        var builder = Builder()
        builder.getDuration { callbacks.getDuration($0, refcon) }
        if let get = callbacks.getDecodeTimeStamp { builder.getDecodeTimeStamp { get($0, refcon) } }
        if let get = callbacks.getPresentationTimeStamp { builder.getPresentationTimeStamp { get($0, refcon) } }
        if let isReady = callbacks.isDataReady { builder.isDataReady { isReady($0, refcon).boolValue } }
        if let compare = callbacks.compare { builder.compare { compare($0, $1, refcon) } }
        if callbacks.version >= 1, let get = callbacks.getSize { builder.getSize { get($0, refcon) } }
        builder.dataBecameReadyNotification = callbacks.dataBecameReadyNotification.map {
            $0.takeUnretainedValue() as String
        }
        self.init(builder)
    }
}

extension CMBufferCallbacks {
    /// The C form of handlers for sample buffers.
    fileprivate init(_ handlers: CMBufferQueue.Handlers) {
        self.init(
            version: 1,
            refcon: nil,
            getDecodeTimeStamp: handlers.getDecodeTimeStamp.map { get in { buffer, _ in get(buffer) } },
            getPresentationTimeStamp: handlers.getPresentationTimeStamp.map { get in { buffer, _ in get(buffer) } },
            getDuration: { buffer, _ in handlers.getDuration(buffer) },
            isDataReady: handlers.isDataReady.map { get in { buffer, _ in DarwinBoolean(get(buffer)) } },
            compare: handlers.compare.map { compare in { left, right, _ in compare(left, right) } },
            dataBecameReadyNotification: Unmanaged.passUnretained(kCMSampleBufferNotification_DataBecameReady),
            getSize: handlers.getSize.map { get in { buffer, _ in get(buffer) } }
        )
    }

    /// Callbacks that live as long as the program.
    fileprivate static func permanent(_ handlers: CMBufferQueue.Handlers) -> UnsafePointer<CMBufferCallbacks> {
        let pointer = UnsafeMutablePointer<CMBufferCallbacks>.allocate(capacity: 1)
        pointer.initialize(to: CMBufferCallbacks(handlers))
        return UnsafePointer(pointer)
    }
}

// `nonisolated(unsafe)`: written once, read only, and the functions keep no state.
nonisolated(unsafe) private let unsortedCallbacks = CMBufferCallbacks.permanent(.unsortedSampleBuffers)
nonisolated(unsafe) private let sortedCallbacks = CMBufferCallbacks.permanent(.outputPTSSortedSampleBuffers)

/// Callbacks for sample buffers that are dequeued in the order in which they came.
@discardableResult
public func CMBufferQueueGetCallbacksForUnsortedSampleBuffers() -> UnsafePointer<CMBufferCallbacks> {
    unsortedCallbacks
}

/// Callbacks for sample buffers that are dequeued by the times at which they are to be shown.
@discardableResult
public func CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS() -> UnsafePointer<CMBufferCallbacks> {
    sortedCallbacks
}

extension CMBufferQueue {
    /// How a queue learns about its buffers.
    public struct Handlers {
        /// When a buffer is decoded; without it the queue's decode times are invalid.
        public let getDecodeTimeStamp: CMBufferGetTimeHandler?
        /// When a buffer is shown; without it the queue's presentation times are invalid.
        public let getPresentationTimeStamp: CMBufferGetTimeHandler?
        /// How long a buffer lasts.
        public let getDuration: CMBufferGetTimeHandler
        /// Whether a buffer's data is there; without it, it is.
        public let isDataReady: CMBufferGetBooleanHandler?
        /// The order of buffers; without it they are dequeued in the order in which they came.
        public let compare: CMBufferCompareHandler?
        /// The notification that buffers post when their data is there.
        public let dataBecameReadyNotification: String?
        /// How many bytes a buffer has; without it the queue's size is 0.
        public let getSize: CMBufferGetSizeHandler?

        /// Collects handlers.
        public struct Builder {
            fileprivate var decodeTime: CMBufferGetTimeHandler?
            fileprivate var presentationTime: CMBufferGetTimeHandler?
            fileprivate var duration: CMBufferGetTimeHandler?
            fileprivate var readiness: CMBufferGetBooleanHandler?
            fileprivate var order: CMBufferCompareHandler?
            fileprivate var size: CMBufferGetSizeHandler?
            /// The notification that buffers post when their data is there.
            public var dataBecameReadyNotification: String?

            init() {}

            fileprivate init(_ handlers: Handlers) {
                decodeTime = handlers.getDecodeTimeStamp
                presentationTime = handlers.getPresentationTimeStamp
                duration = handlers.getDuration
                readiness = handlers.isDataReady
                order = handlers.compare
                size = handlers.getSize
                dataBecameReadyNotification = handlers.dataBecameReadyNotification
            }

            /// Says when a buffer is decoded.
            public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) { decodeTime = body }
            /// Says when a buffer is shown.
            public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
                presentationTime = body
            }
            /// Says how long a buffer lasts. Must be given.
            public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) { duration = body }
            /// Says whether a buffer's data is there.
            public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) { readiness = body }
            /// Says which of two buffers is dequeued first.
            public mutating func compare(_ body: @escaping CMBufferCompareHandler) { order = body }
            /// Says how many bytes a buffer has.
            public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) { size = body }
        }

        /// Makes handlers. That for the duration must be among them, else the program stops.
        public init(withHandlers body: (inout Builder) -> Void) {
            var builder = Builder()
            body(&builder)
            self.init(builder)
        }

        init(_ builder: Builder) {
            guard let duration = builder.duration else {
                programmerError(.invalidArgument, "The handlers of a CMBufferQueue need one for the duration")
            }
            getDecodeTimeStamp = builder.decodeTime
            getPresentationTimeStamp = builder.presentationTime
            getDuration = duration
            isDataReady = builder.readiness
            compare = builder.order
            getSize = builder.size
            dataBecameReadyNotification = builder.dataBecameReadyNotification
        }

        /// The same handlers with some of them replaced.
        public func withHandlers(_ body: (inout Builder) -> Void) -> Handlers {
            var builder = Builder(self)
            body(&builder)
            return Handlers(builder)
        }

        // `nonisolated(unsafe)`: the functions keep no state.

        /// For sample buffers that are dequeued in the order in which they came.
        nonisolated(unsafe) public static let unsortedSampleBuffers = Handlers { builder in
            builder.getDecodeTimeStamp { ($0 as? CMSampleBuffer)?.decodeTimeStamp ?? .invalid }
            builder.getPresentationTimeStamp { ($0 as? CMSampleBuffer)?.presentationTimeStamp ?? .invalid }
            builder.getDuration { ($0 as? CMSampleBuffer)?.duration ?? .invalid }
            builder.isDataReady { ($0 as? CMSampleBuffer).map { CMSampleBufferDataIsReady($0) } ?? false }
            builder.getSize { ($0 as? CMSampleBuffer)?.totalSampleSize ?? 0 }
            builder.dataBecameReadyNotification = kCMSampleBufferNotification_DataBecameReady as String
        }

        /// For sample buffers that are dequeued by the times at which they are to be shown.
        nonisolated(unsafe) public static let outputPTSSortedSampleBuffers = unsortedSampleBuffers.withHandlers {
            $0.getPresentationTimeStamp { ($0 as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid }
            $0.getDuration { ($0 as? CMSampleBuffer)?.outputDuration ?? .invalid }
            $0.compare { left, right in
                let first = (left as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid
                let second = (right as? CMSampleBuffer)?.outputPresentationTimeStamp ?? .invalid
                return CFComparisonResult(rawValue: Int(CMTimeCompare(first, second).signum())) ?? .compareEqualTo
            }
        }
    }
}
