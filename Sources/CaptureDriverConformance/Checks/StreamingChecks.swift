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

extension Examination {
    /// So many frames a consumer may hold without a loss.
    static let granted = 3

    func heldFrames() throws {
        for count in limits.heldFrames {
            try streaming(.first(count)) { try examineHolding($0, count) }
        }
    }

    /// Holds as many frames of a stream, whose log is to hold them, and lets go of them.
    func examineHolding(_ stream: Stream, _ count: Int) throws {
        try fill(stream, count)
        // The driver goes on, with what is left: this is when it would write over what is held.
        let seen = stream.log.entries.count
        try wait(stream, "the stream to go on", periods: 10) { $0.entries.count >= seen + 6 }
        examineHeldFrames(stream)
        try refill(stream, count)
        for finding in FrameAccounting(entries: stream.log.entries).sequenceFindings {
            record("With \(count) frames held: \(finding)", stream.request.format)
        }
        expect(stream.log.events.isEmpty, "The stream had events: \(stream.log.events).", stream.request.format)
    }

    /// Waits until the consumer holds as many frames as it wants, or the driver says that it has no more buffers.
    private func fill(_ stream: Stream, _ count: Int) throws {
        try wait(stream, "\(count) frames to hold, or a loss for want of buffers", periods: count + 10) {
            $0.heldCount == count || $0.dropped(.outOfBuffers) >= 3
        }
        guard count <= Self.granted else { return }
        expect(
            stream.log.dropped(.outOfBuffers) == 0,
            "Frames were lost for want of buffers when \(stream.log.heldCount) were held.",
            stream.request.format
        )
    }

    /// Apart, so that nothing here goes on holding the frames.
    private func examineHeldFrames(_ stream: Stream) {
        let held = stream.log.heldFrames
        for frame in held where !frame.isIntact {
            record("Frame \(frame.sequence) changed while it was held, one of \(held.count).", stream.request.format)
        }
        let places = held.compactMap(\.address)
        expect(Set(places).count == places.count, "Frames that are held share their memory.", stream.request.format)
        let maps = held.compactMap(\.mapAddress)
        expect(Set(maps).count == maps.count, "Depth maps that are held share their memory.", stream.request.format)
    }

    /// Lets go of all frames: they have to flow again.
    private func refill(_ stream: Stream, _ count: Int) throws {
        let before = stream.log.frameCount
        stream.log.release()
        // The first frames may have been decided about while the others were still held.
        try wait(stream, frames: before + 3)
        let lost = stream.log.dropped(.outOfBuffers)
        try wait(stream, frames: before + 7)
        expect(
            stream.log.dropped(.outOfBuffers) == lost,
            "Frames are still lost for want of buffers after \(count) were released.",
            stream.request.format
        )
    }

    func framesHeldAfterStop() throws {
        for format in subject.streamedFormats(try description()) {
            let log = makeLog(.first(3))
            try opened { handle in
                let stream = try start(handle, format, log: log)
                try wait(stream, frames: 4)
                handle.stopStream()
                log.close()
                expectIntact(log, "the stream was stopped", format)
                let next = self.makeLog(.first(3))
                let second = try start(handle, format, log: next)
                try wait(second, frames: 8)
                expectIntact(log, "another stream ran", format)
                handle.stopStream()
                next.close()
                expectIntact(next, "the stream was stopped", format)
                recordMisuse(of: next, format)
            }
            expectIntact(log, "the device was closed", format)
            recordMisuse(of: log, format)
        }
    }

    func expectIntact(_ log: StreamLog, _ deed: String, _ format: CaptureFormat) {
        for frame in log.heldFrames where !frame.isIntact {
            record("Frame \(frame.sequence), which is held, changed when \(deed).", format)
        }
    }
}
