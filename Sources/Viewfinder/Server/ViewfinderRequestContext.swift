import Hummingbird
import NIOCore

/// What accompanies a request: Hummingbird's own things and the connection, which the frame stream writes to directly.
struct ViewfinderRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
