import ALSADriver
import CaptureDriver
import CoreMedia
import CoreVideo

@testable import Diagnostics

/// Measurements as a test wants them.
enum Sample {
    static let yuyv = CaptureFormat(
        mediaSubType: kCVPixelFormatType_422YpCbCr8_yuvs,
        dimensions: CaptureDimensions(width: 640, height: 480),
        frameDurations: [.rate(30)]
    )

    static func format(_ width: Int32, _ height: Int32, _ rate: Int32, _ type: FourCharCode) -> CaptureFormat {
        CaptureFormat(
            mediaSubType: type,
            dimensions: CaptureDimensions(width: width, height: height),
            frameDurations: [.rate(rate)]
        )
    }

    static func description(
        _ formats: [CaptureFormat] = [yuyv],
        controls: [CaptureControl: CaptureControlCapability] = [:]
    ) -> CaptureDeviceDescription {
        CaptureDeviceDescription(
            id: "id",
            modelID: "model",
            name: "Webcam",
            deviceType: "AVCaptureDeviceTypeExternal",
            formats: formats,
            controls: controls
        )
    }

    static func error(_ kind: CaptureDriverError.Kind, _ code: Int32 = 1) -> CaptureDriverError {
        CaptureDriverError(kind: kind, operation: "open", nativeCode: code, device: "/dev/video0", advice: "Do this.")
    }

    static let permission = NodePermission(
        isAllowed: false,
        owner: "root",
        group: "video",
        mode: 0o660,
        isMember: false,
        hasGroup: false
    )

    /// A tally of frames at these times, each arriving 10 ms later.
    static func tally(_ times: [Double], start: Double = 99.9) -> StreamTally {
        var tally = StreamTally(start: start)
        for time in times { tally.frame(time: time, arrival: time + 0.01) }
        return tally
    }

    /// Times of frames at a steady rate.
    static func times(_ count: Int, rate: Double = 30) -> [Double] {
        (0..<count).map { 100 + Double($0) / rate }
    }

    static func stream(
        _ outcome: StreamMeasurement.Outcome,
        promised: Double? = 30
    ) -> StreamMeasurement {
        StreamMeasurement(format: yuyv, promisedRate: promised, patience: 5, outcome: outcome)
    }

    static func camera(
        _ probeResult: CameraMeasurement.ProbeResult = .camera(description()),
        stream: StreamMeasurement? = stream(.ran(tally(times(61))))
    ) -> CameraMeasurement {
        CameraMeasurement(
            path: "/dev/video0",
            fallbackName: "video0",
            probeResult: probeResult,
            permission: permission,
            stream: stream
        )
    }

    static func findings(_ camera: CameraMeasurement, _ machine: Machine = Machine(user: "ann")) -> [Finding] {
        CameraRules(machine: machine, camera: camera).findings
    }

    static func findings(_ tally: StreamTally, promised: Double? = 30) -> [Finding] {
        StreamRules(stream: stream(.ran(tally), promised: promised), tally: tally).findings
    }

    static func microphone(
        _ outcome: MicrophoneInspection.Outcome,
        defaultWorks: Bool = false
    ) -> [Finding] {
        var examination = MicrophoneInspection(
            microphone: MicrophoneDescription(id: "hw:0", name: "Mic", card: 0, device: 0),
            path: "/dev/snd/pcmC0D0c",
            permission: permission,
            outcome: outcome
        )
        examination.permission?.group = "audio"
        examination.defaultWorks = defaultWorks
        return MicrophoneRules(machine: Machine(user: "ann"), examination: examination).findings
    }
}

extension [Finding] {
    /// The one finding with a code.
    subscript(code: Finding.Code) -> Finding? { first { $0.code == code } }

    var codes: [Finding.Code] { map(\.code) }
}
