public import Hummingbird
import NIOCore

/// What accompanies a request: Hummingbird's own things and the connection, which the frame stream writes to directly.
@_spi(PageServer)
public struct ViewfinderRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    let channel: any Channel

    /// Takes the connection that the request came by.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
