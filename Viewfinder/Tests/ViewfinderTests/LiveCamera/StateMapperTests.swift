import CameraEngine
import CameraLifecycle
import Testing

@testable import Viewfinder

@Suite("The page's state, of what the engine shows")
struct StateMapperTests {
    private static let back = CameraInfo(id: "a", name: "Back Camera", position: .back)
    private static let front = CameraInfo(id: "b", name: "Front Camera", position: .front)

    private static func state(_ status: CameraStatus) -> ViewfinderState {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        return mapper.state(CameraState(status: status))
    }

    @Test(
        "R-PREV-4: each status is a phase of its own, with the engine's words",
        arguments: [
            (CameraStatus.off, ViewfinderState.Phase.stopped), (.inBackground, .inBackground),
            (.askingForPermission, .askingForPermission), (.denied, .permissionDenied), (.restricted, .restricted),
            (.noCamera, .noCamera), (.starting(showsProgress: true), .starting), (.live, .live),
            (.interrupted(nil), .interrupted), (.recovering(attempt: 2), .recovering),
            (.failed(.cameraSystemError), .failed),
        ]
    )
    func phases(status: CameraStatus, phase: ViewfinderState.Phase) {
        for host in CameraHost.allCases {
            var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies", host: host)
            let state = mapper.state(CameraState(status: status))
            let message = status.userMessage(on: host)
            #expect(state.phase == phase)
            #expect(state.message == message)
        }
    }

    @Test("R-LIFE-11: only a start that takes long shows")
    func loading() {
        #expect(!Self.state(.starting(showsProgress: false)).showsProgress)
        #expect(Self.state(.starting(showsProgress: true)).showsProgress)
        #expect(!Self.state(.live).showsProgress)
    }

    @Test("R-LIFE-9: every reason of an interruption is told, with words of its own")
    func interruptions() {
        let states = CameraInterruption.allCases.map { Self.state(.interrupted($0)) }
        #expect(Set(states.map(\.message.titleText)).count == 6)
        #expect(states.map(\.interruption) == CameraInterruption.allCases)
        #expect(Self.state(.interrupted(nil)).interruption == nil)
    }

    @Test("R-LIFE-12: a lost camera is told by its name; a machine that never had one has none to lose")
    func disconnection() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        #expect(mapper.state(CameraState(status: .noCamera)).phase == .noCamera)
        _ = mapper.state(CameraState(status: .live, cameras: [Self.back], camera: Self.back))
        let state = mapper.state(CameraState(status: .noCamera))
        #expect(state.phase == .disconnected)
        #expect(state.message.titleText == "\("Back Camera") was unplugged")
        #expect(mapper.state(CameraState(status: .live, cameras: [Self.back], camera: Self.back)).phase == .live)
    }

    @Test("The camera in use stays the chosen one while the engine has given it back")
    func selection() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        let cameras = [Self.back, Self.front]
        let live = mapper.state(CameraState(status: .live, cameras: cameras, camera: Self.front))
        #expect(live.cameras == cameras && live.camera == Self.front)
        #expect(live.isMirrored)
        let away = mapper.state(CameraState(status: .inBackground, cameras: cameras))
        #expect(away.cameras == cameras && away.camera == Self.front)
        #expect(away.isMirrored)
    }

    @Test("A camera of several lenses is the one in use also while another camera leaves it one of them")
    func lenses() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        let triple = CameraInfo(id: "t", name: "Back Triple Camera", position: .back, constituents: ["c", "a"])
        let live = mapper.state(CameraState(status: .live, cameras: [triple, Self.front], camera: Self.back))
        #expect(live.camera == triple)
        // A lens that can be chosen by itself is itself.
        let cameras = [triple, Self.back, Self.front]
        let chosen = mapper.state(CameraState(status: .live, cameras: cameras, camera: Self.back))
        #expect(chosen.camera == Self.back)
        let other = mapper.state(CameraState(status: .live, cameras: [triple], camera: Self.front))
        #expect(other.selectedCamera == nil)
    }

    @Test("R-MULTI-5: heat is told with the frame rate that is left")
    func pressure() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        let hot = CameraState(status: .live, pressure: CameraPressure(level: .serious, frameRateLimit: 20))
        #expect(mapper.state(hot).pressure == CameraPressure(level: .serious, frameRateLimit: 20))
        #expect(mapper.state(CameraState(status: .live)).pressure == CameraPressure())
    }

    @Test("R-LIFE-6: while the camera has failed the controls are off")
    func controls() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        let snapshot = CameraState(status: .failed(.cameraSystemError))
        let state = mapper.state(snapshot)
        #expect(!state.controlsAreEnabled)
        #expect(state.shutter == .unavailable)
    }

    @Test("What the camera can do is told as the engine has it")
    func abilities() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        let controls = CameraControls(
            zoom: CameraZoom(factor: 2, range: 1...20, displayMultiplier: 0.5),
            torch: CameraTorch(isOn: true, isAvailable: true),
            canExposeAtPoint: true
        )
        let state = mapper.state(
            CameraState(status: .live, camera: Self.back, controls: controls, shutter: .notReadyWaitingForCapture)
        )
        #expect(state.controls == controls && controls.canMeasureAtPoint && !CameraControls().canMeasureAtPoint)
        #expect(state.rules.zoom == ZoomScale(controls.zoom, of: Self.back.id))
        #expect(state.shutter == .notReadyWaitingForCapture)
    }

    @Test("One press leads to the other side, also from a lens of a camera, and nowhere without another one")
    func nextCamera() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        let triple = CameraInfo(id: "triple", name: "Triple", position: .back, constituents: [Self.back.id])
        let both = CameraState(status: .live, cameras: [triple, Self.front], camera: Self.back)
        #expect(mapper.state(both).rules.nextCamera == Self.front.id)
        let front = CameraState(status: .live, cameras: [triple, Self.front], camera: Self.front)
        #expect(mapper.state(front).rules.nextCamera == "triple")
        let alone = CameraState(status: .live, cameras: [Self.front], camera: Self.front)
        #expect(mapper.state(alone).rules.nextCamera == nil)
    }

    @Test("Another lens has a button, but not while a movie is recorded or the controls are off")
    func lensButtons() {
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        var snapshot = CameraState(
            status: .live,
            camera: Self.back,
            lenses: [CameraLens(id: "ultra", magnification: 0.5), CameraLens(id: Self.back.id, magnification: 1)],
            controls: CameraControls(zoom: CameraZoom(factor: 1, range: 1...10))
        )
        #expect(mapper.state(snapshot).rules.zoom?.marks.map(\.lens) == ["ultra", nil, nil, nil, nil])
        snapshot.recording.phase = .recording
        #expect(mapper.state(snapshot).rules.zoom?.marks.map(\.lens) == [nil, nil, nil, nil])
        snapshot.recording.phase = .idle
        snapshot.status = .failed(.cameraSystemError)
        #expect(mapper.state(snapshot).rules.zoom?.marks.map(\.lens) == [nil, nil, nil, nil])
    }

    @Test("Where the surroundings know better, their advice stands in the place of the engine's")
    func advice() {
        var mapper = StateMapper(
            photoFolder: "/photos",
            movieFolder: "/movies",
            advice: [.noCamera: "Try --camera iphone."]
        )
        let state = mapper.state(CameraState(status: .noCamera))
        #expect(state.message.advice == "Try --camera iphone.")
        #expect(state.message.title == CameraStatus.noCamera.userMessage.title)
    }
}

@Suite("Errors of the engine, for the page")
struct CommandErrorTests {
    @Test("Each error keeps its words, and its number")
    func errors() {
        let refused = CameraCommandError(.refused(code: -11800, reason: "Cannot."))
        #expect(refused.kind == .failed && refused.code == -11800)
        #expect(CameraCommandError(CameraControlError.noCamera).kind == .unavailable)
        #expect(CameraCommandError(CameraControlError.zoomOutOfRange(9, 1...4)).kind == .invalidRequest)
        #expect(CameraCommandError(PhotoFailure.timedOut).kind == .timedOut)
        #expect(CameraCommandError(PhotoFailure.notLive).kind == .unavailable)
        #expect(CameraCommandError(PhotoFailure.cameraFailed(code: -11872)).code == -11872)
        #expect(
            CameraCommandError(PhotoFailure.interrupted).message.description
                .contains(PhotoFailure.interrupted.userMessage.title)
        )
    }
}
