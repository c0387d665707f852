import AVFoundation
import BarcodeScene
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Metadata output")
    struct MetadataOutputTests {
        @Test("S-128: a delegate without a queue stops the program")
        func delegateWithoutQueue() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureMetadataOutput().setMetadataObjectsDelegate(ObjectRecorder(), queue: nil)
            }
            expectMessage(result, "NSInvalidArgumentException", "setMetadataObjectsDelegate:queue:")
        }

        @Test("S-128: the delegate and its queue can be read back, are not kept alive, and can be taken away")
        func delegateProperties() {
            let output = AVCaptureMetadataOutput()
            var recorder: ObjectRecorder? = ObjectRecorder()
            output.setMetadataObjectsDelegate(recorder, queue: recorder?.queue)
            #expect(output.metadataObjectsDelegate === recorder)
            #expect(output.metadataObjectsCallbackQueue === recorder?.queue)
            recorder = nil
            #expect(output.metadataObjectsDelegate == nil)
            output.setMetadataObjectsDelegate(nil, queue: nil)
            #expect(output.metadataObjectsCallbackQueue == nil)
        }

        @Test("S-140: types are none at first, and available once there is a camera, observed")
        func availableTypes() throws {
            let fixture = Fixture()
            let output = AVCaptureMetadataOutput()
            let seen = Recorded<Int>()
            let observation = output.observe(\.availableMetadataObjectTypes, options: [.new]) { output, _ in
                seen.append(output.availableMetadataObjectTypes.count)
            }
            #expect(output.metadataObjectTypes == [] && output.availableMetadataObjectTypes.isEmpty)
            fixture.session.addOutput(output)
            #expect(output.availableMetadataObjectTypes.isEmpty)
            let input = try fixture.addInput()
            let types = output.availableMetadataObjectTypes
            for type in [
                AVMetadataObject.ObjectType.qr, .ean13, .ean8, .upce, .code39, .code39Mod43, .code93, .code128, .pdf417,
                .aztec,
                .dataMatrix, .itf14, .interleaved2of5, .codabar, .gs1DataBar, .gs1DataBarExpanded, .microQR,
            ] {
                #expect(types.contains(type))
            }
            #expect(!types.contains(.face) && !types.contains(.humanBody) && !types.contains(.microPDF417))
            output.metadataObjectTypes = types
            #expect(output.metadataObjectTypes == types)
            output.metadataObjectTypes = nil
            #expect(output.metadataObjectTypes == [])
            fixture.session.removeInput(input)
            #expect(output.availableMetadataObjectTypes.isEmpty)
            fixture.session.settle()
            #expect(seen.values == [types.count, 0])
            observation.invalidate()
        }

        @Test("S-140: asking for a type that is not available stops the program")
        func unavailableTypes() async {
            let early = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureMetadataOutput().metadataObjectTypes = [.qr]
            }
            expectMessage(early, "NSInvalidArgumentException", "setMetadataObjectTypes:] Unsupported type found")
            let face = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                let output = AVCaptureMetadataOutput()
                try fixture.addInput()
                fixture.session.addOutput(output)
                output.metadataObjectTypes = [.qr, .face]
            }
            expectMessage(face, "NSInvalidArgumentException", "setMetadataObjectTypes:] Unsupported type found")
        }

        @Test("A camera's input has a port for objects, which connects the output and carries no video")
        func port() throws {
            let fixture = try MetadataFixture([])
            let port = try #require(fixture.input.ports.first { $0.mediaType == .metadataObject })
            #expect(fixture.input.ports.map(\.mediaType) == [.video, .metadataObject])
            #expect(port.formatDescription == nil && port.sourceDevicePosition == .back)
            let connection = try #require(fixture.output.connection(with: .metadataObject))
            #expect(connection.inputPorts == [port] && fixture.output.connection(with: .video) == nil)
            #expect(!connection.isVideoMirroringSupported && !connection.isVideoRotationAngleSupported(90))
            #expect(
                !fixture.session.canAddConnection(
                    AVCaptureConnection(inputPorts: fixture.input.ports, output: fixture.output)
                )
            )
        }

        @Test("A code is told with what it says, its time, and its corners counterclockwise in the unturned picture")
        func code() throws {
            // The scene is upright where the phone's sensor is turned by a quarter.
            let fixture = try MetadataFixture([.qr("Hello", center: CGPoint(x: 0.25, y: 0.4))])
            fixture.session.startRunning()
            fixture.run { !$0.isEmpty }
            let code = try #require(fixture.recorder.calls.last?.first)
            #expect(code.type == .qr && code.text == "Hello")
            #expect(code.time.isNumeric && code.time <= fixture.clock.now && code.duration.isNumeric)
            #expect(fixture.recorder.connection === fixture.output.connections.first)
            // Turned by 90 degrees clockwise the sensor's picture is upright: its left side comes to be the top.
            let middle = CGPoint(x: code.bounds.midX, y: code.bounds.midY)
            #expect(abs(middle.x - 0.4) < 0.01 && abs(middle.y - 0.75) < 0.01)
            let corners = code.corners
            #expect(corners.count == 4 && corners.allSatisfy { code.bounds.insetBy(dx: -1e-9, dy: -1e-9).contains($0) })
            // The code's upper left corner is the lower left one of the unturned picture; counterclockwise from there.
            #expect(corners[0].x < middle.x && corners[0].y > middle.y)
            #expect(corners[1].x > middle.x && corners[1].y > middle.y)
            #expect(corners[2].x > middle.x && corners[2].y < middle.y)
            #expect(corners[3].x < middle.x && corners[3].y < middle.y)
            fixture.session.stopRunning()
        }

        @Test("When nothing is in sight any more that is told once; before, nothing is told")
        func outOfSight() throws {
            let fixture = try MetadataFixture([.qr("Hello", times: 1..<2)])
            fixture.session.startRunning()
            fixture.run(seconds: 0.9)
            #expect(fixture.recorder.calls.isEmpty)
            fixture.run(seconds: 2.1)
            let texts = fixture.recorder.texts
            #expect(texts.count > 3)
            #expect(texts.dropLast().allSatisfy { $0 == ["Hello"] } && texts.last == [])
            fixture.session.stopRunning()
        }

        @Test("S-141: the rectangle of interest is everything at first; codes that do not reach into it are not told")
        func rectOfInterest() throws {
            let fixture = try MetadataFixture([
                .qr("left", center: CGPoint(x: 0.25, y: 0.5)), .qr("right", center: CGPoint(x: 0.75, y: 0.5)),
            ])
            #expect(fixture.output.rectOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
            fixture.session.startRunning()
            fixture.run { $0.count == 2 }
            #expect(Set(try #require(fixture.recorder.texts.last)) == ["left", "right"])
            // What is left in the upright picture is at the bottom of the sensor's.
            fixture.output.rectOfInterest = CGRect(x: 0, y: 0.6, width: 1, height: 0.4)
            fixture.run { $0.count == 1 }
            fixture.run(seconds: 0.5)
            #expect(fixture.recorder.texts.last == ["left"])
            // A code that reaches into it counts.
            fixture.output.rectOfInterest = CGRect(x: 0.48, y: 0.2, width: 0.02, height: 0.02)
            fixture.run { $0.map(\.text) == ["right"] }
            #expect(fixture.recorder.texts.last == ["right"])
            fixture.session.stopRunning()
        }

        @Test("Types that are asked for are told, each as its own", arguments: ["special", "plain"])
        func types(of wanted: String) throws {
            let labels: [BarcodeScene.Label] = [
                try BarcodeScene.Label(.itf, "12345678901231", center: CGPoint(x: 0.5, y: 0.2), moduleSize: 0.005),
                // 12 + 10 + 24 is 46, and 3 more than 43.
                try BarcodeScene.Label(.code39, "CAO3", center: CGPoint(x: 0.5, y: 0.45), moduleSize: 0.006),
                try BarcodeScene.Label(.ean13, "0036000291452", center: CGPoint(x: 0.5, y: 0.7), moduleSize: 0.006),
            ]
            let isSpecial = wanted == "special"
            let types: [AVMetadataObject.ObjectType] =
                isSpecial
                ? [.itf14, .interleaved2of5, .code39Mod43, .code39, .ean13] : [.interleaved2of5, .code39, .ean13]
            let fixture = try MetadataFixture(labels, types: types)
            fixture.session.startRunning()
            fixture.run { $0.count == 3 }
            let found = Dictionary(
                (fixture.recorder.calls.last ?? []).map { ($0.type, $0.text) },
                uniquingKeysWith: { first, _ in first }
            )
            #expect(found[isSpecial ? .itf14 : .interleaved2of5] == "12345678901231")
            #expect(found[isSpecial ? .code39Mod43 : .code39] == "CAO3")
            #expect(found[.ean13] == "0036000291452")
            fixture.session.stopRunning()
        }

        @Test("Frames are looked at 15 times a second at most, and not at all while nobody wants to know")
        func rate() throws {
            let fixture = try MetadataFixture([.qr("Hello")], types: [])
            fixture.session.startRunning()
            fixture.run(seconds: 0.5)
            #expect(fixture.recorder.calls.isEmpty)
            fixture.output.metadataObjectTypes = [.qr]
            fixture.run(seconds: 1)
            #expect((2...16).contains(fixture.recorder.calls.count))
            fixture.output.setMetadataObjectsDelegate(nil, queue: nil)
            let count = fixture.recorder.calls.count
            fixture.run(seconds: 0.3)
            #expect(fixture.recorder.calls.count == count)
            fixture.session.stopRunning()
        }

        @Test("A connection that is disabled and a session that stops bring nothing; both go on afterwards")
        func pauses() throws {
            let fixture = try MetadataFixture([.qr("Hello")])
            fixture.session.startRunning()
            fixture.run { !$0.isEmpty }
            fixture.output.connections[0].isEnabled = false
            fixture.settle()
            var count = fixture.recorder.calls.count
            fixture.run(seconds: 0.3)
            #expect(fixture.recorder.calls.count == count)
            fixture.output.connections[0].isEnabled = true
            fixture.run(seconds: 0.5)
            #expect(fixture.recorder.calls.count > count)
            fixture.session.stopRunning()
            fixture.settle()
            count = fixture.recorder.calls.count
            fixture.run(seconds: 0.3)
            #expect(fixture.recorder.calls.count == count)
            fixture.session.startRunning()
            fixture.run(seconds: 0.5)
            #expect(fixture.recorder.calls.count > count)
            fixture.session.stopRunning()
        }

        @Test("A webcam's frames, compressed or packed, are looked at as well")
        func webcam() throws {
            let fixture = try MetadataFixture([.qr("Hello")], profile: .webcam)
            for format in fixture.input.device.formats {
                try fixture.input.device.lockForConfiguration()
                fixture.input.device.activeFormat = format
                fixture.input.device.unlockForConfiguration()
                guard format.formatDescription.dimensions.height >= 480 else { continue }
                fixture.session.startRunning()
                let count = fixture.recorder.calls.count
                fixture.run(seconds: 0.7)
                #expect(fixture.recorder.calls.count > count && fixture.recorder.texts.last == ["Hello"])
                fixture.session.stopRunning()
            }
        }

        @Test("Zoom makes coordinates those of the picture that is left")
        func zoom() throws {
            let fixture = try MetadataFixture([.qr("Hello", center: CGPoint(x: 0.5, y: 0.6))])
            let device = fixture.input.device
            try device.lockForConfiguration()
            device.videoZoomFactor = 2
            device.unlockForConfiguration()
            fixture.session.startRunning()
            fixture.run { !$0.isEmpty }
            let bounds = try #require(fixture.recorder.calls.last?.first).bounds
            #expect(abs(bounds.midX - 0.7) < 0.02 && abs(bounds.midY - 0.5) < 0.02)
            fixture.session.stopRunning()
        }

        @Test("With several cameras each has an output of its own")
        func multiCam() throws {
            let clock = ManualCaptureClock()
            let phone = SimulatedPhone(profile: .iphone, scene: BarcodeScene([try .qr("Hello")]), clock: clock)
            phone.setAuthorization(.authorized, for: .video)
            CaptureSystem.use(phone.system)
            let session = AVCaptureMultiCamSession()
            let recorders = [ObjectRecorder(), ObjectRecorder()]
            for (position, recorder) in zip([AVCaptureDevice.Position.back, .front], recorders) {
                let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
                let input = try AVCaptureDeviceInput(device: try #require(device))
                session.addInputWithNoConnections(input)
                let output = AVCaptureMetadataOutput()
                session.addOutputWithNoConnections(output)
                let port = input.ports(for: .metadataObject, sourceDeviceType: nil, sourceDevicePosition: position)
                session.addConnection(AVCaptureConnection(inputPorts: port, output: output))
                output.setMetadataObjectsDelegate(recorder, queue: recorder.queue)
                output.metadataObjectTypes = [.qr]
            }
            session.startRunning()
            for _ in 0..<100 where recorders.contains(where: { $0.calls.isEmpty }) {
                clock.advance(bySeconds: 0.02)
                phone.system.unsettled.wait()
                recorders.forEach { $0.queue.waitForSources() }
            }
            #expect(recorders.allSatisfy { $0.texts.first == ["Hello"] })
            #expect(recorders[0].connection?.inputPorts.first?.sourceDevicePosition == .back)
            #expect(recorders[1].connection?.inputPorts.first?.sourceDevicePosition == .front)
            session.stopRunning()
        }
    }
}
