/// When a bus that carries so much is free again. Pure.
struct BusBandwidth {
    /// What USB 2 carries of bulk transfers in practice, in bytes per second.
    static let usb2 = 40_000_000
    /// What a host controller may have in hand, in nanoseconds: waits are no shorter than a millisecond.
    private static let ahead: Int64 = 2_000_000

    private let bytesPerSecond: Int
    private var freeAt: Int64 = 0

    init(bytesPerSecond: Int = usb2) {
        self.bytesPerSecond = bytesPerSecond
    }

    /// How many nanoseconds to wait before the next transfer.
    func wait(at now: Int64) -> Int64 {
        let backlog = freeAt - now
        return backlog > Self.ahead ? backlog - Self.ahead : 0
    }

    /// Notes a transfer.
    mutating func carry(_ byteCount: Int, at now: Int64) {
        freeAt = max(freeAt, now) + Int64(byteCount) * 1_000_000_000 / Int64(bytesPerSecond)
    }
}
