import LiveText
import Testing

@Suite("When frames are looked at for text")
struct LiveTextScheduleTests {
    @Test("R-SCAN-1: off at first, and on with the next frame")
    func onAndOff() {
        var schedule = LiveTextSchedule()
        let whileOff = schedule.offers(at: .zero)
        schedule.turn(on: true)
        let first = schedule.offers(at: .zero)
        let whileUnderWay = schedule.offers(at: .seconds(10))
        schedule.turn(on: false)
        let isWantedOnceOff = schedule.finished(at: .seconds(10))
        let onceOff = schedule.offers(at: .seconds(20))
        schedule.turn(on: true)
        let again = schedule.offers(at: .seconds(20))
        let isWanted = schedule.finished(at: .seconds(21))
        #expect([whileOff, whileUnderWay, onceOff] == [false, false, false])
        #expect([first, again] == [true, true])
        #expect(!isWantedOnceOff && isWanted)
    }

    /// Frames come 30 times a second, and a look takes as long as it takes. Tells how many looks there are.
    private func observations(in length: Duration, each cost: Duration) -> Int {
        var schedule = LiveTextSchedule()
        schedule.turn(on: true)
        var (count, end, now) = (0, Duration?.none, Duration.zero)
        while now < length {
            if let finish = end, finish <= now {
                _ = schedule.finished(at: finish)
                end = nil
            }
            if schedule.offers(at: now) {
                count += 1
                end = now + cost
            }
            now += .seconds(1) / 30
        }
        return count
    }

    @Test("R-SCAN-1: five looks a second and not many more, whether they are quick or not", arguments: [20, 160])
    func rate(milliseconds: Int) {
        #expect((50...61).contains(observations(in: .seconds(10), each: .milliseconds(milliseconds))))
    }

    @Test("R-SCAN-1: a slow machine has time for something else between two looks", arguments: [400, 2000])
    func share(milliseconds: Int) {
        let cost = Duration.milliseconds(milliseconds)
        let count = observations(in: .seconds(60), each: cost)
        #expect(count >= 2)
        #expect(Double(count - 1) * (cost / .seconds(1)) <= 60 * LiveTextSchedule.greatestShare)
    }
}
