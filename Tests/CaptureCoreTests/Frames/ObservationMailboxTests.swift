import CaptureCore
import Testing

@Suite("Observation mailbox")
struct ObservationMailboxTests {
    private func drain(_ mailbox: inout ObservationMailbox<String>) -> [[String]] {
        var read: [[String]] = []
        while let sightings = mailbox.next() { read.append(sightings) }
        return read
    }

    @Test("That nothing is in sight is news once, after something was")
    func news() {
        var mailbox = ObservationMailbox<String>()
        let looks: [[String]] = [[], ["a"], ["a"], [], [], ["b"]]
        let isNews = looks.map { mailbox.offer($0) }
        #expect(isNews == [false, true, true, true, false, true])
        #expect(drain(&mailbox) == [["a"], ["a"], [], ["b"]])
        #expect(mailbox.count == 0)
    }

    @Test("Of more than a slow delegate fetches, the oldest are forgotten")
    func bounded() {
        var mailbox = ObservationMailbox<String>()
        for number in 1...6 { _ = mailbox.offer(["\(number)"]) }
        #expect(mailbox.count == 4)
        #expect(drain(&mailbox) == [["3"], ["4"], ["5"], ["6"]])
    }

    @Test("After all was forgotten, nothing in sight is no news")
    func forgotten() {
        var mailbox = ObservationMailbox<String>()
        _ = mailbox.offer(["a"])
        mailbox.removeAll()
        #expect(mailbox.count == 0)
        let isNews = mailbox.offer([])
        #expect(!isNews)
    }
}
