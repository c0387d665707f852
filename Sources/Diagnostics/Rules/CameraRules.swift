import CaptureDriver

/// What is found out about one camera.
struct CameraRules {
    /// Largest formats slower than this are worth a note.
    static let fluent = 15.0

    let machine: Machine
    let camera: CameraMeasurement

    /// All findings, the stream's last.
    var findings: [Finding] {
        switch camera.probeResult {
        case .inaccessible(let error): return [access.finding(error)]
        case .noAnswer(let seconds): return [access.noAnswer(seconds: seconds)]
        case .multiplanarOnly: return [Self.multiplanarOnly]
        case .cannotStream: return [Self.cannotStream]
        case .noUsableFormat: return [Self.noUsableFormat]
        case .camera(let description):
            return usedElsewhere + usb(description.formats) + sizes(description.formats) + stream(description)
        }
    }

    private var access: AccessRules {
        AccessRules(
            kind: .camera,
            machine: machine,
            path: camera.path,
            permission: camera.permission,
            holders: camera.holders
        )
    }

    private func stream(_ description: CaptureDeviceDescription) -> [Finding] {
        guard let stream = camera.stream else { return [] }
        switch stream.outcome {
        case .refused(let error): return [access.finding(error)]
        case .noAnswer(let seconds): return [access.noAnswer(seconds: seconds)]
        case .ran(let tally):
            if case .failed(let error)? = tally.end { return [access.finding(error)] }
            return StreamRules(
                stream: stream,
                tally: tally,
                hasExposureControl: description.controls[.exposureMode] != nil,
                path: camera.path,
                attachment: camera.attachment
            ).findings
        }
    }

    /// Another program has the camera open, and it can be had all the same.
    private var usedElsewhere: [Finding] {
        guard let text = camera.holders.text, case .ran? = camera.stream?.outcome else { return [] }
        return [
            Finding(
                .usedElsewhere,
                .note,
                seen: "\(text) has the camera open, but takes no pictures at present.",
                meaning: "As soon as it does, other programs get none."
            )
        ]
    }

    private func usb(_ formats: [CaptureFormat]) -> [Finding] {
        guard let speed = camera.attachment.speed, camera.attachment.isUSB2 else { return [] }
        if speed < Attachment.highSpeed {
            return [
                Finding(
                    .slowUSB,
                    .warning,
                    seen: "The camera runs at USB 1 speed (\(Formatting.number(speed)) megabits per second).",
                    meaning:
                        "Only small or slow pictures fit through. A bad cable or an old hub does this to fast cameras.",
                    advice: "Plug it into the machine itself, with another cable."
                )
            ]
        }
        guard !formats.isEmpty, !formats.contains(where: \.isCompressed) else { return [] }
        let bytesAt30 = { (format: CaptureFormat) in Double(format.dimensions.area) * 2 * 30 }
        guard let largest = formats.max(by: { $0.dimensions.area < $1.dimensions.area }),
            bytesAt30(largest) > Attachment.highSpeedRoom
        else { return [] }
        return [
            Finding(
                .rawOnlyOnUSB2,
                .note,
                seen: "The camera sends uncompressed pictures only, over USB 2.",
                meaning: "640x480 at 30 frames per second is about what fits through; larger pictures come slowly.",
                advice: "If the camera has a USB 3 plug, use a USB 3 port and cable."
            )
        ]
    }

    private func sizes(_ formats: [CaptureFormat]) -> [Finding] {
        guard let area = formats.map(\.dimensions.area).max() else { return [] }
        let largest = formats.filter { $0.dimensions.area == area }
        guard let best = largest.max(by: { $0.bestRate < $1.bestRate }), best.bestRate > 0, best.bestRate < Self.fluent
        else { return [] }
        return [
            Finding(
                .largestIsSlow,
                .note,
                seen:
                    "Its largest pictures, \(best.dimensions), come at most \(Formatting.number(best.bestRate)) times a second.",
                meaning: "Good for photos, not for fluent video."
            )
        ]
    }

    private static let multiplanarOnly = Finding(
        .multiplanarOnly,
        .problem,
        seen: "The camera's driver offers only the kernel's multi-planar interface.",
        meaning: "Pinhole does not speak it; it is used by camera processors of phones and small boards.",
        advice: "Use a USB camera with this machine."
    )

    private static let cannotStream = Finding(
        .cannotStream,
        .problem,
        seen: "The camera's driver has no streaming.",
        meaning: "It is a very old kind of driver, which hands out single pictures only.",
        advice: "Use another camera."
    )

    private static let noUsableFormat = Finding(
        .noUsableFormat,
        .problem,
        seen: "The camera has no picture format that can be shown.",
        meaning: "It delivers a sensor's raw data, or video that is compressed otherwise than as JPEG.",
        advice:
            "A sensor needs libcamera (`cam --list`); other cameras may be switched to JPEG (MJPEG) in their settings."
    )
}
