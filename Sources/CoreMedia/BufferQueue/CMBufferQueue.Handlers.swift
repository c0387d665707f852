import FoundationExtras

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
