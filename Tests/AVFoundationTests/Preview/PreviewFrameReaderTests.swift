import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

@_spi(PreviewRendering) @testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Frames of preview layers")
    struct PreviewFrameReaderTests {
        private let fixture = Fixture(scene: MovingScene())

        /// A reader that counts what it is told.
        private final class Renderer: Sendable {
            private let announced: Announcements
            let reader: PreviewFrameReader

            private final class Announcements: Sendable {
                let count = Atomic<Int>(0)
            }

            init(_ layer: AVCaptureVideoPreviewLayer) {
                let announced = Announcements()
                self.announced = announced
                reader = PreviewFrameReader(layer) { announced.count.add(1, ordering: .relaxed) }
            }

            var count: Int { announced.count.load(ordering: .relaxed) }

            func next(_ longestSide: Int = 4000) -> PreviewFrame? { reader.next(longestSide: longestSide) }
        }

        private func size(_ frame: PreviewFrame) -> [Int] {
            [CVPixelBufferGetWidth(frame.image), CVPixelBufferGetHeight(frame.image)]
        }

        /// A session that runs with a layer as the only one that wants its frames.
        private func layer(showing device: AVCaptureDevice? = nil) throws -> AVCaptureVideoPreviewLayer {
            fixture.session.sessionPreset = .hd1280x720
            try fixture.addInput(device)
            let layer = AVCaptureVideoPreviewLayer(session: fixture.session)
            fixture.session.startRunning()
            return layer
        }

        /// The brightness of a frame's left half less that of its right half, so that mirrored frames are told from others.
        private func lean(_ frame: PreviewFrame) -> Int {
            let image = frame.image
            CVPixelBufferLockBaseAddress(image, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
            guard let base = CVPixelBufferGetBaseAddressOfPlane(image, 0) else { return 0 }
            let (width, height) = (CVPixelBufferGetWidth(image), CVPixelBufferGetHeight(image))
            let stride = CVPixelBufferGetBytesPerRowOfPlane(image, 0)
            var lean = 0
            for row in 0..<height {
                for column in 0..<width {
                    let luma = Int(base.load(fromByteOffset: row * stride + column, as: UInt8.self))
                    lean += column < width / 2 ? luma : -luma
                }
            }
            return lean
        }

        @Test("R-PREV-1: a layer's frames come although nothing else wants any, the newest only")
        func newestOnly() throws {
            let layer = try layer()
            let renderer = Renderer(layer)
            #expect(renderer.next() == nil)
            fixture.run(seconds: 0.5)
            #expect(renderer.count >= 10)
            let first = try #require(renderer.next())
            #expect(size(first) == [1280, 720])
            #expect(renderer.next() == nil)
            fixture.run(seconds: 0.5)
            let second = try #require(renderer.next())
            #expect(CMTimeGetSeconds(CMTimeSubtract(second.presentationTime, first.presentationTime)) > 0.4)
            #expect(second.sequence >= first.sequence + 10)
            fixture.session.stopRunning()
        }

        @Test("R-PREV-1: frames are turned as the layer's connection says", arguments: [0, 90, 180, 270])
        func turned(angle: CGFloat) throws {
            let layer = try layer()
            let renderer = Renderer(layer)
            try #require(layer.connection).videoRotationAngle = angle
            fixture.run(seconds: 0.1)
            let frame = try #require(renderer.next())
            #expect(size(frame) == (angle == 90 || angle == 270 ? [720, 1280] : [1280, 720]))
            fixture.session.stopRunning()
        }

        @Test("R-PREV-2: a front camera's frames are mirrored, and are not when the connection says so")
        func mirrored() throws {
            let layer = try layer(showing: fixture.frontCamera)
            let (mirroring, plain) = (Renderer(layer), Renderer(layer))
            fixture.run(seconds: 0.1)
            let mirrored = try #require(mirroring.next())
            let connection = try #require(layer.connection)
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = false
            // The same frame, fetched by another reader.
            let straight = try #require(plain.next())
            #expect(mirrored.sequence == straight.sequence)
            #expect(lean(straight) != 0)
            #expect(abs(lean(mirrored) + lean(straight)) < abs(lean(straight)) / 10)
            fixture.session.stopRunning()
        }

        @Test("frames are made smaller for whoever shows them small, in their own shape")
        func smaller() throws {
            let layer = try layer()
            let renderer = Renderer(layer)
            try #require(layer.connection).videoRotationAngle = 90
            fixture.run(seconds: 0.1)
            #expect(size(try #require(renderer.next(640))) == [360, 640])
            fixture.session.stopRunning()
        }

        @Test("a reader that fetches nothing takes no frames from others")
        func idleReader() throws {
            let recorder = FrameRecorder()
            let layer = try layer()
            _ = fixture.addVideoOutput(recorder)
            let renderer = Renderer(layer)
            fixture.run(seconds: 1, recorder: recorder)
            #expect(recorder.frames.count >= 25)
            #expect(recorder.drops.isEmpty)
            #expect(renderer.count >= 25)
            fixture.session.stopRunning()
        }

        @Test("without a reader a layer holds no frame")
        func nobodyLooks() throws {
            let layer = try layer()
            let renderer = Renderer(layer)
            fixture.run(seconds: 0.2)
            renderer.reader.cancel()
            let announced = renderer.count
            fixture.run(seconds: 0.2)
            #expect(renderer.count == announced)
            #expect(renderer.next() == nil)
            fixture.session.stopRunning()
        }

        @Test("no frame of a camera that was taken out is fetched, nor of a disabled connection")
        func connectionGone() throws {
            let layer = try layer()
            let renderer = Renderer(layer)
            fixture.run(seconds: 0.1)
            try #require(layer.connection).isEnabled = false
            _ = renderer.next()
            fixture.run(seconds: 0.2)
            #expect(renderer.next() == nil)
            try #require(layer.connection).isEnabled = true
            fixture.run(seconds: 0.2)
            fixture.session.inputs.forEach(fixture.session.removeInput)
            #expect(renderer.next() == nil)
            fixture.session.stopRunning()
        }

        @Test("R-MULTI-7: two layers of one session each get the frames of their own camera")
        func twoLayers() throws {
            let session = AVCaptureMultiCamSession()
            let cameras = [try fixture.camera, try fixture.frontCamera]
            var renderers: [Renderer] = []
            var layers: [AVCaptureVideoPreviewLayer] = []
            for camera in cameras {
                let format = try #require(camera.formats.first { $0.isMultiCamSupported })
                try camera.lockForConfiguration()
                camera.activeFormat = format
                camera.unlockForConfiguration()
                let input = try AVCaptureDeviceInput(device: camera)
                session.addInputWithNoConnections(input)
                let layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: session)
                session.addConnection(
                    AVCaptureConnection(inputPort: try #require(input.ports.first), videoPreviewLayer: layer)
                )
                layers.append(layer)
                renderers.append(Renderer(layer))
            }
            try #require(layers[1].connection).videoRotationAngle = 90
            session.startRunning()
            for _ in 0..<20 { fixture.clock.advance(bySeconds: 0.01) }
            let (back, front) = (try #require(renderers[0].next()), try #require(renderers[1].next()))
            #expect(size(back)[0] > size(back)[1])
            #expect(size(front)[0] < size(front)[1])
            session.stopRunning()
        }
    }
}
