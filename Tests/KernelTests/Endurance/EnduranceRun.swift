import Foundation
import Synchronization
import Testing

@testable import V4L2Driver

/// Repeats something many times, stops the program when a cycle hangs, and compares what the process holds before and
/// after.
final class EnduranceRun: Sendable {
    /// So long one cycle may take: everything in it that waits has a bound of its own, which is shorter.
    static let cycleLimit = 600
    /// Threads of Dispatch's pool come and go by themselves; each has a stack, and some have a heap of their own.
    static let threadAllowance = 8
    static let mappingAllowance = 60
    /// Kilobytes after the first quarter of the cycles, in which heaps find their size.
    static let memoryAllowance = 2 * 1_024

    private let name: String
    private let cycle = Mutex(0)

    init(_ name: String) {
        self.name = name
    }

    /// Runs `warmUp` cycles, counts, runs `count` more, and counts again.
    func run(warmUp: Int, count: Int, _ body: (Int) throws -> Void) throws {
        let watch = watchForHang()
        defer { watch.cancel() }
        for number in 0..<warmUp { try once(-number, body) }
        let before = ProcessCensus.atRest()
        let start = kernelMonotonicTime()
        var longest: Int64 = 0
        var memory = [before.residentKilobytes]
        for number in 1...count {
            let begin = kernelMonotonicTime()
            try once(number, body)
            longest = max(longest, kernelMonotonicTime() - begin)
            if number.isMultiple(of: max(count / 4, 1)) { memory.append(ProcessCensus.take().residentKilobytes) }
        }
        let seconds = Double(kernelMonotonicTime() - start) / 1e9
        let after = ProcessCensus.settled(against: before)
        print("\(name): \(count) cycles in \(seconds) s, longest \(Double(longest) / 1e9) s")
        print("\(name): memory by quarters \(memory) kB")
        print("\(name): before \(before)")
        print("\(name): after  \(after)")
        compare(before, after, memory: memory)
    }

    private func once(_ number: Int, _ body: (Int) throws -> Void) throws {
        cycle.withLock { $0 = number }
        do {
            try body(number)
        } catch {
            Issue.record("\(name): cycle \(number): \(error)")
            throw error
        }
    }

    private func compare(_ before: ProcessCensus, _ after: ProcessCensus, memory: [Int]) {
        #expect(after.descriptors <= before.descriptors, "\(name): descriptors leak")
        #expect(after.videoMappings == 0, "\(name): frame buffers stay mapped")
        #expect(after.ownThreads == before.ownThreads, "\(name): threads leak")
        #expect(after.threads <= before.threads + Self.threadAllowance, "\(name): threads leak")
        #expect(after.mappings <= before.mappings + Self.mappingAllowance, "\(name): mappings leak")
        #expect(
            after.residentKilobytes <= memory[1] + Self.memoryAllowance,
            "\(name): memory grows"
        )
    }

    /// A cycle that hangs cannot be ended from outside, so the program is, with the cycle's number.
    private func watchForHang() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInteractive))
        let seen = Mutex((cycle: Int.min, since: kernelMonotonicTime()))
        timer.setEventHandler { [self] in
            let current = cycle.withLock { $0 }
            let now = kernelMonotonicTime()
            let hangs = seen.withLock { seen in
                if seen.cycle != current { seen = (current, now) }
                return now - seen.since > Int64(Self.cycleLimit) * 1_000_000_000
            }
            if hangs { fatalError("\(name): cycle \(current) hangs") }
        }
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.resume()
        return timer
    }
}

/// What a cycle waits for did not happen.
struct CycleFailure: Error, CustomStringConvertible {
    var description: String

    /// Waits with a bound.
    static func wait(_ semaphore: DispatchSemaphore, _ what: String, seconds: Int = 60) throws {
        guard semaphore.wait(timeout: .now() + .seconds(seconds)) == .success else {
            throw CycleFailure(description: "\(what) did not happen within \(seconds) s")
        }
    }
}
