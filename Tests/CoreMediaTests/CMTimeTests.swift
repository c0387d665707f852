import CoreMedia
import SeededRandom
import Testing

private func time(_ value: Int64, _ timescale: Int32, epoch: Int64 = 0) -> CMTime {
    CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: epoch)
}

/// Whether two times have the same four fields.
private func same(_ left: CMTime, _ right: CMTime) -> Bool {
    left.value == right.value && left.timescale == right.timescale && left.flags == right.flags
        && left.epoch == right.epoch
}

@Suite("CMTime comparison")
struct CMTimeComparisonTests {
    @Test("S-198: minus infinity < finite < indefinite < plus infinity < invalid, invalid equals invalid")
    func order() {
        let ascending: [CMTime] = [
            .negativeInfinity, time(.min, 1), time(-1, 3), .zero, time(1, 3), time(1, 2), time(.max, 1),
            time(-100, 1, epoch: 1), time(0, 1, epoch: 2), .indefinite, .positiveInfinity, .invalid,
        ]
        for (i, left) in ascending.enumerated() {
            for (j, right) in ascending.enumerated() {
                #expect(CMTimeCompare(left, right) == (i == j ? 0 : i < j ? -1 : 1), "\(left) \(right)")
            }
        }
    }

    @Test("S-198: equal moments are equal and hash equally whatever the timescale")
    func equality() {
        #expect(time(1, 2) == time(300, 600))
        #expect(time(1, 2).hashValue == time(300, 600).hashValue)
        #expect(time(1, 2) != time(1, 2, epoch: 1))
        #expect(CMTime.invalid == CMTime(value: 7, timescale: 9, flags: [], epoch: 3))
        #expect(CMTimeMinimum(time(1, 3), time(1, 2)) == time(1, 3))
        #expect(CMTimeMaximum(.positiveInfinity, time(1, 2)) == .positiveInfinity)
    }

    @Test("S-198: comparison is a total order", arguments: [1, 2, 3])
    func totalOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let (a, b, c) = (randomTime(&generator), randomTime(&generator), randomTime(&generator))
            #expect(CMTimeCompare(a, b) == -CMTimeCompare(b, a))
            if a <= b, b <= c { #expect(a <= c) }
            if a == b { #expect(a.hashValue == b.hashValue) }
        }
    }
}

/// Times of all kinds; numbers come from small and from extreme ranges so that equal and overflowing ones occur.
private func randomTime(_ generator: inout SeededGenerator) -> CMTime {
    switch UInt8.random(in: 0..<20, using: &generator) {
    case 0: return .invalid
    case 1: return .indefinite
    case 2: return .positiveInfinity
    case 3: return .negativeInfinity
    case 4...9:
        return time(
            .random(in: .min...(.max), using: &generator),
            .random(in: 1...(.max), using: &generator),
            epoch: .random(in: 0...1, using: &generator)
        )
    default:
        return time(.random(in: -9...9, using: &generator), .random(in: 1...6, using: &generator))
    }
}

@Suite("CMTime arithmetic")
struct CMTimeArithmeticTests {
    @Test("S-199: addition keeps a common timescale")
    func commonTimescale() {
        #expect(same(time(20, 600) + time(40, 600), time(60, 600)))
        #expect(same(time(20, 600) - time(40, 600), time(-20, 600)))
    }

    @Test("S-199: different timescales meet in their least common multiple")
    func leastCommonMultiple() {
        #expect(same(time(1, 600) + time(1, 1000), time(8, 3000)))
        #expect(same(time(1, 30) - time(1, 25), time(-1, 150)))
    }

    @Test("S-199: a least common multiple above the maximum is capped, with rounding")
    func cappedTimescale() {
        let sum = time(1, 2_147_483_647) + time(1, 2_147_483_646)
        #expect(sum.timescale == 2_147_483_647)
        #expect(sum.value == 2)
        #expect(sum.hasBeenRounded)
    }

    @Test("S-199: overflow halves the timescale, then gives an infinity")
    func overflow() {
        let sum = time(.max, 4) + time(.max, 4)
        #expect(same(sum, CMTime(value: .max, timescale: 2, flags: [.valid], epoch: 0)))
        let odd = time(.max, 5) + time(.max, 5)
        #expect(odd.timescale == 2)
        #expect(odd.hasBeenRounded)
        #expect(time(.max, 1) + time(1, 1) == .positiveInfinity)
        #expect(time(.min, 1) - time(1, 1) == .negativeInfinity)
        #expect(CMTimeSubtract(.zero, time(.min, 1)) == .positiveInfinity)
        #expect(CMTimeSubtract(time(-1, 1), time(.min, 1)) == time(.max, 1))
    }

    @Test("S-199: having been rounded sticks")
    func stickyRounding() {
        let rounded = CMTimeConvertScale(time(1, 3), timescale: 2, method: .default)
        #expect(rounded.hasBeenRounded)
        #expect((rounded + time(1, 2)).hasBeenRounded)
        #expect((time(1, 2) - rounded).hasBeenRounded)
        #expect(CMTimeMultiply(rounded, multiplier: 2).hasBeenRounded)
        #expect(!(time(1, 2) + time(1, 2)).hasBeenRounded)
    }

    @Test("S-199: infinities, indefinite and invalid times")
    func nonNumeric() {
        let one = time(1, 1)
        #expect(one + .positiveInfinity == .positiveInfinity)
        #expect(CMTime.indefinite + .negativeInfinity == .negativeInfinity)
        #expect(CMTime.positiveInfinity + .negativeInfinity == .invalid)
        #expect(CMTime.positiveInfinity - .positiveInfinity == .invalid)
        #expect(CMTime.positiveInfinity - .negativeInfinity == .positiveInfinity)
        #expect(one - .positiveInfinity == .negativeInfinity)
        #expect(one + .indefinite == .indefinite)
        #expect(one + .invalid == .invalid)
        #expect(CMTime.invalid - .positiveInfinity == .invalid)
    }

    @Test("S-199: a duration takes the other's epoch, two times of an epoch make a duration, two epochs do not meet")
    func epochs() {
        #expect((time(1, 1, epoch: 2) + time(1, 1)).epoch == 2)
        #expect((time(3, 1, epoch: 2) - time(1, 1, epoch: 2)).epoch == 0)
        #expect(time(3, 1, epoch: 2) - time(1, 1, epoch: 1) == .invalid)
    }

    @Test("S-199: addition commutes, and subtraction takes back an exact addition", arguments: [11, 12, 13])
    func addition(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let (a, b) = (randomTime(&generator), randomTime(&generator))
            #expect(same(a + b, b + a), "\(a) \(b)")
            let sum = a + b
            let back = sum - b
            if sum.isNumeric, back.isNumeric, !back.hasBeenRounded, a.epoch == 0, b.epoch == 0 {
                #expect(back == a, "\(a) \(b)")
            }
        }
    }

    @Test("A product with a whole number keeps the timescale until it overflows")
    func multiply() {
        #expect(same(CMTimeMultiply(time(20, 600), multiplier: -3), time(-60, 600)))
        #expect(CMTimeMultiply(time(.max, 600), multiplier: 2).timescale == 300)
        #expect(CMTimeMultiply(time(.max, 1), multiplier: 2) == .positiveInfinity)
        #expect(CMTimeMultiply(.negativeInfinity, multiplier: -1) == .positiveInfinity)
        #expect(CMTimeMultiply(.indefinite, multiplier: 4) == .indefinite)
    }

    @Test("A product with a ratio or a double keeps its exact value if it can")
    func exactProducts() {
        #expect(same(CMTimeMultiplyByRatio(time(600, 600), multiplier: 1, divisor: 2), time(300, 600)))
        let third = CMTimeMultiplyByRatio(time(1, 10), multiplier: 1, divisor: 3)
        #expect(third == time(1, 30))
        #expect(!third.hasBeenRounded)
        #expect(CMTimeMultiplyByRatio(time(1, 1), multiplier: 1, divisor: 0) == .invalid)
        #expect(CMTimeMultiplyByRatio(time(3, 1), multiplier: 2, divisor: -3) == time(-2, 1))
        #expect(same(CMTimeMultiplyByFloat64(time(10, 600), multiplier: 0.5), time(5, 600)))
        #expect(CMTimeMultiplyByFloat64(time(1, 600), multiplier: 0.25) == time(1, 2400))
        let inexact = CMTimeMultiplyByFloat64(time(1, 1), multiplier: 0.1)
        #expect(inexact.hasBeenRounded)
        #expect(abs(inexact.seconds - 0.1) < 1e-9)
        #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 1e-300).value == 0)
        #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 1e300) == .positiveInfinity)
        #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: .nan) == .invalid)
        #expect(CMTimeMultiplyByFloat64(time(-2, 1), multiplier: .infinity) == .negativeInfinity)
    }

    @Test("The absolute value of the least value does not overflow")
    func absoluteValue() {
        #expect(CMTimeAbsoluteValue(time(-3, 2)) == time(3, 2))
        #expect(CMTimeAbsoluteValue(.negativeInfinity) == .positiveInfinity)
        #expect(CMTimeAbsoluteValue(time(.min, 2)).timescale == 1)
        #expect(CMTimeAbsoluteValue(time(.min, 1)) == .positiveInfinity)
    }

    @Test("A numeric time with a timescale that cannot be divided by counts as invalid")
    func badTimescale() {
        let broken = time(1, 0)
        #expect(broken + time(1, 1) == .invalid)
        #expect(broken == .invalid)
        #expect(broken.seconds.isNaN)
        #expect(CMTimeConvertScale(broken, timescale: 600, method: .default) == .invalid)
    }
}

@Suite("CMTime conversion")
struct CMTimeConversionTests {
    @Test("S-200: seconds cut off the fraction of a unit and say so")
    func seconds() {
        #expect(same(CMTime(seconds: 1.5, preferredTimescale: 600), time(900, 600)))
        #expect(
            same(
                CMTime(seconds: 1.1, preferredTimescale: 1),
                CMTime(value: 1, timescale: 1, flags: [.valid, .hasBeenRounded], epoch: 0)
            )
        )
        #expect(CMTime(seconds: -2.368, preferredTimescale: 24).value == -56)
        #expect(CMTime(seconds: 1, preferredTimescale: 0) == .invalid)
        #expect(CMTime(seconds: 1, preferredTimescale: -600) == .invalid)
        #expect(CMTime(seconds: .nan, preferredTimescale: 600) == .invalid)
        #expect(CMTime(seconds: -.infinity, preferredTimescale: 600) == .negativeInfinity)
    }

    @Test("S-200: the timescale is halved while the value overflows, then the time is infinite")
    func secondsOverflow() {
        let long = CMTime(seconds: 4e18, preferredTimescale: 600)
        #expect(long.timescale == 2)
        #expect(CMTime(seconds: 1e30, preferredTimescale: 600) == .positiveInfinity)
    }

    @Test("S-200: seconds of times that are no numbers")
    func getSeconds() {
        #expect(time(1, 4).seconds == 0.25)
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(CMTime.indefinite.seconds.isNaN)
        #expect(CMTime.positiveInfinity.seconds == .infinity)
        #expect(CMTime.negativeInfinity.seconds == -.infinity)
    }

    @Test(
        "S-201: every rounding method",
        arguments: [
            (CMTimeRoundingMethod.roundHalfAwayFromZero, [1, -1, 0, 0, 1, -1]),
            (.roundTowardZero, [0, 0, 0, 0, 0, 0]),
            (.roundAwayFromZero, [1, -1, 1, -1, 1, -1]),
            (.quickTime, [0, -1, 0, -1, 0, -1]),
            (.roundTowardPositiveInfinity, [1, 0, 1, 0, 1, 0]),
            (.roundTowardNegativeInfinity, [0, -1, 0, -1, 0, -1]),
        ]
    )
    func rounding(method: CMTimeRoundingMethod, expected: [Int64]) {
        let sources: [Int64] = [2, -2, 1, -1, 3, -3]
        for (value, expected) in zip(sources, expected) {
            let converted = CMTimeConvertScale(time(value, 4), timescale: 1, method: method)
            #expect(converted.value == expected, "\(value)/4 \(method)")
            #expect(converted.hasBeenRounded)
        }
    }

    @Test("S-201: QuickTime rounds away from zero when the timescale grows")
    func quickTime() {
        #expect(CMTimeConvertScale(time(1, 3), timescale: 10, method: .quickTime).value == 4)
        #expect(CMTimeConvertScale(time(-1, 3), timescale: 10, method: .quickTime).value == -4)
    }

    @Test("S-201: non-numeric times stay, exact conversions are not rounded, overflow is infinite")
    func convertScale() {
        #expect(same(CMTimeConvertScale(.indefinite, timescale: 600, method: .default), .indefinite))
        #expect(same(CMTimeConvertScale(.positiveInfinity, timescale: 600, method: .default), .positiveInfinity))
        #expect(!CMTimeConvertScale(.invalid, timescale: 600, method: .default).isValid)
        #expect(same(time(1, 30).convertScale(600, method: .default), time(20, 600)))
        #expect(time(.max, 1).convertScale(2, method: .default) == .positiveInfinity)
        #expect(time(1, 1).convertScale(0, method: .default) == .invalid)
    }

    @Test("S-201: converting to a finer timescale and back gives the same time within rounding", arguments: [21, 22])
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let scale = Int32.random(in: 1...1_000_000, using: &generator)
            let finer = Int32.random(in: scale...1_000_000_000, using: &generator)
            let original = time(.random(in: -1_000_000_000...1_000_000_000, using: &generator), scale)
            let back = original.convertScale(finer, method: .default).convertScale(scale, method: .default)
            #expect(abs(back.value - original.value) <= 1)
            if finer % scale == 0 { #expect(back == original) }
        }
    }

    @Test("A time goes through a dictionary unchanged; a dictionary without a key gives an invalid time")
    func dictionary() throws {
        let original = CMTime(value: -5, timescale: 90_000, flags: [.valid, .hasBeenRounded], epoch: 4)
        let dictionary = try #require(CMTimeCopyAsDictionary(original, allocator: nil))
        #expect(same(CMTimeMakeFromDictionary(dictionary), original))
        #expect(CMTimeMakeFromDictionary(nil) == .invalid)
        #expect(CMTimeMakeFromDictionary(NSDictionary()) == .invalid)
        #expect(kCMTimeValueKey == "value" && kCMTimeScaleKey == "timescale")
    }

    @Test("A time goes through its coded form unchanged")
    func coding() throws {
        let original = CMTime(value: 7, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 1)
        let decoded = try JSONDecoder().decode(CMTime.self, from: JSONEncoder().encode(original))
        #expect(same(decoded, original))
    }

    @Test("A description shows fraction, seconds and what is unusual")
    func description() {
        #expect(CMTimeCopyDescription(allocator: nil, time: time(30, 600)) == "{30/600 = 0.050}")
        #expect(CMTimeCopyDescription(allocator: nil, time: .invalid) == "{INVALID}")
        #expect(CMTimeCopyDescription(allocator: nil, time: .indefinite) == "{INDEFINITE}")
    }
}

@Suite("CMTimeRange")
struct CMTimeRangeTests {
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: time(start, 10), end: time(end, 10))
    }

    @Test("A range contains its start and not its end")
    func contains() {
        #expect(range(1, 3).containsTime(time(1, 10)))
        #expect(!range(1, 3).containsTime(time(3, 10)))
        #expect(!range(1, 1).containsTime(time(1, 10)))
        #expect(!range(1, 3).containsTime(.invalid))
        #expect(range(1, 5).containsTimeRange(range(2, 5)))
        #expect(!range(1, 5).containsTimeRange(range(2, 6)))
    }

    @Test("A negative duration or one with an epoch makes a range invalid")
    func validity() {
        #expect(!range(3, 1).isValid)
        #expect(!CMTimeRange(start: .zero, duration: time(1, 1, epoch: 1)).isValid)
        #expect(range(1, 1).isEmpty)
        #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
        #expect(!CMTimeRange().isValid)
    }

    @Test("Union and intersection")
    func sets() {
        #expect(range(1, 3).union(range(5, 6)) == range(1, 6))
        #expect(range(1, 4).intersection(range(3, 6)) == range(3, 4))
        #expect(range(1, 2).intersection(range(3, 6)) == .zero)
        #expect(!range(1, 2).union(.invalid).isValid)
    }

    @Test("Times map from range to range linearly, also outside")
    func mapping() {
        let from = range(0, 10)
        let to = range(20, 40)
        #expect(CMTimeMapTimeFromRangeToRange(time(5, 10), fromRange: from, toRange: to) == time(30, 10))
        #expect(CMTimeMapTimeFromRangeToRange(time(15, 10), fromRange: from, toRange: to) == time(50, 10))
        #expect(CMTimeMapDurationFromRangeToRange(time(3, 10), fromRange: from, toRange: to) == time(6, 10))
        #expect(CMTimeMapTimeFromRangeToRange(.zero, fromRange: range(1, 1), toRange: to) == .invalid)
        #expect(CMTimeMapTimeFromRangeToRange(time(1, 1, epoch: 1), fromRange: from, toRange: to) == .invalid)
        let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let later = CMTimeRange(start: time(10, 1), duration: .positiveInfinity)
        #expect(CMTimeMapTimeFromRangeToRange(time(1, 1), fromRange: endless, toRange: later) == time(11, 1))
    }

    @Test("Clamping and folding")
    func clampAndFold() {
        #expect(CMTimeClampToRange(time(9, 10), range: range(1, 3)) == time(3, 10))
        #expect(CMTimeClampToRange(.zero, range: range(1, 3)) == time(1, 10))
        #expect(CMTimeFoldIntoRange(time(7, 10), foldRange: range(1, 3)) == time(1, 10))
        #expect(CMTimeFoldIntoRange(time(-2, 10), foldRange: range(1, 4)) == time(1, 10))
        #expect(CMTimeFoldIntoRange(time(2, 10), foldRange: range(1, 1)) == .invalid)
    }

    @Test("Ranges and mappings go through dictionaries unchanged")
    func dictionaries() throws {
        let original = range(1, 3)
        let dictionary = try #require(CMTimeRangeCopyAsDictionary(original, allocator: nil))
        #expect(CMTimeRangeMakeFromDictionary(dictionary) == original)
        let mapping = CMTimeMapping(source: original, target: range(5, 6))
        let stored = try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
        #expect(CMTimeMappingMakeFromDictionary(stored) == mapping)
        #expect(CMTimeMappingMakeEmpty(target: original).isEmpty)
    }
}
