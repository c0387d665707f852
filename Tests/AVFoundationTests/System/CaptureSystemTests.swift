import AVFAudio
@_spi(Pinhole) import AVFoundation
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    /// Which capture system is in force where.
    struct CaptureSystemTests {
        private static func makeSystem() -> CaptureSystem {
            SimulatedPhone(clock: ManualCaptureClock()).system
        }

        // MARK: Scopes

        @Test("A scope's system is in force within it, and in tasks that it starts, and not outside")
        func scopes() async {
            let (outer, inner, replaced) = (Self.makeSystem(), Self.makeSystem(), Self.makeSystem())
            CaptureSystem.use(outer)
            let inTask = CaptureSystem.withScope(using: inner) {
                #expect(CaptureSystem.current === inner)
                return Task { CaptureSystem.current }
            }
            #expect(await inTask.value === inner)
            await CaptureSystem.withScope {
                #expect(CaptureSystem.current === outer)
                CaptureSystem.use(replaced)
                await Task.yield()
                #expect(CaptureSystem.current === replaced)
                async let child = CaptureSystem.current
                #expect(await child === replaced)
            }
            #expect(CaptureSystem.current === outer)
        }

        @Test("A scope passes on what is thrown in it")
        func errors() async {
            struct Trouble: Error {}
            #expect(throws: Trouble.self) { try CaptureSystem.withScope { throw Trouble() } }
            await #expect(throws: Trouble.self) {
                try await CaptureSystem.withScope {
                    await Task.yield()
                    throw Trouble()
                }
            }
        }

        /// What is in force on a queue, wherever it is dispatched from.
        private static func system(on queue: DispatchQueue) async -> CaptureSystem {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: CaptureSystem.current) }
            }
        }

        @Test("A queue of a client's own has the process's system, unless it was given one")
        func queues() async {
            let (system, other) = (Self.makeSystem(), Self.makeSystem())
            CaptureSystem.use(system)
            let queue = DispatchQueue(label: "test.client")
            let process = await Self.system(on: queue)
            #expect(process !== system)
            #expect(await Self.system(on: DispatchQueue(label: "test.another")) === process)
            system.use(on: queue)
            #expect(await Self.system(on: queue) === system)
            #expect(await Self.system(on: DispatchQueue(label: "test.targeting", target: queue)) === system)
            other.use(on: queue)
            #expect(await Self.system(on: queue) === other)
            let inside = await withCheckedContinuation { continuation in
                queue.async {
                    continuation.resume(returning: CaptureSystem.withScope(using: system) { CaptureSystem.current })
                }
            }
            #expect(inside === system)
        }

        @Test("What a session and an audio session tell is told with their own system in force")
        func notifications() throws {
            let seen = Mutex<[(name: Notification.Name, system: CaptureSystem)]>([])
            let phone = SimulatedPhone(clock: ManualCaptureClock())
            phone.setAuthorization(.authorized, for: .video)
            let (session, audioSession) = CaptureSystem.withScope(using: phone.system) {
                (AVCaptureSession(), AVAudioSession.sharedInstance())
            }
            let told: [Notification.Name: NSObject] = [
                AVCaptureSession.wasInterruptedNotification: session,
                AVAudioSession.interruptionNotification: audioSession,
            ]
            let tokens = told.map { name, object in
                NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
                    seen.withLock { $0.append((name, CaptureSystem.current)) }
                }
            }
            defer { tokens.forEach(NotificationCenter.default.removeObserver) }
            try CaptureSystem.withScope(using: phone.system) {
                let camera = try #require(AVCaptureDevice.default(for: .video))
                session.addInput(try AVCaptureDeviceInput(device: camera))
            }
            session.startRunning()
            try audioSession.setActive(true)
            phone.interrupt(.videoDeviceInUseByAnotherClient)
            phone.interrupt(.audioDeviceInUseByAnotherClient)
            session.settle()
            audioSession.settle()
            #expect(Set(seen.withLock { $0.map(\.name) }) == Set(told.keys))
            #expect(seen.withLock { $0.allSatisfy { $0.system === phone.system } })
            session.stopRunning()
        }

        // MARK: Two systems

        @Test("Two phones in one process: an interruption of the one is nothing to the other, which goes on filming")
        func twoPhones() throws {
            let (first, second) = (try Running(), try Running())
            #expect(first.camera !== second.camera && first.camera.uniqueID == second.camera.uniqueID)
            #expect(first.fixture.session.isRunning && second.fixture.session.isRunning)
            first.fixture.phone.interrupt(.videoDeviceInUseByAnotherClient)
            first.fixture.session.settle()
            second.frames.forget()
            second.fixture.run(seconds: 1, recorder: second.frames)
            #expect(first.notices.words == ["interrupted", "stop"] && second.notices.words.isEmpty)
            #expect(!first.fixture.session.isRunning && second.fixture.session.isRunning)
            #expect(second.frames.frames.count == 30)
            first.fixture.phone.endInterruption(.videoDeviceInUseByAnotherClient)
            first.fixture.session.settle()
            #expect(first.notices.words == ["interrupted", "stop", "ended", "start"])
            second.fixture.phone.unplug(second.camera.uniqueID)
            second.fixture.session.settle()
            #expect(first.camera.isConnected && !second.camera.isConnected)
            #expect(first.fixture.session.isRunning && !second.fixture.session.isRunning)
            first.fixture.session.stopRunning()
        }

        @Test("Two phones at the same time: many sessions start, film and stop beside each other")
        func manyPhones() async throws {
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let running = try Running()
                        running.frames.forget()
                        running.fixture.run(seconds: 0.5, recorder: running.frames)
                        running.fixture.session.stopRunning()
                        #expect(running.notices.words == ["stop"])
                        return running.frames.frames.count
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts == Array(repeating: 15, count: 8))
        }

        @Test("What belongs to a phone is its own: preference, permission, audio session and the button for cameras")
        func ownState() throws {
            let (first, second) = (Self.makePhone(), Self.makePhone())
            first.setAuthorization(.denied, for: .audio)
            try CaptureSystem.withScope(using: first.system) {
                AVCaptureDevice.userPreferredCamera = AVCaptureDevice.default(
                    .builtInWideAngleCamera,
                    for: .video,
                    position: .front
                )
                try AVAudioSession.sharedInstance().setCategory(.record)
                HardwareControlPanel.current.standIn(limit: 9)
                #expect(AVCaptureSession().maxControlsCount == 9)
            }
            CaptureSystem.withScope(using: second.system) {
                #expect(AVCaptureDevice.userPreferredCamera?.position == .back)
                #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
                #expect(AVAudioSession.sharedInstance().category == .soloAmbient)
                #expect(AVCaptureSession().maxControlsCount == 4)
            }
        }

        @Test("A camera cannot be added to another system's session")
        func foreignDevice() throws {
            let (first, second) = (Self.makePhone(), Self.makePhone())
            let camera = try #require(
                CaptureSystem.withScope(using: first.system) { AVCaptureDevice.default(for: .video) }
            )
            let session = CaptureSystem.withScope(using: second.system) { AVCaptureSession() }
            #expect(!session.canAddInput(try AVCaptureDeviceInput(device: camera)))
        }

        // MARK: Lifetime

        @Test("A system goes with its last user, and its devices, audio session and control panel with it")
        func lifetime() throws {
            weak var system: CaptureSystem?
            weak var device: AVCaptureDevice?
            weak var audioSession: AVAudioSession?
            weak var panel: HardwareControlPanel?
            try CaptureSystem.withScope {
                let running = try Running()
                system = running.fixture.phone.system
                device = running.camera
                CaptureSystem.withScope(using: running.fixture.phone.system) {
                    audioSession = .sharedInstance()
                    panel = .current
                }
                running.fixture.session.stopRunning()
                running.fixture.session.settle()
                #expect(system != nil && device != nil && audioSession != nil && panel != nil)
            }
            #expect(system == nil)
            #expect(device == nil)
            #expect(audioSession == nil)
            #expect(panel == nil)
        }

        @Test("A device that outlives its system can be asked, and is just told nothing any more")
        func outlivingDevice() throws {
            let camera = try Running().camera
            #expect(camera.isConnected && !camera.formats.isEmpty && camera.constituentDevices.isEmpty)
            try camera.lockForConfiguration()
            camera.videoZoomFactor = 2
            camera.unlockForConfiguration()
            #expect(camera.videoZoomFactor == 2)
        }

        private static func makePhone() -> SimulatedPhone {
            let phone = SimulatedPhone(clock: ManualCaptureClock())
            phone.setAuthorization(.authorized, for: .video)
            phone.setAuthorization(.authorized, for: .audio)
            return phone
        }

        /// A phone in a scope of its own, whose session runs.
        private struct Running {
            let fixture: Fixture
            let camera: AVCaptureDevice
            let frames = FrameRecorder()
            let notices: NoticeRecorder

            init() throws {
                (fixture, camera) = try CaptureSystem.withScope { [frames] in
                    let fixture = Fixture()
                    let camera = try fixture.camera
                    try fixture.addInput(camera)
                    _ = fixture.addVideoOutput(frames)
                    fixture.session.startRunning()
                    return (fixture, camera)
                }
                notices = NoticeRecorder(fixture.session)
            }
        }
    }
}
