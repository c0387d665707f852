import ALSADriver

/// What is found out about one microphone.
struct MicrophoneRules {
    /// Peaks below this (-60 dB) are as good as silence.
    static let quiet = 0.001
    /// Peaks from here on are clipped.
    static let full = 0.999
    /// Deviations of the rate, as a share, that are worth a warning; clocks of cheap cards are 0.1 % off.
    static let tolerance = 0.02
    /// Faster than the promise by this factor: nothing real paces the sound.
    static let unpaced = 1.5

    let machine: Machine
    let examination: MicrophoneInspection

    /// All findings; the first one tells what came.
    var findings: [Finding] {
        switch examination.outcome {
        case .refused(let error):
            var finding = access.finding(error)
            // Most programs listen through the default input, where a sound server shares the microphone.
            if error.kind == .busy, examination.defaultWorks {
                finding.severity = .note
                finding.meaning = "Programs that use the default input can hear all the same."
                finding.advice = ""
            }
            return [finding]
        case .noAnswer(let seconds):
            return [access.noAnswer(seconds: seconds)]
        case .listened(let measurement):
            return findings(measurement)
        }
    }

    private var access: AccessRules {
        AccessRules(
            kind: .microphone,
            machine: machine,
            path: examination.path,
            permission: examination.permission,
            holders: examination.holders
        )
    }

    private func findings(_ measurement: MicrophoneMeasurement) -> [Finding] {
        if measurement.frames == 0 {
            if let failure = measurement.failure { return [access.finding(failure)] }
            return [nothing]
        }
        let failure = measurement.failure.map(access.finding)
        return [hears(measurement)]
            + [failure, overruns(measurement), rate(measurement), level(measurement)].compactMap(\.self)
    }

    private func hears(_ measurement: MicrophoneMeasurement) -> Finding {
        let configuration = measurement.configuration
        let level = Formatting.decibels(measurement.level.peak)
        return Finding(
            .hears,
            .ok,
            seen:
                "\(Formatting.count(configuration.channels, "channel")) at \(configuration.rate) Hz; loudest: \(level)."
        )
    }

    private let nothing = Finding(
        .noAudio,
        .problem,
        seen: "The microphone was started, but delivered nothing at all, not even silence.",
        meaning: "Its driver or firmware hangs.",
        advice: "Unplug it and plug it in again; restart the sound server (`systemctl --user restart pipewire`)."
    )

    private func overruns(_ measurement: MicrophoneMeasurement) -> Finding? {
        guard measurement.overruns > 0 else { return nil }
        return Finding(
            .overruns,
            measurement.overruns > 1 ? .warning : .note,
            seen: "Sound was lost \(measurement.overruns == 1 ? "once" : "\(measurement.overruns) times").",
            meaning: "The machine was too busy to fetch it in time, or the USB connection is bad.",
            advice: "End programs that use much processor time; use another port, without a hub."
        )
    }

    private func rate(_ measurement: MicrophoneMeasurement) -> Finding? {
        let configuration = measurement.configuration
        guard let measured = measurement.measuredRate, measurement.overruns == 0, configuration.rate > 0 else {
            return nil
        }
        let ratio = measured / Double(configuration.rate)
        let values =
            "\(Formatting.number(measured, digits: 0)) samples per second came, \(configuration.rate) were promised."
        if ratio > Self.unpaced {
            return Finding(
                .notPaced,
                .note,
                seen: values,
                meaning: "Sound comes faster than it happens: this is a file or another virtual device, no microphone."
            )
        }
        // Sound comes a period at a time; one more or less is no matter.
        let slack = Double(configuration.periodFrames) / (Double(configuration.rate) * max(measurement.span, 0.001))
        guard abs(ratio - 1) > Self.tolerance + slack else { return nil }
        return Finding(
            .wrongRate,
            .warning,
            seen: values,
            meaning:
                "Recordings would sound too \(ratio < 1 ? "high and short" : "low and long"), and run away from the picture.",
            advice: "Unplug it and plug it in again; with a USB hub, try without."
        )
    }

    private func level(_ measurement: MicrophoneMeasurement) -> Finding? {
        let peak = measurement.level.peak
        if peak < Self.quiet {
            return Finding(
                .silence,
                .note,
                seen: peak == 0
                    ? "It delivers absolute silence." : "It is very quiet: \(Formatting.decibels(peak)) at most.",
                meaning: "It is muted, nothing is plugged into it, or nobody spoke.",
                advice: "Look for a mute key; in `alsamixer` press F4, and raise and unmute (space) the capture level."
            )
        }
        guard peak >= Self.full else { return nil }
        return Finding(
            .clipping,
            .note,
            seen: "It reaches the loudest value there is.",
            meaning: "Loud sounds are cut off and sound harsh.",
            advice: "Lower the capture level in `alsamixer` (F4)."
        )
    }
}
