import CaptureDriver
import CoreMedia

extension Examination {
    func frameCounts() throws {
        try streaming { stream in
            try wait(stream, frames: 45)
            stream.handle.stopStream()
            recordAccounts(stream)
        }
    }

    /// Notes frames that were lost or made up, by the numbers and by the clock.
    func recordAccounts(_ stream: Stream) {
        let format = stream.request.format
        let accounting = FrameAccounting(entries: stream.log.entries)
        for finding in accounting.sequenceFindings { record(finding, format) }
        guard stream.configuration.frameDuration.isNumeric, 1 / stream.period <= limits.highestExactRate,
            let finding = accounting.countFinding(period: stream.period, rateError: limits.rateError)
        else { return }
        record(finding, format)
    }

    func startStopCycles() throws {
        for format in subject.streamedFormats(try description()) {
            try opened { handle in
                for cycle in 1...3 {
                    let log = makeLog()
                    let stream = try start(handle, format, log: log)
                    try wait(stream, frames: 8)
                    handle.stopStream()
                    log.close()
                    for finding in FrameAccounting(entries: log.entries).sequenceFindings {
                        record("Cycle \(cycle): \(finding)", format)
                    }
                    expect(log.events.isEmpty, "Cycle \(cycle) had events: \(log.events).", format)
                    recordMisuse(of: log, format)
                }
            }
        }
    }

    func silenceAfterStop() throws {
        for format in subject.streamedFormats(try description()) {
            try opened { handle in
                let log = makeLog()
                let stream = try start(handle, format, log: log)
                try wait(stream, frames: 5)
                handle.stopStream()
                log.close()
                expectSilence(stream, after: "stopStream() had returned")
                let hasty = self.makeLog()
                let early = try start(handle, format, log: hasty)
                handle.stopStream()
                hasty.close()
                expectSilence(early, after: "a stream had been stopped as soon as it was started")
            }
            let handle = try open()
            let log = makeLog()
            let stream: Stream
            do {
                defer { handle.close() }
                stream = try start(handle, format, log: log)
                try wait(stream, frames: 5)
            }
            log.close()
            expectSilence(stream, after: "close() had returned")
        }
    }

    func timestamps() throws {
        for format in subject.streamedFormats(try description()) {
            try opened { handle in
                let begin = subject.clock.now
                let log = makeLog()
                let stream = try start(handle, format, log: log)
                defer { handle.stopStream() }
                try wait(stream, frames: 30)
                handle.stopStream()
                let accounting = FrameAccounting(entries: log.entries)
                for finding in accounting.timeFindings(since: begin, period: stream.period, limits: limits).prefix(5) {
                    record(finding, format)
                }
                expect(
                    log.frames.allSatisfy { $0.duration == stream.configuration.frameDuration },
                    "Frames say another duration than was promised, \(stream.configuration.frameDuration.rateLabel) fps.",
                    format
                )
                let described = log.frames.first?.formatDescription
                expect(
                    log.frames.allSatisfy { $0.formatDescription === described },
                    "Not all frames have the same format description object.",
                    format
                )
            }
        }
    }

    func slowConsumer() throws {
        let waiting = subject.waiting
        for format in subject.streamedFormats(try description()) {
            try opened { handle in
                let period = format.frameDurations.first?.shortest.seconds ?? 1.0 / 30
                let log = makeLog { count in
                    if count == 5 { waiting.pass(seconds: 12 * period) }
                }
                let stream = try start(handle, format, log: log)
                try wait(stream, frames: 25)
                handle.stopStream()
                log.close()
                recordAccounts(stream)
                expect(log.events.isEmpty, "The stream had events: \(log.events).", format)
                recordMisuse(of: log, format)
            }
        }
    }

    func twoConsumers() throws {
        for format in subject.streamedFormats(try description()) {
            try opened { handle in
                let (fast, slow) = (makeLog(), makeLog(.newest(2)))
                let stream = try start(handle, format, log: fast, sink: ForkedSink(fast, slow))
                try wait(stream, frames: 30)
                handle.stopStream()
                let numbers = (fast.frames.map(\.sequence), slow.frames.map(\.sequence))
                expect(numbers.0 == numbers.1, "Two consumers of the same sink saw different frames.", format)
                expect(slow.damaged.isEmpty, "Frames \(slow.damaged) changed while a slow consumer held them.", format)
                expect(
                    fast.dropped(.outOfBuffers) == 0,
                    "\(fast.dropped(.outOfBuffers)) frames were lost for want of buffers, though two were held at most.",
                    format
                )
                recordAccounts(stream)
            }
        }
    }
}
