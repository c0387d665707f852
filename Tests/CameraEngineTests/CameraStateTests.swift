import CameraLifecycle
import Foundation
import Testing

@testable import CameraEngine

@Suite("What a user sees, as one value")
struct CameraStateTests {
    private static var full: CameraState {
        var state = CameraState()
        state.status = .interrupted(.systemPressure)
        state.cameras = [CameraInfo(id: "a", name: "Back", position: .back, constituents: ["b"])]
        state.camera = state.cameras.first
        state.lenses = [CameraLens(id: "b", magnification: 0.5)]
        state.controls = CameraControls(
            zoom: CameraZoom(factor: 2, range: 1...16, displayMultiplier: 0.5, lensFactors: [2]),
            torch: CameraTorch(isOn: true, isAvailable: true),
            focusAndExposure: .locked,
            exposureBias: CameraExposureBias(value: -1, range: -8...8),
            photoSizes: [PhotoSize(width: 4032, height: 3024)]
        )
        state.shutter = .notReadyWaitingForCapture
        state.pressure = CameraPressure(level: .serious, frameRateLimit: 20)
        state.recording.phase = .paused
        state.recording.audio = .notAllowed
        state.mode = .video
        state.movieFormat.wanted = MovieFormat(width: 1920, height: 1080, framesPerSecond: 30)
        state.multiCam.obstacle = .cameraLost(name: "Front")
        var lost = CameraMetrics(camera: state.cameras[0], framesPerSecond: 24, width: 1280, height: 720)
        lost.index = 1
        lost.isLost = true
        state.multiCam.cameras = [lost]
        state.multiCam.ladder = ["Back: 1280 x 720"]
        return state
    }

    @Test("What is written is read again", arguments: [CameraState(), full])
    func roundTrip(state: CameraState) throws {
        #expect(try JSONDecoder().decode(CameraState.self, from: JSONEncoder().encode(state)) == state)
    }

    @Test("A zoom is written with its bounds, and the factors that deserve a button")
    func zoom() throws {
        let zoom = try #require(Self.full.controls?.zoom)
        let written = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(zoom)) as? [String: Any]
        )
        #expect(written["minimum"] as? Double == 1 && written["maximum"] as? Double == 16)
        #expect((written["marks"] as? [[String: Any]])?.map { $0["label"] as? String } == zoom.marks.map(\.label))
    }

    @Test("Each of several cameras is written as one object, and what was taken back as steps")
    func severalCameras() throws {
        let status = Self.full.multiCam
        let written = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(status)) as? [String: Any]
        )
        let camera = try #require((written["cameras"] as? [[String: Any]])?.first)
        #expect(camera["name"] as? String == "Back" && camera["position"] as? String == "back")
        #expect(camera["index"] as? Int == 1 && camera["isLost"] as? Bool == true)
        #expect(written["steps"] as? [String] == status.ladder)
    }

    @Test("Bounds that are none are an error")
    func bounds() {
        let text = #"{"bias": 0, "minimum": 2, "maximum": 1}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CameraExposureBias.self, from: Data(text.utf8))
        }
    }

    @Test("Reasons have Apple's numbers")
    func numbers() {
        #expect(CameraInterruption.allCases.map(\.number) == Array(1...6))
        #expect(CameraInterruption.allCases.allSatisfy { CameraInterruption(number: $0.number) == $0 })
        #expect(CameraInterruption(number: 0) == nil && CameraInterruption(number: 7) == nil)
    }
}
