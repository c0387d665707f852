import Testing

@testable import EmulatedUSBCamera

@Suite("The emulated bus")
struct BusBandwidthTests {
    @Test("It carries so much in ten seconds, however it is cut into transfers", arguments: [512, 16_384, 1_000_000])
    func rate(transfer: Int) {
        var bus = BusBandwidth(bytesPerSecond: 1_000_000)
        var now: Int64 = 0
        var carried = 0
        while now < 10_000_000_000 {
            let wait = bus.wait(at: now)
            now += wait
            guard wait == 0 else { continue }
            bus.carry(transfer, at: now)
            carried += transfer
        }
        // The last transfer, and two milliseconds that the host may be ahead.
        #expect(carried >= 10_000_000 && carried <= 10_000_000 + transfer + 2_000)
    }

    @Test("A bus that was idle has saved nothing up")
    func idle() {
        var bus = BusBandwidth(bytesPerSecond: 1_000_000)
        let now: Int64 = 100_000_000_000
        #expect(bus.wait(at: now) == 0)
        bus.carry(1_000_000, at: now)
        #expect(bus.wait(at: now) == 998_000_000)
    }
}
