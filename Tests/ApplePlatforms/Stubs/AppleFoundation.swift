// What the sources use of Apple's Foundation and Linux's lacks, or has in another module. Imported into every file.
import Foundation

extension ProcessInfo {
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        fatalError()
    }
}

public struct URLRequest: Sendable {
    public init(url: URL) { fatalError() }
    public var httpMethod: String?
    public var httpBody: Data?
    public var timeoutInterval: TimeInterval = 60
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) { fatalError() }
}

open class URLResponse: NSObject, @unchecked Sendable {}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { fatalError() }
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { fatalError() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {}

public protocol URLSessionTaskDelegate: NSObjectProtocol, Sendable {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest?
}

open class URLSession: NSObject, @unchecked Sendable {
    public init(configuration: URLSessionConfiguration) { fatalError() }

    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> UInt8? { fatalError() }
        }
        public func makeAsyncIterator() -> AsyncIterator { fatalError() }
    }

    public func bytes(
        for request: URLRequest,
        delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) {
        fatalError()
    }
}

extension URLResourceKey {
    public static var volumeAvailableCapacityForImportantUsageKey: URLResourceKey { fatalError() }
}

extension URLResourceValues {
    public var volumeAvailableCapacityForImportantUsage: Int64? { fatalError() }
}
