import ALSADriver
import CaptureDriver

extension CameraReport {
    /// Puts together what is known of a camera.
    init(_ camera: CameraMeasurement, machine: Machine) {
        let found = CameraRules(machine: machine, camera: camera).findings
        self.init(
            name: camera.name,
            id: camera.description?.id,
            path: camera.path,
            verdict: found.worst,
            headline: Headline.text(works: "works", findings: found),
            findings: found,
            formats: Formats.list(camera.description?.formats ?? []),
            stream: camera.stream.flatMap(Stream.init),
            holders: camera.holders.known
        )
    }
}

extension CameraReport.Formats {
    /// One entry for each encoding, in the camera's order.
    static func list(_ formats: [CaptureFormat]) -> [CameraReport.Formats] {
        var order: [String] = []
        var groups: [String: [CaptureFormat]] = [:]
        for format in formats {
            let name = PixelFormatName.text(format.mediaSubType)
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(format)
        }
        return order.compactMap { name in
            guard let group = groups[name], let largest = group.max(by: { $0.dimensions.area < $1.dimensions.area })
            else { return nil }
            return CameraReport.Formats(
                pixelFormat: name,
                count: Set(group.map(\.dimensions)).count,
                largestWidth: Int(largest.dimensions.width),
                largestHeight: Int(largest.dimensions.height),
                rateAtLargest: largest.bestRate
            )
        }
    }
}

extension CameraReport.Stream {
    /// The test's figures; `nil` when the stream was not started.
    init?(_ measurement: StreamMeasurement) {
        guard case .ran(let tally) = measurement.outcome else { return nil }
        self.init(
            pixelFormat: PixelFormatName.text(measurement.format.mediaSubType),
            width: Int(measurement.format.dimensions.width),
            height: Int(measurement.format.dimensions.height),
            promisedRate: measurement.promisedRate,
            measuredRate: tally.deliveredRate,
            frames: tally.frames,
            lost: tally.lost,
            corrupt: tally.corrupt + tally.corruptAtStart,
            firstFrameAfter: tally.firstAfter,
            seconds: tally.span,
            longestGap: tally.longestGap,
            jitter: tally.unevenness
        )
    }
}

extension MicrophoneReport {
    /// Puts together what is known of an input.
    init(_ examination: MicrophoneInspection, machine: Machine) {
        let found = MicrophoneRules(machine: machine, examination: examination).findings
        self.init(
            name: examination.microphone.name,
            id: examination.microphone.id,
            path: examination.path,
            verdict: found.worst,
            headline: Headline.text(works: "works", findings: found),
            findings: found,
            stream: Stream(examination.outcome),
            holders: examination.holders.known
        )
    }
}

extension MicrophoneReport.Stream {
    /// The test's figures; `nil` when nothing was listened to.
    init?(_ outcome: MicrophoneInspection.Outcome) {
        guard case .listened(let measurement) = outcome else { return nil }
        let configuration = measurement.configuration
        self.init(
            channels: configuration.channels,
            promisedRate: configuration.rate,
            measuredRate: measurement.measuredRate,
            frames: measurement.frames,
            overruns: measurement.overruns,
            peak: measurement.level.peak,
            rms: measurement.level.rms,
            fewestChannels: configuration.channelRange.lowerBound,
            mostChannels: configuration.channelRange.upperBound,
            lowestRate: configuration.rateRange.lowerBound,
            highestRate: configuration.rateRange.upperBound
        )
    }
}
