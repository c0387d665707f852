import Glibc
import NIOCore

extension Channel {
    /// Makes a client that stopped reading show at once, for a response that never ends.
    ///
    /// A single waiting byte counts as unwritable from now on, and the kernel takes no more than about `count` bytes that it
    /// can not send. Where a socket does not know that option the response works all the same. For the channel's event loop.
    func boundUnsentBytes(_ count: Int) {
        guard let options = syncOptions else { return }
        try? options.setOption(ChannelOptions.writeBufferWaterMark, value: .init(low: 1, high: 2))
        let notSentLowWaterMark = ChannelOptions.Types.SocketOption(
            level: .tcp,
            name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)
        )
        try? options.setOption(notSentLowWaterMark, value: count)
    }
}
