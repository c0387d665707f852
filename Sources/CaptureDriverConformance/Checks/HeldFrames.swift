import CaptureDriver
import CoreMedia

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
