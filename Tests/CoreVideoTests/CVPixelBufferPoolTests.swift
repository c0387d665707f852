import Synchronization
import Testing

@testable @preconcurrency import CoreVideo

private final class ManualClock: Sendable {
    private let time = Atomic<UInt64>(0)
    func advance(seconds: Double) { time.wrappingAdd(UInt64(seconds * 1e9), ordering: .relaxed) }
    func read() -> UInt64 { time.load(ordering: .relaxed) }
}

@Suite("CVPixelBufferPool")
struct CVPixelBufferPoolTests {
    private let clock = ManualClock()

    private func makePool(_ poolAttributes: [CFString: Any] = [:]) throws -> CVPixelBufferPool {
        let attributes: [CFString: Any] = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 48,
        ]
        var pool: CVPixelBufferPool?
        let clock = clock
        #expect(
            CoreVideo.makePool(poolAttributes as CFDictionary, attributes as CFDictionary, now: clock.read, &pool)
                == kCVReturnSuccess
        )
        return try #require(pool)
    }

    private func makeBuffer(_ pool: CVPixelBufferPool) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
        return try #require(buffer)
    }

    @Test("A released buffer comes back as the same object without its attachments; a held one does not")
    func recycling() throws {
        let pool = try makePool()
        var buffer: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
        let first = ObjectIdentifier(try #require(buffer))
        for _ in 0..<1000 {
            CVBufferSetAttachment(try #require(buffer), "a", NSNumber(value: 1), .shouldPropagate)
            // The variable still holds the buffer: it is let go before the pool looks.
            CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
            #expect(ObjectIdentifier(try #require(buffer)) == first)
            #expect(!CVBufferHasAttachment(try #require(buffer), "a"))
        }
        #expect(pool.bufferCount == 1)
        let held = buffer
        let second = try makeBuffer(pool)
        #expect(second != held)
        #expect(pool.bufferCount == 2)
    }

    @Test("Buffers have the pool's attributes, and the pool tells them")
    func attributes() throws {
        let pool = try makePool([kCVPixelBufferPoolMinimumBufferCountKey: 3])
        let buffer = try makeBuffer(pool)
        #expect(CVPixelBufferGetWidth(buffer) == 64 && CVPixelBufferGetHeight(buffer) == 48)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        let poolAttributes = CVPixelBufferPoolGetAttributes(pool) as? [String: Any]
        #expect(poolAttributes?[kCVPixelBufferPoolMinimumBufferCountKey as String] as? Int == 3)
        let attributes = CVPixelBufferPoolGetPixelBufferAttributes(pool) as? [String: Any]
        #expect(attributes?[kCVPixelBufferWidthKey as String] as? Int == 64)
        #expect(CFGetTypeID(pool) == CVPixelBufferPoolGetTypeID())
    }

    @Test("Beyond the allocation threshold creation fails until a buffer is free")
    func threshold() throws {
        let pool = try makePool()
        let aux = [kCVPixelBufferPoolAllocationThresholdKey: 2] as CFDictionary
        var (one, two, three): (CVPixelBuffer?, CVPixelBuffer?, CVPixelBuffer?) = (nil, nil, nil)
        #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, aux, &one) == kCVReturnSuccess)
        #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, aux, &two) == kCVReturnSuccess)
        #expect(
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, aux, &three)
                == kCVReturnWouldExceedAllocationThreshold
        )
        #expect(three == nil)
        one = nil
        #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, aux, &three) == kCVReturnSuccess)
        #expect(pool.bufferCount == 2)
        withExtendedLifetime(two) {}
        let wrong = [kCVPixelBufferPoolAllocationThresholdKey: "few"] as CFDictionary
        #expect(
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, wrong, &three)
                == kCVReturnInvalidPoolAttributes
        )
    }

    @Test("Threads that race do not pass the threshold together")
    func concurrentThreshold() throws {
        let pool = try makePool()
        let failures = Atomic<Int>(0)
        let marks = Atomic<UInt64>(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let aux = [kCVPixelBufferPoolAllocationThresholdKey: 3] as CFDictionary
            for _ in 0..<200 {
                var buffer: CVPixelBuffer?
                let result = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, aux, &buffer)
                if result == kCVReturnWouldExceedAllocationThreshold {
                    failures.wrappingAdd(1, ordering: .relaxed)
                    continue
                }
                guard let buffer else { continue }
                // Nobody else may hold the same buffer: everybody writes a value of its own and finds it again.
                let mark = marks.wrappingAdd(1, ordering: .relaxed).newValue
                buffer.plane(0).baseAddress.storeBytes(of: mark, as: UInt64.self)
                #expect(buffer.plane(0).baseAddress.load(as: UInt64.self) == mark)
            }
        }
        #expect(pool.bufferCount <= 3)
    }

    @Test("S-203: a flush frees buffers that have aged, or all unused ones with excessBuffers")
    func flush() throws {
        let pool = try makePool()
        let held = try makeBuffer(pool)
        do {
            let buffers = try (0..<3).map { _ in try makeBuffer(pool) }
            #expect(pool.bufferCount == 1 + buffers.count)
        }
        CVPixelBufferPoolFlush(pool, [])
        #expect(pool.bufferCount == 4)
        clock.advance(seconds: 1.5)
        CVPixelBufferPoolFlush(pool, [])
        #expect(pool.bufferCount == 1)
        do { _ = try makeBuffer(pool) }
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        #expect(pool.bufferCount == 1)
        withExtendedLifetime(held) {}
    }

    @Test("Buffers that are not needed any more age and go, down to the minimum count")
    func ageing() throws {
        let pool = try makePool([
            kCVPixelBufferPoolMinimumBufferCountKey: 2, kCVPixelBufferPoolMaximumBufferAgeKey: 0.5,
        ])
        do {
            let buffers = try (0..<5).map { _ in try makeBuffer(pool) }
            #expect(pool.bufferCount == buffers.count)
        }
        do { _ = try makeBuffer(pool) }
        #expect(pool.bufferCount == 5)
        clock.advance(seconds: 1)
        do { _ = try makeBuffer(pool) }
        #expect(pool.bufferCount == 2)
    }

    @Test("A maximum age of 0 keeps buffers for ever")
    func noAgeing() throws {
        let pool = try makePool([kCVPixelBufferPoolMaximumBufferAgeKey: 0])
        do { _ = try makeBuffer(pool) }
        CVPixelBufferPoolFlush(pool, [])
        clock.advance(seconds: 1e6)
        CVPixelBufferPoolFlush(pool, [])
        #expect(pool.bufferCount == 1)
    }

    @Test("A buffer outlives its pool")
    func poolGoes() throws {
        var pool: CVPixelBufferPool? = try makePool()
        let buffer = try makeBuffer(try #require(pool))
        pool = nil
        buffer.plane(0).baseAddress.storeBytes(of: 1, as: UInt8.self)
        #expect(CVPixelBufferGetWidth(buffer) == 64)
    }

    @Test("Attributes that lack something or have wrong values are refused")
    func badAttributes() {
        func create(_ pool: [CFString: Any], _ buffers: [CFString: Any]?) -> CVReturn {
            var result: CVPixelBufferPool?
            return CVPixelBufferPoolCreate(nil, pool as CFDictionary, buffers.map { $0 as CFDictionary }, &result)
        }
        let good: [CFString: Any] = [
            kCVPixelBufferPixelFormatTypeKey: [kCVPixelFormatType_32BGRA], kCVPixelBufferWidthKey: 4,
            kCVPixelBufferHeightKey: 4,
        ]
        #expect(create([:], good) == kCVReturnSuccess)
        #expect(create([:], nil) == kCVReturnInvalidPixelBufferAttributes)
        #expect(create([:], [kCVPixelBufferWidthKey: 4]) == kCVReturnInvalidPixelBufferAttributes)
        #expect(
            create([:], good.merging([kCVPixelBufferWidthKey: "x"]) { $1 }) == kCVReturnInvalidPixelBufferAttributes
        )
        #expect(
            create([:], good.merging([kCVPixelBufferPixelFormatTypeKey: 5]) { $1 }) == kCVReturnInvalidPixelFormat
        )
        #expect(create([kCVPixelBufferPoolMinimumBufferCountKey: -1], good) == kCVReturnInvalidPoolAttributes)
        #expect(create([kCVPixelBufferPoolMaximumBufferAgeKey: "old"], good) == kCVReturnInvalidPoolAttributes)
    }
}
