@preconcurrency import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import Foundation
import Glibc
import Testing

@testable import V4L2Driver

extension KernelTests {
    /// The essential scenarios of the engine's with real drivers of the kernel's, in real time.
    @Suite("The camera engine on real drivers")
    struct EngineTests {
        @Test("R-LIFE-4, R-LIFE-10: fifty trips to the background; each time frames come within half a second")
        func background() async throws {
            let run = await EngineRun(try VividFaultRig().cameraID)
            run.engine.prewarm()
            run.engine.start()
            #expect(await run.wait(for: .live) == .live)
            var times: [Double] = []
            for cycle in 0..<50 {
                run.engine.enterBackground()
                #expect(await run.wait(for: .inBackground) == .inBackground)
                await run.engine.settle()
                let begin = DispatchTime.now()
                run.engine.enterForeground()
                #expect(await run.wait(for: .live) == .live, "cycle \(cycle)")
                times.append(Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e6)
            }
            times.sort()
            let (median, longest) = (times[times.count / 2], times[times.count - 1])
            print("background to live: median \(Int(median)) ms, longest \(Int(longest)) ms")
            #expect(median < 500)
            #expect(await run.framesCome())
            #expect(await run.stop() == .off)
        }

        @Test(
            "R-LIFE-12: a USB camera that is pulled out ends in another camera; chosen again when it is back, it is live"
        )
        func unplug() async throws {
            let rig = try USBFaultRig()
            let run = await EngineRun(rig.cameraID)
            run.engine.start()
            #expect(await run.wait(for: .live) == .live)
            #expect(await run.engine.device?.uniqueID == rig.cameraID)
            try rig.inject(.unplugMidFrame)
            _ = await run.wait { $0 != .live }
            #expect(await run.wait(for: .live) == .live)
            let other = await run.engine.device?.uniqueID
            #expect(other != nil && other != rig.cameraID)
            try rig.inject(.replug)
            let isBack = machine.waitForRealTime(atMost: 60) { AVCaptureDevice(uniqueID: rig.cameraID) != nil }
            #expect(isBack)
            run.engine.select(CameraSelection(uniqueID: rig.cameraID))
            await run.engine.settle()
            #expect(await run.wait(for: .live) == .live)
            #expect(await run.engine.device?.uniqueID == rig.cameraID)
            #expect(await run.framesCome())
            #expect(await run.stop() == .off)
        }

        @Test("R-PREV-5: focus and exposure of a USB camera are locked as they are, and given back")
        func lock() async throws {
            let rig = try USBFaultRig()
            let run = await EngineRun(rig.cameraID)
            run.engine.start()
            #expect(await run.wait(for: .live) == .live)
            let model = await CameraModel(engine: run.engine)
            await model.settle()
            #expect(await model.camera?.id == rig.cameraID)
            #expect(await model.controls?.canLockFocusAndExposure == true)
            #expect(await model.controls?.focusAndExposure == .automatic)
            try await model.lockFocusAndExposure()
            await model.settle()
            #expect(await model.controls?.focusAndExposure == .locked)
            #expect(try await run.engine.withCamera { $0.focusMode } == .locked)
            try await model.unlockFocusAndExposure()
            await model.settle()
            #expect(await model.controls?.focusAndExposure == .automatic)
            #expect(try await run.engine.withCamera { $0.focusMode } == .continuousAutoFocus)
            await #expect(throws: CameraControlError.unsupported(.exposureBias)) { try await model.setExposureBias(1) }
            #expect(await run.framesCome())
            #expect(await run.stop() == .off)
        }

        @Test("R-LIFE-12: when the last camera is gone the user sees so; it comes back by itself")
        func lastCamera() async throws {
            let rig = try VividFaultRig()
            let run = await EngineRun(rig.cameraID)
            run.engine.start()
            #expect(await run.wait(for: .live) == .live)
            try rig.inject(.unbind)
            #expect(await run.wait(for: .noCamera) == .noCamera)
            try rig.inject(.bind)
            #expect(await run.wait(for: .live) == .live)
            #expect(await run.framesCome())
            #expect(await run.stop() == .off)
        }

        @Test("R-LIFE-9: a camera that another program has shows as in use, and comes when it is free")
        func inUse() async throws {
            let rig = try VividFaultRig()
            let run = await EngineRun(rig.cameraID)
            try rig.inject(.deviceBusy)
            run.engine.start()
            let inUse = CameraStatus.interrupted(.cameraInUse)
            #expect(await run.wait(for: inUse) == inUse)
            await run.pause(6)
            #expect(await run.engine.status == inUse)
            try rig.heal()
            #expect(await run.wait(for: .live) == .live)
            #expect(await run.framesCome())
            #expect(await run.stop() == .off)
        }

        @Test("R-LIFE-5: a USB camera that falls silent is noticed and brought back")
        func stall() async throws {
            let rig = try USBFaultRig()
            let run = await EngineRun(rig.cameraID)
            run.engine.start()
            #expect(await run.wait(for: .live) == .live)
            try rig.inject(.stall)
            let seen = await run.wait { status in if case .recovering = status { true } else { false } }
            #expect(seen == .recovering(attempt: 1))
            rig.heal()
            let last = await run.wait(atMost: 30) { $0 == .live || $0 == .failed(.cameraSystemError) }
            if last != .live { run.engine.rebootCamera() }
            #expect(await run.wait(for: .live) == .live)
            #expect(await run.framesCome())
            #expect(await run.stop() == .off)
        }

        @Test("R-LIFE-8: a stream that the kernel ends is started anew")
        func fatalError() async throws {
            let rig = try VividFaultRig()
            let run = await EngineRun(rig.cameraID)
            run.engine.start()
            #expect(await run.wait(for: .live) == .live)
            try rig.inject(.fatalStreamingError)
            _ = await run.wait { $0 != .live }
            #expect(await run.wait(for: .live) == .live)
            #expect(await run.framesCome())
            #expect(await run.stop() == .off)
        }

        @Test("R-LIFE-1: a user who loses the permission for the node is told, and gets the camera back with it")
        func permission() async throws {
            let path = KernelCamera.path
            defer { _ = chown(path, 0, 0) == 0 && chmod(path, 0o600) == 0 }
            await #expect(processExitsWith: .success) {
                let path = KernelCamera.path
                let nobody: uid_t = 65_534
                try #require(chown(path, nobody, nobody) == 0 && chmod(path, 0o600) == 0)
                try #require(setgid(nobody) == 0 && setuid(nobody) == 0)
                let run = await EngineRun()
                run.engine.start()
                #expect(await run.wait(for: .live) == .live)
                run.engine.enterBackground()
                #expect(await run.wait(for: .inBackground) == .inBackground)
                await run.engine.settle()
                #expect(chmod(path, 0) == 0)
                run.engine.enterForeground()
                #expect(await run.wait(for: .denied) == .denied)
                #expect(chmod(path, 0o600) == 0)
                run.engine.start()
                #expect(await run.wait(for: .live) == .live)
                #expect(await run.framesCome())
                #expect(await run.stop() == .off)
            }
        }
    }
}
