import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

@testable import ModernClientSources

@Suite("Client code that relies on bridging")
struct BridgingTests {
    @Test("Names that are structs in Swift become strings where Objective-C wants objects, and strings become names")
    func names() {
        let item = Bridging.title("A day")
        #expect(item.key as? NSString == "title")
        #expect(item.identifier == .commonIdentifierTitle)
        #expect(item.stringValue == "A day")
        let names = Bridging.names(of: .mov, .hevc, .builtInWideAngleCamera)
        #expect(names == ["com.apple.quicktime-movie", "hvc1", "AVCaptureDeviceTypeBuiltInWideAngleCamera"])
        #expect(Bridging.codec(named: "avc1") == .h264)
        let mixed: [Any] = [AVMediaType.video, AVAudioSession.Category.record]
        #expect(mixed.map { $0 as? NSString } == ["vide", "AVAudioSessionCategoryRecord"])
    }

    @Test("A CGFloat becomes a number, and is found in a dictionary of any values")
    func numbers() {
        let options = Bridging.options(quality: 0.5)
        #expect(options == ["quality": 0.5])
        #expect(Bridging.quality(in: options) == 0.5)
        #expect(Bridging.quality(in: ["quality": "high"]) == nil)
        #expect(Bridging.describe(CGPoint(x: 1, y: 2), CGSize(width: 3, height: 4.5)) == "(1.0, 2.0)(3.0, 4.5)")
        #expect(CGRect(x: 0, y: 1, width: 2, height: 3).debugDescription == "(0.0, 1.0, 2.0, 3.0)")
    }

    @Test("Bytes are copied from and filled at addresses that may be missing")
    func memory() throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 16, 4, kCVPixelFormatType_32BGRA, nil, &made)
        let buffer = try #require(made)
        Bridging.fill(buffer, with: 7)
        let row = Bridging.firstRow(of: buffer)
        #expect(row.count >= 64 && row.allSatisfy { $0 == 7 })
    }

    @Test("An input makes one of its own kind, and a photo output has flash modes as numbers")
    func capture() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce(.authorized)
            let camera = try #require(AVCaptureDevice.default(for: .video))
            let input = try #require(try AVCaptureDeviceInput.opened(uniqueID: camera.uniqueID))
            #expect(input.device === camera)
            let (session, output) = (AVCaptureSession(), AVCapturePhotoOutput())
            session.addInput(input)
            session.addOutput(output)
            #expect(Bridging.hasFlash(output))
            withExtendedLifetime(phone) {}
        }
    }
}
