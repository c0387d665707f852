import Foundation
import ScanProtocol
import Testing

@Suite struct RetryAfterTests {
    /// 2026-11-22 00:00:00 UTC
    static let now = Date(timeIntervalSince1970: 1_795_305_600)

    @Test(arguments: [("0", 0), ("120", 120), (" 7\t", 7), ("007", 7), ("99999999999999999999999", Int.max)])
    func seconds(_ value: String, _ seconds: Int) {
        #expect(RetryAfter(fieldValue: value, now: Self.now) == .seconds(seconds))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ]) func theThreeDatesOfTheStandard(_ value: String) {
        let date = Date(timeIntervalSince1970: 784_111_777)
        #expect(RetryAfter(fieldValue: value, now: Self.now) == .date(date))
    }

    @Test func twoDigitsOfAYear() {
        func year(_ text: String) -> Int? {
            guard case .date(let date) = RetryAfter(fieldValue: "Monday, 01-Jun-\(text) 00:00:00 GMT", now: Self.now)
            else { return nil }
            return Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: date).year
        }
        #expect(year("26") == 2026)
        #expect(year("27") == 2027)
        #expect(year("76") == 2076)
        #expect(year("77") == 1977)
        #expect(year("00") == 2000)
    }

    @Test func twoDigitsOfAYearNearTheCenturysEnd() {
        let now = Date(timeIntervalSince1970: 4_070_908_800)  // 2099-01-01
        let value = RetryAfter(fieldValue: "Thursday, 01-Jan-04 00:00:00 GMT", now: now)
        #expect(value == .date(Date(timeIntervalSince1970: 4_228_588_800)))  // 2104
    }

    @Test func leapDaysAndSeconds() {
        let leapDay = RetryAfter(fieldValue: "Thu, 29 Feb 2024 00:00:00 GMT", now: Self.now)
        #expect(leapDay == .date(Date(timeIntervalSince1970: 1_709_164_800)))
        let leapSecond = RetryAfter(fieldValue: "Sat, 31 Dec 2016 23:59:60 GMT", now: Self.now)
        #expect(leapSecond == .date(Date(timeIntervalSince1970: 1_483_228_800)))
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", "1 2", "1, 2", "soon", "\u{0661}", "0x10", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 2027 08:49:37 GMT",
        "Sun, 29 Feb 2023 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 0:849:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT x",
        "Sun, 06 Nov 1994 08:49:37 GMT\n",
    ]) func nonsense(_ value: String) {
        #expect(RetryAfter(fieldValue: value, now: Self.now) == nil)
    }

    @Test func delays() {
        #expect(RetryAfter.seconds(3).delay(from: Self.now) == .seconds(3))
        #expect(RetryAfter.seconds(-3).delay(from: Self.now) == .zero)
        #expect(RetryAfter.seconds(.max).delay(from: Self.now) == RetryAfter.longestDelay)
        #expect(RetryAfter.seconds(100).delay(from: Self.now, atMost: .seconds(60)) == .seconds(60))
        #expect(RetryAfter.date(Self.now + 90).delay(from: Self.now) == .seconds(90))
        #expect(RetryAfter.date(Self.now - 90).delay(from: Self.now) == .zero)
        #expect(RetryAfter.date(.distantFuture).delay(from: Self.now) == RetryAfter.longestDelay)
        #expect(RetryAfter.date(Date(timeIntervalSince1970: 1e300)).delay(from: Self.now) == RetryAfter.longestDelay)
    }

    @Test func farthestDateOfTheFormat() {
        let value = RetryAfter(fieldValue: "Fri, 31 Dec 9999 23:59:59 GMT", now: Self.now)
        #expect(value?.delay(from: Self.now) == RetryAfter.longestDelay)
    }

    @Test(arguments: [
        RetryAfter.seconds(0), .seconds(86_400), .date(now), .date(now + 5_999_999),
        .date(Date(timeIntervalSince1970: 0)),
    ]) func whatIsWrittenIsRead(_ value: RetryAfter) {
        #expect(RetryAfter(fieldValue: value.fieldValue, now: Self.now) == value)
    }

    @Test func dateIsWrittenInTheStandardsForm() {
        #expect(RetryAfter.date(Date(timeIntervalSince1970: 784_111_777)).fieldValue == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
