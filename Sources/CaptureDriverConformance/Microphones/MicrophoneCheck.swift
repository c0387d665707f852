import CaptureDriver

/// One thing that every driver of microphones has to do, as the documentation of `CaptureDriver` promises it.
///
/// A check opens the subject's microphone itself, leaves it closed, and depends on no other check; run them one at a time.
public enum MicrophoneCheck: String, Sendable, Hashable, CaseIterable {
    /// The list is stable, ids are unique, and descriptions make sense.
    case listing
    /// Opening what doesn't exist is `.notFound`; a microphone has no pictures and no controls.
    case unknown
    /// A second handle is refused as `.busy` until the first is closed.
    case exclusiveOpening
    /// A microphone that another program uses is `.busy`.
    case useElsewhere
    /// A closed handle reports `.disconnected`, and disturbs nobody.
    case useAfterClose
    /// Stopping and closing twice is harmless.
    case repeatedStops
    /// Packets follow each other without a gap, in the promised format, with as many frames as the time allows, and their times
    /// are the capture clock's.
    case packets
    /// A stream can be started and stopped three times.
    case startStopCycles
    /// Nothing is delivered once `stopStream()` or `close()` has returned.
    case silenceAfterStop
    /// Packets that consumers hold are not overwritten, also after the stream has ended.
    case heldPackets
    /// Every advertised format is accepted and delivered.
    case everyFormat
    /// A format that isn't listed is `.unsupportedFormat`, and does no harm.
    case unlistedFormat
    /// Starting another stream while one runs ends that one.
    case reconfiguration
    /// Packets of another size can be asked for.
    case packetSizes
    /// A consumer that is too slow delays packets, and loses none.
    case slowConsumer
    /// Unplugged while it streams: told to stream, handle and observers; plugged in again, it is the same microphone.
    case unplugWhileStreaming
    /// Unplugged while it is open without a stream, and plugged in again.
    case unplugWhileIdle

    /// Whether the subject can be held to the check: some need the subject's help.
    public func applies(to subject: MicrophoneSubject) -> Bool {
        switch self {
        case .unplugWhileStreaming, .unplugWhileIdle: subject.plug != nil
        case .useElsewhere: subject.occupyElsewhere != nil
        default: true
        }
    }

    /// Examines the subject. Returns at once if the check doesn't apply to it.
    ///
    /// - Throws: what was found, if anything.
    public func run(on subject: MicrophoneSubject) throws(MicrophoneFailure) {
        guard applies(to: subject) else { return }
        let examination = MicrophoneExamination(subject)
        do {
            try perform(examination)
        } catch is MicrophoneExamination.Abandoned {
            // What led to it has been noted.
        } catch {
            examination.record("The check met an unexpected error: \(error)")
        }
        guard examination.findings.isEmpty else {
            throw MicrophoneFailure(check: self, subject: subject.name, findings: examination.findings)
        }
    }

    private func perform(_ examination: MicrophoneExamination) throws {
        switch self {
        case .listing: try examination.listing()
        case .unknown: try examination.unknown()
        case .exclusiveOpening: try examination.exclusiveOpening()
        case .useElsewhere: try examination.useElsewhere()
        case .useAfterClose: try examination.useAfterClose()
        case .repeatedStops: try examination.repeatedStops()
        case .packets: try examination.packets()
        case .startStopCycles: try examination.startStopCycles()
        case .silenceAfterStop: try examination.silenceAfterStop()
        case .heldPackets: try examination.heldPackets()
        case .everyFormat: try examination.everyFormat()
        case .unlistedFormat: try examination.unlistedFormat()
        case .reconfiguration: try examination.reconfiguration()
        case .packetSizes: try examination.packetSizes()
        case .slowConsumer: try examination.slowConsumer()
        case .unplugWhileStreaming: try examination.unplugWhileStreaming()
        case .unplugWhileIdle: try examination.unplugWhileIdle()
        }
    }
}
