public import Hummingbird
public import NIOCore

/// What accompanies a request when the service runs by itself: whose it is.
public struct RecognitionRequestContext: RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The client's address.
    public let remoteAddress: SocketAddress?

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

/// Answers requests for addresses that the service does not have.
public struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Makes the middleware.
    public init() {}

    public func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where error.status == .notFound {
            return ProblemResponse(.notFound).response
        }
    }
}
