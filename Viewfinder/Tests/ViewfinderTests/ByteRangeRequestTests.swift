import Foundation
import Testing

@testable import Viewfinder

@Suite("Parts of files")
struct ByteRangeRequestTests {
    @Test(
        "Each form of a range is understood, and cut to the file",
        arguments: [
            ("bytes=0-99", ByteRangeRequest.part(0..<100)), ("bytes=0-0", .part(0..<1)),
            ("bytes=900-", .part(900..<1000)),
            ("bytes=-100", .part(900..<1000)), ("bytes=-5000", .part(0..<1000)), ("bytes=999-5000", .part(999..<1000)),
            ("Bytes = 1-2", .part(1..<3)), ("bytes=0-99999999999999999999", .part(0..<1000)),
        ]
    )
    func parts(header: String, expected: ByteRangeRequest) {
        #expect(ByteRangeRequest(header, length: 1000) == expected)
    }

    @Test(
        "What lies behind the end is not satisfiable",
        arguments: ["bytes=1000-", "bytes=5000-6000", "bytes=-0", "bytes=99999999999999999999-"]
    )
    func unsatisfiable(header: String) {
        #expect(ByteRangeRequest(header, length: 1000) == .unsatisfiable)
    }

    @Test(
        "What is no range, or several, is answered with the whole file",
        arguments: [
            "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-4", "bytes=0-1,5-6", "lines=0-5", "bytes=0-1-2",
            "bytes=+1-2",
            "bytes=\u{661}-5", "bytes=--5", "bytes=0x1-2", String(repeating: "0-1,", count: 5000),
        ]
    )
    func whole(header: String) {
        #expect(ByteRangeRequest(header, length: 1000) == .whole)
        #expect(ByteRangeRequest(nil, length: 1000) == .whole)
    }

    @Test("Of an empty file there is no part")
    func empty() {
        #expect(ByteRangeRequest("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ByteRangeRequest("bytes=-1", length: 0) == .unsatisfiable)
    }

    @Test("Dates are written as HTTP wants them")
    func dates() {
        let texts = [784_111_777, -1, 13_569_465_600].map { seconds in
            FileTime(timespec(tv_sec: seconds, tv_nsec: 900_000_000)).httpText
        }
        #expect(
            texts == [
                "Sun, 06 Nov 1994 08:49:37 GMT", "Wed, 31 Dec 1969 23:59:59 GMT", "Sat, 01 Jan 2400 00:00:00 GMT",
            ]
        )
    }

    @Test(
        "A file may be dated as it likes: what no calendar has is bounded, and HTTP is told nothing",
        arguments: [Int.min, -62_135_596_801, 253_402_300_800, 67_767_976_233_532_799, .max]
    )
    func hostileDates(seconds: Int) {
        let time = FileTime(timespec(tv_sec: seconds, tv_nsec: 999_999_999))
        #expect(time.httpText == nil)
        // Foundation counts the first days by the Julian calendar.
        let bound = seconds < 0 ? "\"0001-01-0" : "\"9999-12-31T23:59:59.000Z\""
        #expect(JSON.string(time.date).hasPrefix(bound))
    }
}
