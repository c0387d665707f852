/// The buffers that the hardware has, and those that it refused. Pure.
///
/// A refused buffer is offered again: once more before the start, then with each frame.
struct BufferSupply: Sendable {
    /// Buffers of a stream.
    static let count = 6
    /// A stream needs so many to start: one to fill while the other is finished.
    static let reserve = 2

    private var queued = 0
    private var refusals = 0

    /// So many buffers will be refused.
    mutating func refuse(_ count: Int) {
        refusals += count
    }

    /// Offers all buffers before the start; whether the hardware takes enough.
    mutating func start() -> Bool {
        queued = 0
        offer()
        if queued < Self.count { offer() }
        return queued >= Self.reserve
    }

    /// A frame fills a buffer, which is offered again at once; false if there was none.
    mutating func fill() -> Bool {
        let hasBuffer = queued > 0
        if hasBuffer { queued -= 1 }
        if queued < Self.count { offer() }
        return hasBuffer
    }

    private mutating func offer() {
        let offered = Self.count - queued
        let refused = min(offered, refusals)
        refusals -= refused
        queued += offered - refused
    }
}
