import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Metadata objects")
    struct MetadataObjectTests {
        @Test("S-142: a face's angle that is not known stops the program; objects have no identity")
        func faces() async {
            let common = AVMetadataObject.Common(type: .face, time: .zero, duration: .invalid, bounds: .zero)
            let face = AVMetadataFaceObject(common, faceID: 1, rollAngle: 30, yawAngle: nil)
            #expect(face.hasRollAngle && face.rollAngle == 30 && !face.hasYawAngle && face.faceID == 1)
            #expect(face.objectID == -1 && face.groupID == -1)
            #expect(face.cinematicVideoFocusMode == .none && !face.isFixedFocus)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let common = AVMetadataObject.Common(type: .face, time: .zero, duration: .invalid, bounds: .zero)
                _ = AVMetadataFaceObject(common, faceID: 1, rollAngle: nil, yawAngle: 3).rollAngle
            }
            expectMessage(result, "NSGenericException", "hasRollAngle is NO")
            let yaw = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let common = AVMetadataObject.Common(type: .face, time: .zero, duration: .invalid, bounds: .zero)
                _ = AVMetadataFaceObject(common, faceID: 1, rollAngle: 3, yawAngle: nil).yawAngle
            }
            expectMessage(yaw, "NSGenericException", "hasYawAngle is NO")
        }

        @Test("Types have Apple's strings")
        func strings() {
            #expect(AVMetadataObject.ObjectType.qr.rawValue == "org.iso.QRCode")
            #expect(AVMetadataObject.ObjectType.ean13.rawValue == "org.gs1.EAN-13")
            #expect(AVMetadataObject.ObjectType.code93.rawValue == "com.intermec.Code93")
            #expect(AVMetadataObject.ObjectType.interleaved2of5.rawValue == "org.ansi.Interleaved2of5")
            #expect(AVMetadataObject.ObjectType.codabar.rawValue == "Codabar")
        }

        @Test(
            "S-207: a code is transformed to the layer's coordinates and an output's pixels, turned and mirrored as they are"
        )
        func transformed() throws {
            let fixture = try MetadataFixture([.qr("Hello", center: CGPoint(x: 0.25, y: 0.4))])
            let frames = AVCaptureVideoDataOutput()
            fixture.session.addOutput(frames)
            let layer = AVCaptureVideoPreviewLayer(session: fixture.session)
            layer.frame = CGRect(x: 0, y: 0, width: 360, height: 640)
            layer.connection?.videoRotationAngle = 90
            let video = try #require(frames.connection(with: .video))
            video.videoRotationAngle = 90
            fixture.session.startRunning()
            fixture.run { !$0.isEmpty }
            try fixture.recorder.withLast { objects in
                let code = try #require(objects.first as? AVMetadataMachineReadableCodeObject)
                let shown = try #require(
                    layer.transformedMetadataObject(for: code) as? AVMetadataMachineReadableCodeObject
                )
                #expect(abs(shown.bounds.midX - 90) < 3 && abs(shown.bounds.midY - 256) < 3)
                #expect(shown.stringValue == "Hello" && shown.type == .qr && shown.time == code.time)
                // Upright again: counterclockwise from the upper left corner.
                let (x, y) = (shown.corners.map(\.x), shown.corners.map(\.y))
                #expect(x[0] < x[2] && x[1] < x[2] && x[3] > x[0] && y[0] < y[1] && y[3] < y[2])

                let pixels = try #require(frames.transformedMetadataObject(for: code, connection: video))
                #expect(abs(pixels.bounds.midX - 180) < 4 && abs(pixels.bounds.midY - 512) < 4)
                video.automaticallyAdjustsVideoMirroring = false
                video.isVideoMirrored = true
                let mirrored = try #require(frames.transformedMetadataObject(for: code, connection: video))
                #expect(abs(mirrored.bounds.midX - 540) < 4 && abs(mirrored.bounds.midY - 512) < 4)

                let own = fixture.output.connections[0]
                #expect(fixture.output.transformedMetadataObject(for: code, connection: own)?.bounds == code.bounds)
                #expect(frames.transformedMetadataObject(for: code, connection: own) == nil)
            }
            fixture.session.stopRunning()
        }

        @Test("An object that another camera has seen is not transformed")
        func otherCamera() throws {
            let fixture = try MetadataFixture([.qr("Hello")])
            let layer = AVCaptureVideoPreviewLayer(session: fixture.session)
            layer.frame = CGRect(x: 0, y: 0, width: 360, height: 640)
            fixture.session.startRunning()
            fixture.run { !$0.isEmpty }
            fixture.session.stopRunning()
            fixture.session.removeInput(fixture.input)
            let front = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
            fixture.session.addInput(try AVCaptureDeviceInput(device: try #require(front)))
            let transformed = fixture.recorder.withLast { $0.first.flatMap(layer.transformedMetadataObject(for:)) }
            #expect(transformed == nil && layer.connection != nil)
        }
    }
}
