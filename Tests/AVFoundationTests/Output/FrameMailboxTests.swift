import CaptureCore
import CoreMedia
import Testing

@testable import AVFoundation

@Suite("Frame mailbox")
struct FrameMailboxTests {
    private static func time(_ n: Int64) -> CMTime { CMTime(value: n, timescale: 30) }

    /// Frames as their numbers, drops as their negated numbers.
    private static func drain(_ mailbox: inout FrameMailbox<Int>) -> [Int] {
        var read: [Int] = []
        while let item = mailbox.next() {
            switch item {
            case .frame(let number, _, _): read.append(number)
            case .drop(let drop): read.append(-Int(drop.time.value))
            }
        }
        return read
    }

    @Test("S-129: of frames that wait, the newest is delivered and the others are reported as late, in order")
    func discardsLate() {
        var mailbox = FrameMailbox<Int>(capacity: 4)
        for n in 1...3 {
            mailbox.offer(n, time: Self.time(Int64(n)), duration: .invalid, discardsLate: true)
        }
        #expect(Self.drain(&mailbox) == [-1, -2, 3])
    }

    @Test("S-129: without discarding, frames wait until the capacity is reached; the next ones are dropped")
    func keepsLate() {
        var mailbox = FrameMailbox<Int>(capacity: 2)
        for n in 1...4 {
            mailbox.offer(n, time: Self.time(Int64(n)), duration: .invalid, discardsLate: false)
        }
        #expect(Self.drain(&mailbox) == [1, 2, -3, -4])
    }

    @Test("S-130: a driver's drop is reported between the frames around it, with its reason")
    func reportsDrops() throws {
        var mailbox = FrameMailbox<Int>(capacity: 4)
        mailbox.offer(1, time: Self.time(1), duration: .invalid, discardsLate: false)
        mailbox.reportDrop(reason: .outOfBuffers, time: Self.time(2), duration: .invalid)
        mailbox.offer(3, time: Self.time(3), duration: .invalid, discardsLate: false)
        _ = mailbox.next()
        let second = mailbox.next()
        guard case .drop(let drop) = try #require(second) else {
            Issue.record("expected the drop")
            return
        }
        #expect(drop.reason == .outOfBuffers)
        #expect(Self.drain(&mailbox) == [3])
    }

    @Test("A reader that never reads makes the mailbox forget the oldest news, never grow")
    func staysBounded() {
        var mailbox = FrameMailbox<Int>(capacity: 1, newsCapacity: 3)
        for n in 1...100 {
            mailbox.offer(n, time: Self.time(Int64(n)), duration: .invalid, discardsLate: true)
        }
        #expect(Self.drain(&mailbox) == [-97, -98, -99, 100])
    }

    @Test("A frame pushed out by news does not count as waiting")
    func forgottenFramesAreNotCounted() {
        var mailbox = FrameMailbox<Int>(capacity: 1, newsCapacity: 1)
        mailbox.offer(1, time: Self.time(1), duration: .invalid, discardsLate: false)
        mailbox.reportDrop(reason: .discontinuity, time: Self.time(2), duration: .invalid)
        mailbox.reportDrop(reason: .discontinuity, time: Self.time(3), duration: .invalid)
        mailbox.offer(4, time: Self.time(4), duration: .invalid, discardsLate: false)
        #expect(Self.drain(&mailbox) == [-3, 4])
    }
}
