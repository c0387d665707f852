import CaptureDriver
import CoreVideo
import SimulatedDriver
import Synchronization
import Testing

@testable @preconcurrency import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Depth data output")
    struct DepthOutputTests {
        private struct Setup {
            let fixture = Fixture(scene: MovingScene())
            let camera: AVCaptureDevice
            let output = AVCaptureDepthDataOutput()
            let recorder = DepthRecorder()

            init(
                _ type: AVCaptureDevice.DeviceType = .builtInLiDARDepthCamera,
                position: AVCaptureDevice.Position = .back
            ) throws {
                camera = try #require(AVCaptureDevice.default(type, for: .video, position: position))
                try fixture.addInput(camera)
                fixture.session.sessionPreset = .vga640x480
                fixture.session.addOutput(output)
                output.setDelegate(recorder, callbackQueue: recorder.queue)
            }

            func run(seconds: Double) {
                for _ in 0..<Int((seconds * 100).rounded()) {
                    fixture.clock.advance(bySeconds: 0.01)
                    recorder.queue.waitForSources()
                }
            }
        }

        @Test("S-47: TrueDepth and LiDAR cameras are found by their types, and are nobody's default")
        func discovery() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            #expect(camera.deviceType == .builtInWideAngleCamera && camera.activeDepthDataFormat == nil)
            let types: [AVCaptureDevice.DeviceType] = [.builtInLiDARDepthCamera, .builtInTrueDepthCamera]
            let found = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified)
            #expect(found.devices.map(\.deviceType) == types && found.devices.map(\.position) == [.back, .front])
            #expect(found.devices.allSatisfy { !$0.isVirtualDevice && $0.constituentDevices.isEmpty })
            #expect(found.supportedMultiCamDeviceSets.isEmpty)
        }

        @Test("S-143: depth comes in the device's depth format, filtered and on its queue, with the time of a frame")
        func delivery() throws {
            let setup = try Setup()
            #expect(setup.output.isFilteringEnabled && setup.output.alwaysDiscardsLateDepthData)
            #expect(setup.output.delegate === setup.recorder && setup.output.delegateCallbackQueue != nil)
            let connection = try #require(setup.output.connection(with: .depthData))
            #expect(connection.inputPorts.first?.mediaType == .depthData && connection.isActive)
            let format = try #require(setup.camera.activeDepthDataFormat)
            #expect(connection.inputPorts.first?.formatDescription === format.formatDescription)
            #expect(format.mediaType == .depthData)
            #expect(format === setup.camera.activeFormat.supportedDepthDataFormats.last)
            setup.fixture.session.startRunning()
            setup.run(seconds: 0.5)
            let maps = setup.recorder.maps
            #expect(maps.count >= 14 && setup.recorder.drops.isEmpty)
            let first = try #require(maps.first)
            #expect(first.type == format.formatDescription.mediaSubType.rawValue && first.isFiltered)
            #expect(first.size == CGSize(width: 320, height: 240) && first.holes == 0)
            let gaps = zip(maps, maps.dropFirst()).map { CMTimeGetSeconds(CMTimeSubtract($1.time, $0.time)) }
            #expect(gaps.allSatisfy { abs($0 - 1.0 / 30) < 0.002 })
            let calibration = try #require(setup.recorder.last?.cameraCalibrationData)
            #expect(calibration.intrinsicMatrixReferenceDimensions == CGSize(width: 640, height: 480))
            let field = 2 * atan(320 / Double(calibration.intrinsicMatrix.columns.0.x)) * 180 / .pi
            #expect(abs(field - Double(setup.camera.activeFormat.videoFieldOfView)) < 0.01)
            setup.output.isFilteringEnabled = false
            setup.run(seconds: 0.1)
            #expect(setup.recorder.maps.last?.holes ?? 0 > 0 && setup.recorder.maps.last?.isFiltered == false)
        }

        @Test("S-116: a connection turns and mirrors depth maps")
        func rotation() throws {
            let setup = try Setup(.builtInTrueDepthCamera, position: .front)
            let connection = try #require(setup.output.connection(with: .depthData))
            setup.fixture.session.startRunning()
            setup.run(seconds: 0.1)
            let plain = try #require(setup.recorder.last).depthDataMap.depthNumbers
            #expect(connection.isVideoRotationAngleSupported(90) && connection.isVideoMirroringSupported)
            connection.videoRotationAngle = 90
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = true
            setup.run(seconds: 0.04)
            let turned = try #require(setup.recorder.last)
            #expect(setup.recorder.maps.last?.size == CGSize(width: 480, height: 640))
            #expect(turned.cameraCalibrationData?.intrinsicMatrixReferenceDimensions.width == 480)
            // Turned clockwise and mirrored, rows are columns. The wall in the corner stands still.
            #expect(turned.depthDataMap.depthNumbers[5 * 480 + 3] == plain[3 * 640 + 5])
        }

        @Test("S-77: depth formats are the active format's, and go back to the usual one with it")
        func formats() throws {
            let setup = try Setup()
            let disparity = try #require(
                setup.camera.activeFormat.supportedDepthDataFormats.last {
                    $0.formatDescription.mediaSubType.rawValue == kCVPixelFormatType_DisparityFloat32
                }
            )
            let changes = Recorded<Int>()
            let observation = setup.camera.observe(\.activeDepthDataFormat) { _, _ in changes.append(1) }
            setup.fixture.session.startRunning()
            try setup.camera.lockForConfiguration()
            setup.camera.activeDepthDataFormat = disparity
            #expect(setup.camera.activeDepthDataFormat === disparity && changes.values.count == 1)
            setup.camera.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 10)
            #expect(setup.camera.activeDepthDataMinFrameDuration == CMTime(value: 1, timescale: 10))
            setup.run(seconds: 1)
            #expect((9...11).contains(setup.recorder.maps.count))
            #expect(setup.recorder.maps.last?.type == kCVPixelFormatType_DisparityFloat32)
            let wide = try #require(
                setup.camera.formats.first { $0.formatDescription.dimensions.width == 1920 && !$0.isVideoBinned }
            )
            setup.camera.activeFormat = wide
            #expect(setup.camera.activeDepthDataFormat === wide.supportedDepthDataFormats.last)
            #expect(setup.camera.activeDepthDataMinFrameDuration == CMTime(value: 1, timescale: 30))
            setup.camera.unlockForConfiguration()
            #expect(wide.supportedVideoZoomRangesForDepthDataDelivery == [1...wide.videoMaxZoomFactor])
            withExtendedLifetime(observation) {}
        }

        @Test("S-77: a depth format or rate that is not supported stops the program")
        func unsupportedFormats() async {
            let format = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let setup = try Setup()
                try setup.camera.lockForConfiguration()
                setup.camera.activeDepthDataFormat = setup.camera.activeFormat
            }
            expectMessage(format, "NSInvalidArgumentException", "setActiveDepthDataFormat:")
            let rate = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let setup = try Setup()
                try setup.camera.lockForConfiguration()
                setup.camera.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 240)
            }
            expectMessage(rate, "NSRangeException", "setActiveDepthDataMinFrameDuration:")
        }

        @Test("S-128: a delegate without a queue stops the program")
        func delegateWithoutQueue() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureDepthDataOutput().setDelegate(DepthRecorder(), callbackQueue: nil)
            }
            expectMessage(result, "NSInvalidArgumentException", "setDelegate:callbackQueue:")
        }

        @Test("S-143: who is late hears of each map that gave way, and gets the newest")
        func lateMaps() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.run(seconds: 0.1)
            let before = setup.recorder.maps.count
            setup.recorder.queue.suspend()
            setup.fixture.clock.advance(bySeconds: 0.2)
            setup.recorder.queue.resume()
            setup.recorder.queue.waitForSources()
            #expect(setup.recorder.maps.count == before + 1)
            #expect(setup.recorder.drops.count >= 4 && setup.recorder.drops.allSatisfy { $0 == .lateData })
            setup.recorder.forget()
            setup.output.alwaysDiscardsLateDepthData = false
            setup.recorder.queue.suspend()
            setup.fixture.clock.advance(bySeconds: 0.2)
            setup.recorder.queue.resume()
            setup.recorder.queue.waitForSources()
            #expect(setup.recorder.maps.count >= 5 && setup.recorder.drops.isEmpty)
        }

        @Test("Lost frames lose their maps")
        func lostFrames() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.run(seconds: 0.1)
            setup.fixture.phone.apply(.bufferError(count: 3), to: setup.camera.uniqueID)
            setup.run(seconds: 0.4)
            #expect(setup.recorder.drops == [.discontinuity, .discontinuity, .discontinuity])
        }

        @Test("A camera without a depth sensor has no port for depth, and an output no connection to it")
        func noSensor() throws {
            let fixture = Fixture()
            let input = try fixture.addInput()
            #expect(input.ports.allSatisfy { $0.mediaType != .depthData })
            let output = AVCaptureDepthDataOutput()
            #expect(fixture.session.canAddOutput(output))
            fixture.session.addOutput(output)
            #expect(output.connections.isEmpty)
        }

        @Test("S-144: a synchronizer joins a frame with its depth map; frames without one come alone")
        func synchronizer() throws {
            let setup = try Setup()
            let video = AVCaptureVideoDataOutput()
            setup.fixture.session.addOutput(video)
            let joined = AVCaptureDataOutputSynchronizer(dataOutputs: [video, setup.output])
            let recorder = JoinedRecorder(video, setup.output)
            joined.setDelegate(recorder, queue: recorder.queue)
            try setup.camera.lockForConfiguration()
            setup.camera.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 15)
            setup.camera.unlockForConfiguration()
            setup.fixture.session.startRunning()
            for _ in 0..<100 {
                setup.fixture.clock.advance(bySeconds: 0.01)
                recorder.queue.waitForSources()
            }
            let calls = recorder.calls
            #expect(calls.count >= 28 && setup.recorder.maps.isEmpty)
            #expect(calls.allSatisfy { $0.frame != nil })
            let both = calls.filter { $0.depth != nil }
            #expect((13...16).contains(both.count) && both.allSatisfy { $0.frame == $0.depth && !$0.wasDropped })
            setup.recorder.forget()
            setup.fixture.phone.apply(.droppedFrames(percent: 100, seconds: 0.2), to: setup.camera.uniqueID)
            recorder.forget()
            for _ in 0..<40 {
                setup.fixture.clock.advance(bySeconds: 0.01)
                recorder.queue.waitForSources()
            }
            #expect(recorder.calls.contains { $0.wasDropped })
        }
    }
}

/// Remembers depth maps.
private final class DepthRecorder: NSObject, AVCaptureDepthDataOutputDelegate, Sendable {
    struct Map: Sendable {
        var time: CMTime
        var type: OSType
        var size: CGSize
        var holes: Int
        var isFiltered: Bool
    }

    private struct State: @unchecked Sendable {
        // @unchecked: the depth data are read only.
        var maps: [Map] = []
        var drops: [AVCaptureOutput.DataDroppedReason] = []
        var last: AVDepthData?
    }

    let queue = DispatchQueue(label: "test.depth")
    private let state = Mutex(State())

    var maps: [Map] { state.withLock { $0.maps } }
    var drops: [AVCaptureOutput.DataDroppedReason] { state.withLock { $0.drops } }
    var last: AVDepthData? { state.withLock { $0.last } }

    func forget() { state.withLock { $0 = State() } }

    func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didOutput depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        let map = depthData.depthDataMap
        let seen = Map(
            time: timestamp,
            type: depthData.depthDataType,
            size: CGSize(width: CVPixelBufferGetWidth(map), height: CVPixelBufferGetHeight(map)),
            holes: map.depthNumbers.count { $0.isNaN },
            isFiltered: depthData.isDepthDataFiltered
        )
        state.withLock { state in
            state.maps.append(seen)
            state.last = depthData
        }
    }

    func depthDataOutput(
        _ output: AVCaptureDepthDataOutput,
        didDrop depthData: AVDepthData,
        timestamp: CMTime,
        connection: AVCaptureConnection,
        reason: AVCaptureOutput.DataDroppedReason
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        #expect(depthData.depthDataType == output.connections.first?.captureDevice?.activeDepthType)
        state.withLock { $0.drops.append(reason) }
    }
}

/// Remembers the times of frames and maps that came together.
private final class JoinedRecorder: NSObject, AVCaptureDataOutputSynchronizerDelegate, Sendable {
    struct Call: Sendable {
        var frame: CMTime?
        var depth: CMTime?
        var wasDropped = false
    }

    let queue = DispatchQueue(label: "test.joined")
    private let video: AVCaptureVideoDataOutput
    private let depth: AVCaptureDepthDataOutput
    private let state = Mutex<[Call]>([])

    init(_ video: AVCaptureVideoDataOutput, _ depth: AVCaptureDepthDataOutput) {
        (self.video, self.depth) = (video, depth)
    }

    var calls: [Call] { state.withLock { $0 } }
    func forget() { state.withLock { $0 = [] } }

    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
        var call = Call()
        call.frame = synchronizedDataCollection.synchronizedData(for: video)?.timestamp
        if let data = synchronizedDataCollection.synchronizedData(for: depth) as? AVCaptureSynchronizedDepthData {
            call.depth = data.timestamp
            call.wasDropped = data.depthDataWasDropped
            #expect(data.depthDataWasDropped == (data.droppedReason != .none))
            #expect(data.depthDataWasDropped == (CVPixelBufferGetWidth(data.depthData.depthDataMap) == 1))
        }
        state.withLock { [call] in $0.append(call) }
    }
}

extension AVCaptureDevice {
    /// The pixel format of its depth maps.
    fileprivate var activeDepthType: OSType? { activeDepthDataFormat?.formatDescription.mediaSubType.rawValue }
}
