@preconcurrency import AVFoundation
import CaptureDriver
import Dispatch
import Foundation
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("In which order a session tells, and on which threads")
    struct SessionOrderTests {
        /// A session that runs on cameras with a thread of their own.
        private struct Running {
            let clock = ManualCaptureClock()
            let phone: SimulatedPhone
            let cameras: ThreadedCameras
            let session: AVCaptureSession
            let camera: AVCaptureDevice

            init() throws {
                phone = SimulatedPhone(clock: clock)
                cameras = ThreadedCameras(phone.driver)
                phone.setAuthorization(.authorized, for: .video)
                CaptureSystem.use(CaptureSystem(drivers: [cameras], conditions: phone.conditions, clock: clock))
                session = AVCaptureSession()
                camera = try #require(AVCaptureDevice.default(for: .video))
                session.addInput(try AVCaptureDeviceInput(device: camera))
                session.addOutput(AVCaptureVideoDataOutput())
                session.startRunning()
                try #require(session.isRunning)
            }

            /// Lets the camera deliver some frames.
            func film() {
                clock.advance(bySeconds: 0.2)
                cameras.settle()
            }
        }

        /// Observes a session's start and holds whoever tells it up, until told to go on.
        private final class SlowObserver: Sendable {
            let isTold = DispatchSemaphore(value: 0)
            let mayGoOn = DispatchSemaphore(value: 0)
            private let token = Mutex<NSKeyValueObservation?>(nil)

            init(_ session: AVCaptureSession) {
                let observation = session.observe(\.isRunning, options: [.new]) { [isTold, mayGoOn] _, change in
                    guard change.newValue == true else { return }
                    isTold.signal()
                    mayGoOn.wait()
                }
                token.withLock { $0 = observation }
            }
        }

        private static func values(of session: AVCaptureSession) -> (Recorded<String>, NSKeyValueObservation) {
            let values = Recorded<String>()
            let observation = session.observe(\.isRunning, options: [.old, .new]) { session, change in
                let (old, new) = (change.oldValue ?? false, change.newValue ?? false)
                values.append("\(old) -> \(new)")
                // The state is as new as the news, or newer; in these tests only a stop is newer.
                if !new, session.isRunning { values.append("older than the news") }
            }
            return (values, observation)
        }

        @Test("S-7, S-8: a stop that a client makes while a start is still being told is told after it")
        func stopDuringStart() throws {
            let running = try Running()
            let session = running.session
            running.phone.interrupt(.videoDeviceInUseByAnotherClient)
            session.settle()
            let slow = SlowObserver(session)
            let (values, observation) = Self.values(of: session)
            let notices = NoticeRecorder(session)
            running.phone.endInterruption(.videoDeviceInUseByAnotherClient)
            slow.isTold.wait()
            // The start is being told on the session's queue now.
            Outbox.withoutWaiting { session.stopRunning() }
            #expect(!session.isRunning)
            slow.mayGoOn.signal()
            session.settle()
            #expect(values.values == ["false -> true", "true -> false"])
            #expect(notices.words == ["ended", "start", "stop"])
            observation.invalidate()
        }

        @Test("S-3, S-8: stopRunning returns when the stop has been told, whichever thread does so")
        func stopWaits() throws {
            let running = try Running()
            let session = running.session
            running.phone.interrupt(.videoDeviceInUseByAnotherClient)
            session.settle()
            let slow = SlowObserver(session)
            let notices = NoticeRecorder(session)
            running.phone.endInterruption(.videoDeviceInUseByAnotherClient)
            slow.isTold.wait()
            // The stream's end is the state's change: from then on the observer may go on.
            running.cameras.whenStopped { [mayGoOn = slow.mayGoOn] in mayGoOn.signal() }
            session.stopRunning()
            #expect(notices.words == ["ended", "start", "stop"])
        }

        @Test("What a handler causes is told after the handler, to all observers in the same order")
        func nested() throws {
            let running = try Running()
            let session = running.session
            session.stopRunning()
            let first = session.observe(\.isRunning, options: [.new]) { session, change in
                if change.newValue == true { session.stopRunning() }
            }
            let (values, second) = Self.values(of: session)
            session.startRunning()
            #expect(!session.isRunning)
            #expect(values.values == ["false -> true", "true -> false"])
            first.invalidate()
            second.invalidate()
        }

        @Test("Handlers of two sessions may start and stop each other's session")
        func twoSessions() throws {
            let running = try Running()
            let other = AVCaptureSession()
            let session = running.session
            session.stopRunning()
            let (here, there) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let one = session.observe(\.isRunning, options: [.new]) { _, change in
                guard change.newValue == true else { return }
                here.signal()
                there.wait()
                other.stopRunning()
            }
            let two = other.observe(\.isRunning, options: [.new]) { _, change in
                guard change.newValue == true else { return }
                there.signal()
                here.wait()
                session.stopRunning()
            }
            let both = DispatchGroup()
            DispatchQueue.global().async(group: both) { session.startRunning() }
            DispatchQueue.global().async(group: both) { other.startRunning() }
            both.wait()
            #expect(!session.isRunning && !other.isRunning)
            one.invalidate()
            two.invalidate()
        }

        @Test("Observers of what frames tell are not called on the driver's thread, and may stop the session")
        func observerOfExposure() throws {
            let running = try Running()
            let threads = Recorded<Bool>()
            let observation = running.camera.observe(\.iso) { [session = running.session] _, _ in
                threads.append(ThreadedCameras.isOnOwnThread)
                session.stopRunning()
            }
            running.film()
            running.camera.settle()
            #expect(!threads.values.isEmpty && !threads.values.contains(true))
            #expect(!running.session.isRunning && running.cameras.stopsOnOwnThread == 0)
            observation.invalidate()
        }

        @Test("Who lets go of a session in such an observer does not have the driver's thread wait for itself")
        func lastReference() throws {
            let running = try Running()
            let own = AVCaptureSession()
            running.session.stopRunning()
            own.addInput(try AVCaptureDeviceInput(device: running.camera))
            own.addOutput(AVCaptureVideoDataOutput())
            own.startRunning()
            try #require(own.isRunning)
            let kept = Mutex<AVCaptureSession?>(own)
            weak let gone = own
            let observation = running.camera.observe(\.iso) { _, _ in
                let last = kept.withLock { kept in
                    defer { kept = nil }
                    return kept
                }
                withExtendedLifetime(last) {}
            }
            _ = consume own
            running.film()
            running.camera.settle()
            #expect(gone == nil && running.cameras.stopsOnOwnThread == 0)
            observation.invalidate()
        }

        @Test(
            "S-70: a torch that goes off by itself does not have the driver's thread wait for a stop that waits for it"
        )
        func torch() throws {
            let causes: [@Sendable (SimulatedPhone, String) -> Void] = [
                { phone, id in phone.setPressure(SystemPressure(level: .critical), on: id) },
                { phone, id in phone.unplug(id) },
            ]
            for cause in causes {
                let running = try Running()
                let camera = running.camera
                try camera.lockForConfiguration()
                try camera.setTorchModeOn(level: 0.5)
                camera.unlockForConfiguration()
                let isStopping = DispatchSemaphore(value: 0)
                running.cameras.whenStopping { isStopping.signal() }
                running.cameras.thread.async { [phone = running.phone, id = camera.uniqueID] in
                    isStopping.wait()
                    cause(phone, id)
                }
                running.session.stopRunning()
                camera.settle()
                #expect(!camera.isTorchActive && camera.torchMode == .off)
                #expect(running.cameras.value(of: .torchLevel) == .number(0))
            }
        }

        @Test("The values of a device's property that observers are told form a chain")
        func chain() throws {
            let running = try Running()
            let steps = Recorded<(Float, Float)>()
            let observation = running.camera.observe(\.iso, options: [.old, .new]) { _, change in
                if let old = change.oldValue, let new = change.newValue { steps.append((old, new)) }
            }
            running.film()
            running.camera.settle()
            let told = steps.values
            #expect(told.count > 2)
            #expect(zip(told, told.dropFirst()).allSatisfy { $0.1 == $1.0 })
            observation.invalidate()
        }

        @Test("S-54: the answer to a request for access never comes inside of the request", arguments: [true, false])
        func access(isDecided: Bool) throws {
            let phone = SimulatedPhone(clock: ManualCaptureClock())
            phone.setAuthorization(isDecided ? .authorized : .notDetermined, for: .video)
            phone.setAuthorization(isDecided ? .authorized : .notDetermined, for: .audio)
            CaptureSystem.use(phone.system)
            let asker = pthread_self()
            let inside = Recorded<Bool>()
            let answered = DispatchGroup()
            let handler: @Sendable (Bool) -> Void = { _ in
                inside.append(pthread_equal(asker, pthread_self()) != 0)
                answered.leave()
            }
            for _ in 0..<3 { answered.enter() }
            AVCaptureDevice.requestAccess(for: .video, completionHandler: handler)
            AVAudioApplication.requestRecordPermission(completionHandler: handler)
            AVCaptureDevice.requestAccess(for: .audio, completionHandler: handler)
            answered.wait()
            #expect(inside.values == [false, false, false])
        }
    }
}
