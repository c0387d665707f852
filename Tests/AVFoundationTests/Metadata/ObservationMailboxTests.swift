import BarcodeDetection
import CoreMedia
import Foundation
import Testing

@testable import AVFoundation

@Suite("Observation mailbox")
struct ObservationMailboxTests {
    private func code(_ text: String) -> CodeObservation {
        let corners = BarcodeCorners(topLeft: .zero, topRight: .zero, bottomRight: .zero, bottomLeft: .zero)
        return CodeObservation(type: .qr, text: text, corners: corners, time: .zero, duration: .invalid)
    }

    private func drain(_ mailbox: inout ObservationMailbox) -> [[String]] {
        var read: [[String]] = []
        while let sightings = mailbox.next() { read.append(sightings.map(\.text)) }
        return read
    }

    @Test("That nothing is in sight is news once, after something was")
    func news() {
        var mailbox = ObservationMailbox()
        let looks: [[CodeObservation]] = [[], [code("a")], [code("a")], [], [], [code("b")]]
        let isNews = looks.map { mailbox.offer($0) }
        #expect(isNews == [false, true, true, true, false, true])
        #expect(drain(&mailbox) == [["a"], ["a"], [], ["b"]])
        #expect(mailbox.count == 0)
    }

    @Test("Of more than a slow delegate fetches, the oldest are forgotten")
    func bounded() {
        var mailbox = ObservationMailbox()
        for number in 1...6 { _ = mailbox.offer([code("\(number)")]) }
        #expect(mailbox.count == 4)
        #expect(drain(&mailbox) == [["3"], ["4"], ["5"], ["6"]])
    }

    @Test("After all was forgotten, nothing in sight is no news")
    func forgotten() {
        var mailbox = ObservationMailbox()
        _ = mailbox.offer([code("a")])
        mailbox.removeAll()
        #expect(mailbox.count == 0)
        let isNews = mailbox.offer([])
        #expect(!isNews)
    }
}
