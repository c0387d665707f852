import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

@testable import ModernClientSources

@Suite("Client code that shows depth")
struct DepthClientTests {
    @Test("A depth viewer shows frames with their depth, with both depth cameras, upright")
    func viewer() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce()
            for (position, width) in [(AVCaptureDevice.Position.front, 480), (.back, 240)] {
                let viewer = DepthViewer()
                try viewer.start(position: position)
                var pictures = viewer.pictures.makeAsyncIterator()
                let picture = try #require(await pictures.next())
                viewer.stop()
                #expect(picture.frameWidth == 640 && picture.width == width && picture.height == width * 4 / 3)
                #expect(picture.timestamp == picture.depthTimestamp)
                let rows = [picture.height / 20, picture.height * 19 / 20].map { row in
                    (0..<picture.width).map { Int(picture.levels[row * picture.width + $0]) }.reduce(0, +)
                        / picture.width
                }
                // Sky and shelves are far away, the wood and the robot's body are near.
                #expect(rows[0] + 30 < rows[1], "\(position.rawValue) \(rows)")
                guard position == .front else { continue }
                #expect((0.7...1).contains(picture.middle))
                let point = try #require(picture.point)
                #expect(point.z == picture.middle && abs(point.x) < 0.01 && abs(point.y) < 0.01)
            }
        }
    }

    @Test("A phone without depth sensors is told from others")
    func withoutSensor() async {
        await #expect(processExitsWith: .success) {
            let phone = SimulatedPhone(profile: .iphoneSE)
            phone.setAuthorization(.authorized, for: .video)
            CaptureSystem.use(phone.system)
            #expect(throws: DepthViewer.SetupError.noDepthCamera) { try DepthViewer().start(position: .back) }
        }
    }
}
