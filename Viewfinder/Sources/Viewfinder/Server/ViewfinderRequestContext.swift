public import Hummingbird
import NIOCore

/// What accompanies a request: Hummingbird's own things and the connection, which the frame stream writes to directly.
@_spi(PageServer)
public struct ViewfinderRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The session that the request belongs to; nil if it shows the token itself, or none is needed.
    var session: LoginSession?

    /// Where the request comes from.
    var clientAddress: ClientAddress { ClientAddress(channel.remoteAddress) }

    /// Takes the connection that the request came by.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
