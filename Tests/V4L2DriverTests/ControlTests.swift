import CVideo4Linux
import CaptureDriver
import Testing

@testable import V4L2Driver

@Suite("Controls")
struct ControlTests {
    /// A well-equipped webcam.
    static let webcam = ControlMap(
        Dictionary(
            uniqueKeysWithValues: [
                NodeControl(id: PINHOLE_CID_FOCUS_AUTO, minimum: 0, maximum: 1, step: 1, defaultValue: 1),
                NodeControl(id: PINHOLE_CID_FOCUS_ABSOLUTE, minimum: 0, maximum: 250, step: 5, defaultValue: 0),
                NodeControl(
                    id: PINHOLE_CID_EXPOSURE_AUTO,
                    minimum: 0,
                    maximum: 3,
                    step: 1,
                    defaultValue: 3,
                    items: [1: 1, 3: 3]
                ),
                NodeControl(id: PINHOLE_CID_EXPOSURE_ABSOLUTE, minimum: 3, maximum: 2_047, step: 1, defaultValue: 250),
                NodeControl(id: PINHOLE_CID_GAIN, minimum: 0, maximum: 255, step: 1, defaultValue: 0),
                NodeControl(id: PINHOLE_CID_AUTO_WHITE_BALANCE, minimum: 0, maximum: 1, step: 1, defaultValue: 1),
                NodeControl(
                    id: PINHOLE_CID_WHITE_BALANCE_TEMPERATURE,
                    minimum: 2_000,
                    maximum: 6_500,
                    step: 10,
                    defaultValue: 4_000
                ),
                NodeControl(id: PINHOLE_CID_ZOOM_ABSOLUTE, minimum: 100, maximum: 500, step: 1, defaultValue: 100),
                NodeControl(
                    id: PINHOLE_CID_AUTO_EXPOSURE_BIAS,
                    minimum: 0,
                    maximum: 4,
                    step: 1,
                    defaultValue: 2,
                    items: [0: -2_000, 1: -1_000, 2: 0, 3: 1_000, 4: 2_000]
                ),
                NodeControl(
                    id: PINHOLE_CID_FLASH_LED_MODE,
                    minimum: 0,
                    maximum: 2,
                    step: 1,
                    defaultValue: 0,
                    items: [0: 0, 2: 2]
                ),
                NodeControl(id: PINHOLE_CID_FLASH_TORCH_INTENSITY, minimum: 0, maximum: 10, step: 1, defaultValue: 5),
            ].map { ($0.id, $0) }
        )
    )

    @Test("What the camera has is offered in the seam's units")
    func capabilities() {
        let offered = Self.webcam.capabilities
        #expect(offered[.focusMode] == .modes([0, 2], default: 2))
        #expect(offered[.lensPosition] == .range(0...1, default: 1))
        #expect(offered[.exposureMode] == .modes([0, 2, 3], default: 2))
        #expect(offered[.whiteBalanceMode] == .modes([0, 2], default: 2))
        #expect(offered[.zoom] == .range(1...5, default: 1))
        #expect(offered[.exposureBias] == .range(-2...2, default: 0))
        #expect(offered[.torchLevel] == .range(0...1, default: 0))
        #expect(offered[.focusPoint] == nil && offered[.whiteBalanceGains] == nil && offered[.videoHDR] == nil)
        guard case .range(let durations, _)? = offered[.exposureDuration] else {
            Issue.record("no exposure duration")
            return
        }
        #expect(abs(durations.lowerBound - 0.0003) < 1e-9 && abs(durations.upperBound - 0.2047) < 1e-9)
        #expect(ControlMap([:]).capabilities.isEmpty)
    }

    @Test(
        "Settings in order: the automatic first",
        arguments: [
            (.lensPosition, .number(0), [(PINHOLE_CID_FOCUS_AUTO, 0), (PINHOLE_CID_FOCUS_ABSOLUTE, 250)]),
            (.lensPosition, .number(0.5), [(PINHOLE_CID_FOCUS_AUTO, 0), (PINHOLE_CID_FOCUS_ABSOLUTE, 125)]),
            (.focusMode, .mode(2), [(PINHOLE_CID_FOCUS_AUTO, 1)]),
            (.focusMode, .mode(0), [(PINHOLE_CID_FOCUS_AUTO, 0)]),
            (.exposureMode, .mode(2), [(PINHOLE_CID_EXPOSURE_AUTO, 3)]),
            (.exposureMode, .mode(3), [(PINHOLE_CID_EXPOSURE_AUTO, 1)]),
            (.exposureDuration, .number(0.01), [(PINHOLE_CID_EXPOSURE_AUTO, 1), (PINHOLE_CID_EXPOSURE_ABSOLUTE, 100)]),
            (.exposureDuration, .number(99), [(PINHOLE_CID_EXPOSURE_AUTO, 1), (PINHOLE_CID_EXPOSURE_ABSOLUTE, 2_047)]),
            (.iso, .number(1_600), [(PINHOLE_CID_EXPOSURE_AUTO, 1), (PINHOLE_CID_GAIN, 255)]),
            (.exposureBias, .number(0.9), [(PINHOLE_CID_AUTO_EXPOSURE_BIAS, 3)]),
            (.whiteBalanceMode, .mode(0), [(PINHOLE_CID_AUTO_WHITE_BALANCE, 0)]),
            (
                .whiteBalanceTemperature, .number(5_003),
                [(PINHOLE_CID_AUTO_WHITE_BALANCE, 0), (PINHOLE_CID_WHITE_BALANCE_TEMPERATURE, 5_000)]
            ),
            (.zoom, .number(2.5), [(PINHOLE_CID_ZOOM_ABSOLUTE, 250)]),
            (.torchLevel, .number(0.5), [(PINHOLE_CID_FLASH_TORCH_INTENSITY, 5), (PINHOLE_CID_FLASH_LED_MODE, 2)]),
            (.torchLevel, .number(0), [(PINHOLE_CID_FLASH_LED_MODE, 0)]),
        ] as [(CaptureControl, CaptureControlValue, [(UInt32, Int32)])]
    )
    func settings(control: CaptureControl, value: CaptureControlValue, expected: [(UInt32, Int32)]) {
        #expect(
            Self.webcam.settings(control, to: value) == expected.map { ControlMap.Setting(id: $0.0, value: $0.1) }
        )
    }

    @Test(
        "What the camera does not have is refused",
        arguments: [
            (.focusMode, .mode(1)), (.focusPoint, .point(x: 0.5, y: 0.5)), (.zoom, .mode(1)), (.videoHDR, .mode(1)),
            (.whiteBalanceGains, .gains(red: 1, green: 1, blue: 1)), (.exposureMode, .mode(1)),
        ] as [(CaptureControl, CaptureControlValue)]
    )
    func refused(control: CaptureControl, value: CaptureControlValue) {
        #expect(Self.webcam.settings(control, to: value) == nil)
    }

    @Test("A zoom from 0 is spread over assumed factors, and nonsense ranges are none")
    func zoom() {
        func map(_ low: Int32, _ high: Int32) -> ControlMap {
            ControlMap([
                PINHOLE_CID_ZOOM_ABSOLUTE: NodeControl(
                    id: PINHOLE_CID_ZOOM_ABSOLUTE,
                    minimum: low,
                    maximum: high,
                    step: 1,
                    defaultValue: low
                )
            ])
        }
        #expect(map(0, 10).capabilities[.zoom] == .range(ControlMap.assumedZoom, default: 1))
        #expect(map(0, 10).settings(.zoom, to: .number(4))?.first?.value == 10)
        #expect(map(5, 5).capabilities.isEmpty && map(10, 5).capabilities.isEmpty)
        #expect(map(0, 10).settings(.zoom, to: .number(.nan))?.first?.value == 0)
    }

    @Test("The kernel's word on where the camera is mounted")
    func position() {
        func map(_ orientation: Int32) -> ControlMap {
            ControlMap([
                PINHOLE_CID_CAMERA_ORIENTATION: NodeControl(
                    id: PINHOLE_CID_CAMERA_ORIENTATION,
                    minimum: orientation,
                    maximum: orientation,
                    step: 1,
                    defaultValue: orientation
                ),
                PINHOLE_CID_CAMERA_SENSOR_ROTATION: NodeControl(
                    id: PINHOLE_CID_CAMERA_SENSOR_ROTATION,
                    minimum: 90,
                    maximum: 90,
                    step: 1,
                    defaultValue: 90
                ),
            ])
        }
        #expect(map(0).position == .front && map(1).position == .back && map(2).position == .unspecified)
        #expect(map(0).mountAngle == 90)
        #expect(ControlMap([:]).position == .unspecified)
    }
}
