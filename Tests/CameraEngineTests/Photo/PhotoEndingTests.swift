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
        let fixture = await EngineFixture.live()
        let before = fixture.press(unhurried)
        await fixture.settle()
        fixture.phone.interrupt(.videoDeviceInUseByAnotherClient)
        await fixture.answer(before, within: 5)
        #expect(before.failure == .interrupted)
        let during = fixture.press()
        await fixture.answer(during, within: 5)
        #expect(during.failure == .interrupted)
        fixture.phone.endInterruption(.videoDeviceInUseByAnotherClient)
        await fixture.expect(.live)
        _ = try await fixture.photo()
        await fixture.stop()
    }

    @Test("R-PHOTO-4: a press whose task was cancelled before the press was dealt with is cancelled")
    func cancelledBefore() async {
        await #expect(processExitsWith: .success) {
            let fixture = await EngineFixture.live()
            let press = Press()
            let photos = fixture.engine.photos
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                press.reply(await photos.reply(to: photos.nextPress(), unhurried))
            }
            await fixture.answer(press, within: 5)
            await task.value
            #expect(press.failure == .cancelled)
            await fixture.stop()
        }
    }

    @Test("R-PHOTO-4: a press before a stop, and one after it, is answered")
    func stop() async {
        let fixture = await EngineFixture.live()
        let before = fixture.press(unhurried)
        await fixture.settle()
        fixture.engine.stop()
        await fixture.answer(before, within: 5)
        #expect(before.failure == .stopped)
        let after = fixture.press()
        await fixture.answer(after, within: 5)
        #expect(after.failure == .notLive)
    }

    @Test("R-PHOTO-4: a photo that was taken before the stop is delivered in spite of it")
    func takenBefore() async throws {
        let fixture = await EngineFixture.live()
        await fixture.pass(seconds: 0.1)
        // The frame from before the press is the photo, so it has been taken at once.
        let press = fixture.press()
        await fixture.engine.photos.settle()
        _ = try await fixture.engine.withCamera { $0.uniqueID }
        fixture.engine.stop()
        await fixture.answer(press, within: 5)
        #expect(press.photo != nil)
    }

    @Test("R-PHOTO-4: a press before a reset of the media services is answered, and the next one gets a photo")
    func reset() async throws {
        let fixture = await EngineFixture.live()
        let before = fixture.press(unhurried)
        await fixture.settle()
        fixture.phone.resetMediaServices()
        await fixture.answer(before, within: 5)
        #expect(before.failure == .cameraFailed(code: -11819) || before.failure == .stopped)
        await fixture.expect(.live)
        _ = try await fixture.photo()
        await fixture.stop()
    }

    @Test("R-PHOTO-4: presses before and during a restart of the camera are answered")
    func reboot() async throws {
        let fixture = await EngineFixture.live()
        let before = fixture.press(unhurried)
        await fixture.settle()
        fixture.engine.rebootCamera()
        let during = fixture.press()
        await fixture.answer(before, during, within: 5)
        #expect(before.failure == .stopped)
        #expect(during.failure == .notLive || during.failure == .stopped || during.photo != nil)
        await fixture.expect(.live)
        _ = try await fixture.photo()
        await fixture.stop()
    }

    @Test(
        "R-PHOTO-4: presses before and during a change of cameras are answered, by a photo of one of them or a reason"
    )
    func change() async throws {
        let fixture = await EngineFixture.live()
        for position in [AVCaptureDevice.Position.front, .back, .front, .back] {
            let before = fixture.press(unhurried)
            await fixture.settle()
            fixture.engine.select(CameraSelection(position: position))
            let during = fixture.press()
            await fixture.answer(before, during, within: 5)
            #expect(before.failure == .cameraChanged || before.photo != nil)
            for photo in [before.photo, during.photo].compactMap({ $0 }) {
                // Whichever camera took it, the file tells how its pixels lie.
                let reading = try Reading(photo)
                #expect(reading.sighting.angle == photo.orientation.turn)
                #expect(reading.exif.orientation == photo.orientation.exif)
            }
            await fixture.expect(.live)
        }
        await fixture.stop()
    }

    @Test("R-PHOTO-4: a press before the camera is unplugged, and one after it, is answered")
    func unplug() async throws {
        let fixture = await EngineFixture.live(.webcam)
        let device = try #require(fixture.phone.driver.devices().first)
        let before = fixture.press(unhurried)
        await fixture.settle()
        fixture.phone.unplug(device.id)
        let after = fixture.press()
        await fixture.answer(before, after, within: 5)
        #expect(before.failure == .cameraLost || before.failure == .stopped)
        #expect(after.failure == .cameraLost || after.failure == .notLive || after.failure == .stopped)
        fixture.phone.plug(device.id)
        await fixture.expect(.live)
        _ = try await fixture.photo()
        await fixture.stop()
    }

    @Test("R-PHOTO-4: pulling the plug at any moment around a press does not end the program", arguments: 0..<6)
    func unplugAnywhere(moment: Int) async throws {
        let fixture = await EngineFixture.live(.webcam)
        let device = try #require(fixture.phone.driver.devices().first)
        for round in 0..<4 {
            let plugged = Task.detached {
                for _ in 0..<(moment * 3 + round) { await Task.yield() }
                fixture.phone.unplug(device.id)
            }
            let presses = (0..<4).map { _ in fixture.press() }
            await plugged.value
            await fixture.answer(presses, within: 10)
            fixture.phone.plug(device.id)
            await fixture.expect(.live)
        }
        await fixture.stop()
    }

    @Test("R-PHOTO-4: a camera that falls silent costs a press its photo after a bounded wait")
    func silence() async {
        let fixture = await EngineFixture.live()
        fixture.phone.apply(.stall(seconds: 60))
        let press = fixture.press(unhurried)
        await fixture.answer(press, within: 20)
        #expect(press.failure != nil)
        await fixture.stop()
    }

    @Test("R-PHOTO-4: a press is answered in time though the session's queue is stuck")
    func stuck() async throws {
        let fixture = await EngineFixture.live()
        let gate = DispatchSemaphore(value: 0)
        let stuck = Task { try? await fixture.engine.withCamera { _ in gate.wait() } }
        let entered = fixture.press()
        fixture.engine.select(CameraSelection(position: .front))
        // Nothing settles as long as the queue is stuck, so time goes on without waiting for that.
        for _ in 0..<3_000 where entered.count == 0 {
            fixture.clock.advance(bySeconds: 0.01)
            for _ in 0..<20 { await Task.yield() }
            await fixture.engine.photos.settle()
        }
        #expect(entered.count == 1)
        gate.signal()
        _ = await stuck.value
        await fixture.answer(entered, within: 1)
        // What went wrong while time passed over a stuck queue is repaired first.
        await fixture.pass(seconds: 5)
        await fixture.expect(.live)
        _ = try await fixture.photo()
        await fixture.stop()
    }

    @Test("A photo that nobody waits for any more is answered so")
    func cancelled() async throws {
        let fixture = await EngineFixture.live()
        let press = Press()
        let number = fixture.engine.photos.nextPress()
        fixture.engine.photos.begin(number, unhurried) { press.reply($0) }
        fixture.engine.photos.abandon(number)
        await fixture.answer(press, within: 1)
        #expect(press.failure == .cancelled)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(PhotoFailure) {
                _ = try await fixture.engine.takePhoto()
                return nil as PhotoFailure?
            } catch {
                return error
            }
        }
        let failure = await task.value
        #expect(failure == .cancelled)
        _ = try await fixture.photo()
        await fixture.stop()
    }
}
