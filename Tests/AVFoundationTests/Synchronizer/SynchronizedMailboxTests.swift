import CaptureCore
import CaptureDriver
import CoreMedia
import Testing

@testable import AVFoundation

@Suite("Synchronized mailbox")
struct SynchronizedMailboxTests {
    typealias Entry = SynchronizedMailbox.Entry

    private static let format: CMFormatDescription? = {
        var made: CMFormatDescription?
        CMVideoFormatDescriptionCreate(
            allocator: nil,
            codecType: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            width: 2,
            height: 2,
            extensions: nil,
            formatDescriptionOut: &made
        )
        return made
    }()

    private func frame(_ number: Int64) throws -> Entry {
        var pixels: CVPixelBuffer?
        CVPixelBufferCreate(nil, 2, 2, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &pixels)
        let frame = CaptureFrame(
            content: .image(try #require(pixels)),
            formatDescription: try #require(Self.format),
            presentationTime: CMTime(value: number, timescale: 30),
            duration: CMTime(value: 1, timescale: 30),
            sequence: UInt64(number)
        )
        return Entry(datum: .frame(frame), time: number, duration: 1)
    }

    /// What waits, a line each: a digit for a frame, "late" for news of a drop, "-" for nothing.
    private func contents(_ mailbox: inout SynchronizedMailbox, outputs: Int = 2) -> [String] {
        var group = [Entry?](repeating: nil, count: outputs)
        var lines: [String] = []
        while mailbox.next(into: &group) {
            lines.append(
                group.map { entry in
                    switch entry?.datum {
                    case .frame(let frame): "\(frame.sequence)"
                    case .drop(let drop): "\(drop.reason)"
                    case .codes(let codes): "\(codes.count) codes"
                    case .depth: "depth"
                    case .audio: "sound"
                    case nil: "-"
                    }
                }.joined(separator: " ")
            )
        }
        return lines
    }

    @Test("An output's data can be forgotten, the others' stay")
    func forgotten() throws {
        var mailbox = SynchronizedMailbox(outputs: 2)
        for number in 1...2 {
            var group: [Entry?] = try [frame(Int64(number)), number == 1 ? frame(1) : nil]
            mailbox.enqueue(&group) { _ in false }
        }
        mailbox.removeAll(of: 0)
        let left = contents(&mailbox)
        #expect(left == ["- 1", "- -"], "\(left)")
    }

    @Test("S-145: with discard-late, a new frame of an output turns the ones of it that wait into news of drops")
    func discardsLate() throws {
        var mailbox = SynchronizedMailbox(outputs: 2)
        var group: [Entry?] = [try frame(1), try frame(1)]
        mailbox.enqueue(&group) { _ in true }
        #expect(group.allSatisfy { $0 == nil })
        group = [try frame(2), nil]
        mailbox.enqueue(&group) { _ in true }
        group = [nil, try frame(3)]
        mailbox.enqueue(&group) { $0 == 0 }
        #expect(contents(&mailbox) == ["late 1", "2 -", "- 3"])
        #expect(mailbox.count == 0)
    }

    @Test("S-145: groups that one datum decided on are not late for each other")
    func decidedTogether() throws {
        var mailbox = SynchronizedMailbox(outputs: 2)
        var group: [Entry?] = [nil, try frame(1)]
        mailbox.enqueue(&group) { _ in true }
        group = [try frame(1), try frame(2)]
        mailbox.enqueue(&group, isWithFormer: true) { _ in true }
        #expect(contents(&mailbox) == ["- 1", "1 2"])
        group = [nil, try frame(3)]
        mailbox.enqueue(&group) { _ in true }
        group = [try frame(2), try frame(4)]
        mailbox.enqueue(&group, isWithFormer: true) { _ in true }
        group = [nil, try frame(5)]
        mailbox.enqueue(&group) { _ in true }
        #expect(contents(&mailbox) == ["- late", "2 late", "- 5"])
    }

    @Test("S-145: without, fifteen frames of each output wait, and what comes then is dropped")
    func keepsLate() throws {
        var mailbox = SynchronizedMailbox(outputs: 2)
        for number in 0..<17 {
            var group: [Entry?] = [try frame(Int64(number)), number < 3 ? try frame(Int64(number)) : nil]
            mailbox.enqueue(&group) { _ in false }
        }
        let lines = contents(&mailbox)
        #expect(lines.prefix(4) == ["0 0", "1 1", "2 2", "3 -"])
        #expect(lines.suffix(3) == ["14 -", "late -", "late -"])
    }

    @Test("Memory is bounded: news beyond it is forgotten, the oldest first")
    func bounded() throws {
        var mailbox = SynchronizedMailbox(outputs: 1, capacity: 4)
        for number in 0..<6 {
            var group: [Entry?] = [try frame(Int64(number))]
            mailbox.enqueue(&group) { _ in true }
        }
        #expect(mailbox.count == 4)
        #expect(contents(&mailbox, outputs: 1) == ["late", "late", "late", "5"])
        var group: [Entry?] = [try frame(9)]
        mailbox.enqueue(&group) { _ in true }
        mailbox.removeAll()
        #expect(contents(&mailbox, outputs: 1).isEmpty)
    }
}
