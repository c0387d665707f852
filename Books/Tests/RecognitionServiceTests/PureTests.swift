import Foundation
import RecognitionService
import ScanProtocol
import SeededRandom
import Testing

@Suite struct TokenBucketTests {
    static let rate = TokenBucket.Rate(burst: 3, interval: .seconds(2))

    @Test func aBurstAndThenTheRate() {
        var bucket = TokenBucket(rate: Self.rate, now: .seconds(10))
        var waits: [Duration?] = []
        for _ in 0..<4 { waits.append(bucket.consume(now: .seconds(10))) }
        #expect(waits == [nil, nil, nil, .seconds(2)])
        let early = bucket.consume(now: .seconds(11))
        let onTime = bucket.consume(now: .seconds(12))
        let next = bucket.consume(now: .seconds(12))
        #expect(early == .seconds(1))
        #expect(onTime == nil)
        #expect(next == .seconds(2))
    }

    @Test func refusedRequestsCostNothing() {
        var bucket = TokenBucket(rate: Self.rate, now: .zero)
        for _ in 0..<100 { _ = bucket.consume(now: .zero) }
        let wait = bucket.consume(now: .seconds(2))
        #expect(wait == nil)
    }

    @Test func aBucketHoldsNoMoreThanItsBurst() {
        var bucket = TokenBucket(rate: Self.rate, now: .zero)
        #expect(bucket.isFull(now: .zero))
        var allowed = 0
        while bucket.consume(now: .seconds(1_000_000)) == nil { allowed += 1 }
        #expect(allowed == 3)
        #expect(!bucket.isFull(now: .seconds(1_000_000)))
        #expect(bucket.isFull(now: .seconds(1_000_006)))
    }

    @Test func aClockThatGoesBackStopsNobodyForLong() {
        var bucket = TokenBucket(rate: Self.rate, now: .seconds(1_000_000))
        for _ in 0..<3 { _ = bucket.consume(now: .seconds(1_000_000)) }
        let wait = bucket.consume(now: .zero)
        #expect(wait == .seconds(2))
        let later = bucket.consume(now: .seconds(2))
        #expect(later == nil)
    }
}

@Suite struct RetryBackoffTests {
    @Test func delaysDoubleUpToTheLimit() {
        let backoff = RetryBackoff(base: .seconds(1), limit: .seconds(10))
        for (failures, full) in [(1, 1.0), (2, 2), (3, 4), (4, 8), (5, 10), (1_000_000, 10)] {
            var generator = SeededGenerator(seed: UInt64(failures))
            let delays = (0..<100).map { _ in
                backoff.delay(failures: failures, using: &generator) / .seconds(1)
            }
            #expect(delays.allSatisfy { (full / 2...full).contains($0) })
            // They differ, and use the whole range.
            #expect(delays.max()! - delays.min()! > full / 4)
        }
    }
}

@Suite struct PhotoFormatTests {
    @Test(
        arguments: [
            (jpeg(1), .jpeg), (Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]), .png),
            (Data([0, 0, 0, 24]) + Data("ftypheicmore".utf8), .heic),
            (Data([0, 0, 0, 24]) + Data("ftypmif1".utf8), .heic),
            (Data([0, 0, 0, 24]) + Data("ftypisom".utf8), nil), (Data([0, 0, 0, 24]) + Data("ftyphei".utf8), nil),
            (Data([0xFF, 0xD8]), nil), (Data(), nil), (Data("GIF89a......".utf8), nil),
            (Data("<html>......".utf8), nil),
        ] as [(Data, UploadedPhotoFormat?)]
    )
    func formats(_ data: Data, _ format: UploadedPhotoFormat?) {
        #expect(UploadedPhotoFormat(magic: data) == format)
    }
}
