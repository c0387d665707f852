import AVFoundation
import CaptureDriver
import CaptureSystemTesting
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Photos while the camera engine's session ends", .ownCaptureSystem)
struct PhotoEndingTests {
    @Test("R-PHOTO-4: a press during an interruption is answered; one before the interruption too")
    func interruption() async throws {
        let stage = await EngineStage.live()
        let before = stage.press(unhurried)
        await stage.settle()
        stage.phone.interrupt(.videoDeviceInUseByAnotherClient)
        await stage.answer(before, within: 5)
        #expect(before.failure == .interrupted)
        let during = stage.press()
        await stage.answer(during, within: 5)
        #expect(during.failure == .interrupted)
        stage.phone.endInterruption(.videoDeviceInUseByAnotherClient)
        await stage.expect(.live)
        _ = try await stage.photo()
        await stage.stop()
    }

    @Test("R-PHOTO-4: a press whose task was cancelled before the press was dealt with is cancelled")
    func cancelledBefore() async {
        await #expect(processExitsWith: .success) {
            let stage = await EngineStage.live()
            let press = Press()
            let photos = stage.engine.photos
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                press.reply(await photos.reply(to: photos.nextPress(), unhurried))
            }
            await stage.answer(press, within: 5)
            await task.value
            #expect(press.failure == .cancelled)
            await stage.stop()
        }
    }

    @Test("R-PHOTO-4: a press before a stop, and one after it, is answered")
    func stop() async {
        let stage = await EngineStage.live()
        let before = stage.press(unhurried)
        await stage.settle()
        stage.engine.stop()
        await stage.answer(before, within: 5)
        #expect(before.failure == .stopped)
        let after = stage.press()
        await stage.answer(after, within: 5)
        #expect(after.failure == .notLive)
    }

    @Test("R-PHOTO-4: a photo that was taken before the stop is delivered in spite of it")
    func takenBefore() async throws {
        let stage = await EngineStage.live()
        await stage.pass(seconds: 0.1)
        // The frame from before the press is the photo, so it has been taken at once.
        let press = stage.press()
        await stage.engine.photos.settle()
        _ = try await stage.engine.withCamera { $0.uniqueID }
        stage.engine.stop()
        await stage.answer(press, within: 5)
        #expect(press.photo != nil)
    }

    @Test("R-PHOTO-4: a press before a reset of the media services is answered, and the next one gets a photo")
    func reset() async throws {
        let stage = await EngineStage.live()
        let before = stage.press(unhurried)
        await stage.settle()
        stage.phone.resetMediaServices()
        await stage.answer(before, within: 5)
        #expect(before.failure == .cameraFailed(code: -11819) || before.failure == .stopped)
        await stage.expect(.live)
        _ = try await stage.photo()
        await stage.stop()
    }

    @Test("R-PHOTO-4: presses before and during a restart of the camera are answered")
    func reboot() async throws {
        let stage = await EngineStage.live()
        let before = stage.press(unhurried)
        await stage.settle()
        stage.engine.rebootCamera()
        let during = stage.press()
        await stage.answer(before, during, within: 5)
        #expect(before.failure == .stopped)
        #expect(during.failure == .notLive || during.failure == .stopped || during.photo != nil)
        await stage.expect(.live)
        _ = try await stage.photo()
        await stage.stop()
    }

    @Test(
        "R-PHOTO-4: presses before and during a change of cameras are answered, by a photo of one of them or a reason"
    )
    func change() async throws {
        let stage = await EngineStage.live()
        for position in [AVCaptureDevice.Position.front, .back, .front, .back] {
            let before = stage.press(unhurried)
            await stage.settle()
            stage.engine.select(CameraSelection(position: position))
            let during = stage.press()
            await stage.answer(before, during, within: 5)
            #expect(before.failure == .cameraChanged || before.photo != nil)
            for photo in [before.photo, during.photo].compactMap({ $0 }) {
                // Whichever camera took it, the file tells how its pixels lie.
                let reading = try Reading(photo)
                #expect(reading.sighting.angle == photo.orientation.turn)
                #expect(reading.exif.orientation == photo.orientation.exif)
            }
            await stage.expect(.live)
        }
        await stage.stop()
    }

    @Test("R-PHOTO-4: a press before the camera is unplugged, and one after it, is answered")
    func unplug() async throws {
        let stage = await EngineStage.live(.webcam)
        let device = try #require(stage.phone.driver.devices().first)
        let before = stage.press(unhurried)
        await stage.settle()
        stage.phone.unplug(device.id)
        let after = stage.press()
        await stage.answer(before, after, within: 5)
        #expect(before.failure == .cameraLost || before.failure == .stopped)
        #expect(after.failure == .cameraLost || after.failure == .notLive || after.failure == .stopped)
        stage.phone.plug(device.id)
        await stage.expect(.live)
        _ = try await stage.photo()
        await stage.stop()
    }

    @Test("R-PHOTO-4: pulling the plug at any moment around a press does not end the program", arguments: 0..<6)
    func unplugAnywhere(moment: Int) async throws {
        let stage = await EngineStage.live(.webcam)
        let device = try #require(stage.phone.driver.devices().first)
        for round in 0..<4 {
            let plugged = Task.detached {
                for _ in 0..<(moment * 3 + round) { await Task.yield() }
                stage.phone.unplug(device.id)
            }
            let presses = (0..<4).map { _ in stage.press() }
            await plugged.value
            await stage.answer(presses, within: 10)
            stage.phone.plug(device.id)
            await stage.expect(.live)
        }
        await stage.stop()
    }

    @Test("R-PHOTO-4: a camera that falls silent costs a press its photo after a bounded wait")
    func silence() async {
        let stage = await EngineStage.live()
        stage.phone.apply(.stall(seconds: 60))
        let press = stage.press(unhurried)
        await stage.answer(press, within: 20)
        #expect(press.failure != nil)
        await stage.stop()
    }

    @Test("R-PHOTO-4: a press is answered in time though the session's queue is stuck")
    func stuck() async throws {
        let stage = await EngineStage.live()
        let gate = DispatchSemaphore(value: 0)
        let stuck = Task { try? await stage.engine.withCamera { _ in gate.wait() } }
        let entered = stage.press()
        stage.engine.select(CameraSelection(position: .front))
        // Nothing settles as long as the queue is stuck, so time goes on without waiting for that.
        for _ in 0..<3_000 where entered.count == 0 {
            stage.clock.advance(bySeconds: 0.01)
            for _ in 0..<20 { await Task.yield() }
            await stage.engine.photos.settle()
        }
        #expect(entered.count == 1)
        gate.signal()
        _ = await stuck.value
        await stage.answer(entered, within: 1)
        // What went wrong while time passed over a stuck queue is repaired first.
        await stage.pass(seconds: 5)
        await stage.expect(.live)
        _ = try await stage.photo()
        await stage.stop()
    }

    @Test("A photo that nobody waits for any more is answered so")
    func cancelled() async throws {
        let stage = await EngineStage.live()
        let press = Press()
        let number = stage.engine.photos.nextPress()
        stage.engine.photos.begin(number, unhurried) { press.reply($0) }
        stage.engine.photos.abandon(number)
        await stage.answer(press, within: 1)
        #expect(press.failure == .cancelled)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(PhotoFailure) {
                _ = try await stage.engine.takePhoto()
                return nil as PhotoFailure?
            } catch {
                return error
            }
        }
        let failure = await task.value
        #expect(failure == .cancelled)
        _ = try await stage.photo()
        await stage.stop()
    }
}
