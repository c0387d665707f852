/// What is found out from a camera's running stream.
struct StreamRules {
    /// Measured rates below this share of the promise are slow; above its inverse, fast.
    static let tolerance = 0.9
    /// Seconds to the first frame that are worth a note.
    static let slowStart = 2.0
    /// Shares of lost or bad frames above which it is a warning, and a problem.
    static let worrying = 0.02
    static let bad = 0.3
    /// Standard deviation of frames' distances, as a share of their mean, that is worth a note.
    static let uneven = 0.35

    let stream: StreamMeasurement
    let tally: StreamTally
    /// Whether the camera lets programs choose how it exposes.
    var hasExposureControl = false
    var path: String?
    /// How the camera is attached.
    var attachment = Attachment()

    /// All findings; the first one tells what came.
    var findings: [Finding] {
        guard tally.frames > 0 else { return [nothing] }
        return [delivers] + [gone, slowStart, stalled, lost, corrupt, rate, timestamps, unevenness].compactMap(\.self)
    }

    private var nothing: Finding {
        if tally.end == .disconnected { return disconnected }
        if tally.corruptAtStart > 0 {
            return Finding(
                .corruptFrames,
                .problem,
                seen:
                    "All of the \(Formatting.count(tally.corruptAtStart, "picture")) that came were damaged\(faultText).",
                meaning: "The connection loses data, or the camera is broken.",
                advice: "Use another cable and port, without a hub."
            )
        }
        return Finding(
            .noFrames,
            .problem,
            seen: "The camera was started, but no picture came in \(Formatting.number(stream.patience)) seconds.",
            meaning:
                "A closed shutter does not do this. The camera's firmware hangs, a grabber has no signal, or the USB "
                + "connection is bad.",
            advice: "Unplug it and plug it in again, without a hub. With an HDMI grabber, switch the source on."
        )
    }

    private var disconnected: Finding {
        Finding(
            .gone,
            .problem,
            seen: "The camera went away during the test.",
            meaning: "It was unplugged, or its plug or cable has a loose contact, or it gets too little power.",
            advice: "Plug it in firmly, into the machine rather than into a hub, and try again."
        )
    }

    private var gone: Finding? { tally.end == .disconnected ? disconnected : nil }

    private var delivers: Finding {
        let rate = tally.deliveredRate.map { ": \(Formatting.number($0)) per second" } ?? ""
        let promise = stream.promisedRate.map { ", \(Formatting.number($0)) promised" } ?? ""
        return Finding(
            .delivers,
            .ok,
            seen: "\(Formatting.format(stream.format)), \(Formatting.count(tally.frames, "picture"))\(rate)\(promise)."
        )
    }

    private var slowStart: Finding? {
        guard let seconds = tally.firstAfter, seconds > Self.slowStart else { return nil }
        return Finding(
            .slowStart,
            .note,
            seen: "The first picture came after \(Formatting.number(seconds)) seconds.",
            meaning: "Some cameras need that to adapt to the light."
        )
    }

    private var stalled: Finding? {
        guard !tally.stalls.isEmpty else { return nil }
        return Finding(
            .stalled,
            .warning,
            seen: "The camera fell silent \(tally.stalls.count == 1 ? "once" : "\(tally.stalls.count) times"), for "
                + "\(Formatting.number(tally.stalls.max() ?? 0)) seconds or more.",
            meaning: "Its firmware hangs now and then, or the USB connection is bad.",
            advice: "Use another cable and port, without a hub."
        )
    }

    private var lost: Finding? {
        guard tally.lost > 0 else { return nil }
        let whole = tally.frames + tally.lost + tally.corrupt
        return Finding(
            .lostFrames,
            severity(tally.lost, of: whole),
            seen: "\(tally.lost) of \(whole) pictures (\(Formatting.percent(tally.lost, of: whole))) got lost.",
            meaning:
                "The camera counted them, but they did not arrive: the USB connection loses data, or the machine is "
                + "too busy.",
            advice: "End programs that use much processor time; use another cable and port, without a hub."
        )
    }

    private var corrupt: Finding? {
        guard tally.corrupt > 0 || tally.corruptAtStart > 0 else { return nil }
        let whole = tally.frames + tally.lost + tally.corrupt
        guard tally.corrupt > 0 else {
            return Finding(
                .corruptFrames,
                .note,
                seen: "\(Formatting.count(tally.corruptAtStart, "picture")) before the first good one "
                    + "\(tally.corruptAtStart == 1 ? "was" : "were") damaged\(faultText).",
                meaning: "Usual with some cameras at the start; damaged pictures are left out."
            )
        }
        return Finding(
            .corruptFrames,
            severity(tally.corrupt, of: whole),
            seen: "\(tally.corrupt) of \(whole) pictures (\(Formatting.percent(tally.corrupt, of: whole))) were "
                + "damaged\(faultText).",
            meaning: "The connection loses data. Damaged pictures are left out.",
            advice: "Use another cable and port, without a hub."
        )
    }

    private func severity(_ part: Int, of whole: Int) -> Severity {
        let share = Double(part) / Double(max(whole, 1))
        return share > Self.bad ? .problem : share > Self.worrying && part > 1 ? .warning : .note
    }

    private var faultText: String {
        let texts = [
            "markedByDriver": "marked as bad by the driver", "short": "too short", "oversized": "too long",
            "noStartMarker": "no JPEG", "truncated": "cut off",
            "joined": "run into the next",
        ]
        let parts = tally.faults.sorted { $0.key < $1.key }.map { "\($0.value) \(texts[$0.key] ?? $0.key)" }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    private var rate: Finding? {
        guard let promised = stream.promisedRate, promised > 0 else {
            return Finding(
                .noPromise,
                .note,
                seen: "The camera's driver promises no rate.",
                meaning: "Usual with grabbers: the rate is that of the signal."
            )
        }
        // A stall explains a low rate, and so does a stream that broke off.
        guard let measured = tally.producedRate, tally.stalls.isEmpty, tally.end == nil else { return nil }
        let values =
            "\(Formatting.number(measured)) pictures per second came, \(Formatting.number(promised)) were promised."
        // In a short test one frame more or less is no matter.
        let slack = 1.5 / max(tally.span, 0.001)
        if measured < promised * Self.tolerance, measured + slack < promised {
            return slow(values, promised)
        }
        if measured > promised / Self.tolerance, measured > promised + slack {
            return Finding(
                .fastRate,
                .note,
                seen: values,
                meaning: "The camera does not keep to the rate that was set."
            )
        }
        return nil
    }

    private func slow(_ values: String, _ promised: Double) -> Finding {
        // Uncompressed pictures have about two bytes a pixel.
        let need = Double(stream.format.dimensions.area) * 2 * promised
        if attachment.isUSB2, !stream.format.isCompressed, need > Attachment.highSpeedRoom {
            let (wanted, room) = (need / 1e6, Attachment.highSpeedRoom / 1e6)
            return Finding(
                .slowRate,
                .warning,
                seen: values,
                meaning:
                    "Uncompressed pictures of this size and rate are \(Formatting.number(wanted, digits: 0)) megabytes per "
                    + "second; USB 2 carries about \(Formatting.number(room, digits: 0)).",
                advice:
                    "Choose a smaller or compressed format; if the camera has a USB 3 plug, use a USB 3 port and cable."
            )
        }
        return Finding(
            .slowRate,
            .warning,
            seen: values,
            meaning: "Most cameras take longer exposures, and so fewer pictures, when there is little light"
                + (hasExposureControl ? "; this one can be told not to." : "."),
            advice: "Make more light."
                + (hasExposureControl
                    ? " Or keep the rate and let it get darker: "
                        + "`v4l2-ctl -d \(path ?? "/dev/video0") -c exposure_dynamic_framerate=0` "
                        + "(older kernels: `exposure_auto_priority=0`)."
                    : "")
        )
    }

    private var timestamps: Finding? {
        let wrong = tally.doubts.values.reduce(0, +) + tally.impossibleTimes
        guard wrong > 0 else { return nil }
        let texts = [
            "otherClock": "of another clock", "future": "in the future", "stale": "long past",
            "notIncreasing": "not later than the one before",
        ]
        var parts = tally.doubts.sorted { $0.key < $1.key }.map { "\($0.value) \(texts[$0.key] ?? $0.key)" }
        if tally.impossibleTimes > 0 { parts.append("\(tally.impossibleTimes) impossible") }
        let whole = tally.frames + tally.corrupt
        let isFrequent = Double(wrong) > 0.1 * Double(whole)
        return Finding(
            .wrongTimestamps,
            isFrequent ? .warning : .note,
            seen: "\(wrong) of \(whole) pictures have wrong times (\(parts.joined(separator: ", "))).",
            meaning: "The camera's driver stamps pictures wrongly. Pinhole uses the time of arrival instead, which is "
                + "less exact.",
            advice: isFrequent
                ? "Programs that match pictures with sound may be out of step; a newer kernel may help." : ""
        )
    }

    private var unevenness: Finding? {
        // Lost pictures and silences make the distances uneven by themselves.
        guard tally.frames > 10, tally.lost == 0, tally.corrupt == 0, tally.stalls.isEmpty,
            let rate = tally.deliveredRate, tally.unevenness * rate > Self.uneven
        else { return nil }
        return Finding(
            .unevenFrames,
            .note,
            seen:
                "Pictures come unevenly: \(Formatting.number(1_000 / rate, digits: 0)) milliseconds apart on average, "
                + "\(Formatting.number(1_000 * tally.longestGap, digits: 0)) at most.",
            meaning: "Motion looks jerky. A busy machine does this, and so does changing light."
        )
    }
}
