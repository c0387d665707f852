import CaptureDriver
import CoreMedia
import CoreVideo
import EmulatedUSBCamera
import Foundation
import Testing

@testable import V4L2Driver

/// The kernel's real driver of USB webcams, on an emulated camera.
extension KernelTests {
    @Suite("A USB camera's stream")
    struct USBCameraStream {
        @Test("Plugged in it is listed once, with its name, model and formats")
        func listing() throws {
            let plugged = PluggedCamera(EmulatedUSBCamera(serialNumber: "0815"))
            let start = kernelMonotonicTime()
            let device = try plugged.plug()
            print("appeared after", Double(kernelMonotonicTime() - start) / 1e6, "ms")
            print("device", device.id, "|", device.modelID, "|", device.name, "|", device.manufacturer)
            #expect(plugged.driver.devices().filter(\.isEmulated).count == 1, "the metadata node is no camera")
            #expect(device.modelID == "UVC Camera VendorID_7531 ProductID_258")
            #expect(device.id.hasSuffix(":1d6b-0102:0815"))
            #expect(device.name == "Emulated USB Camera" && device.manufacturer == "Pinhole")
            let formats = device.formats.map { "\(FourCharCodeText($0.mediaSubType)) \($0.dimensions.width)" }
            #expect(Set(formats) == ["yuvs 320", "yuvs 640", "yuvs 1920", "jpeg 640", "jpeg 1280", "jpeg 1920"])
            for format in device.formats {
                let rates = format.frameDurations.map { (1 / CMTimeGetSeconds($0.shortest)).rounded() }
                #expect(rates == [30, 15])
            }
        }

        @Test(
            "Frames arrive at their rate and show the camera's pictures in turn",
            arguments: [
                (kCVPixelFormatType_422YpCbCr8_yuvs, 640, 480), (kCVPixelFormatType_422YpCbCr8_yuvs, 320, 240),
                (kCMVideoCodecType_JPEG, 640, 480), (kCMVideoCodecType_JPEG, 1_280, 720),
            ] as [(FourCharCode, Int32, Int32)]
        )
        func pictures(type: FourCharCode, width: Int32, height: Int32) throws {
            let plugged = PluggedCamera()
            let device = try plugged.plug()
            let handle = try plugged.driver.open(device.id)
            defer { handle.close() }
            let sink = try FrameSink()
            let format = try KernelCamera.format(device, type, width: width, height: height)
            _ = try handle.startStream(KernelCamera.request(format), sink: sink)
            #expect(sink.record.wait(frames: 40))
            handle.stopStream()
            let frames = sink.record.frames
            let period = try #require(sink.record.period(from: 9))
            print("period", period, "drops", sink.record.drops, "sent", plugged.camera.framesSent)
            #expect(abs(period - 1 / 30.0) < 0.003)
            // The emulated bus loses frames when the machine is busy; the numbers tell, and nothing else is lost.
            #expect(sink.record.accountFindings == [] && sink.record.events.isEmpty)
            #expect(sink.record.drops.allSatisfy { $0.reason == .sequenceGap })
            let first = frames[0].sequence
            let expected = frames.map { FrameSink.Shown.picture(Int($0.sequence - first) % EmulatedFrame.count) }
            #expect(sink.shown.map { $0.moved(by: sink.shown[0]) } == expected)
        }

        @Test("1920x1080 streams, compressed and not")
        func fullHD() throws {
            for type in [kCMVideoCodecType_JPEG, kCVPixelFormatType_422YpCbCr8_yuvs] {
                try PluggedCamera.streaming(type, width: 1_920, height: 1_080) { _, _, sink in
                    #expect(sink.wait(frames: 20))
                    let frames = sink.frames
                    let span = CMTimeGetSeconds(CMTimeSubtract(frames[19].time, frames[5].time))
                    print(FourCharCodeText(type), "frames per second", 14 / span, "drops", sink.drops.count)
                    #expect(sink.events.isEmpty)
                }
            }
        }

        @Test("15 frames per second")
        func slow() throws {
            let plugged = PluggedCamera()
            let device = try plugged.plug()
            let handle = try plugged.driver.open(device.id)
            defer { handle.close() }
            let sink = RecordingSink(isSumming: false)
            let format = try KernelCamera.format(device, kCMVideoCodecType_JPEG, width: 640, height: 480)
            let request = CaptureStreamRequest(format: format, frameDuration: CMTime(value: 1, timescale: 15))
            let configuration = try handle.startStream(request, sink: sink)
            #expect(abs(CMTimeGetSeconds(configuration.frameDuration) - 1 / 15.0) < 1e-4)
            #expect(sink.wait(frames: 12))
            let period = try #require(sink.period(from: 1))
            #expect(abs(period - 1 / 15.0) < 0.006 && sink.accountFindings == [])
        }
    }
}

/// A four-character code as text.
func FourCharCodeText(_ code: FourCharCode) -> String {
    String(decoding: withUnsafeBytes(of: code.bigEndian) { Array($0) }, as: UTF8.self)
}

extension FrameSink.Shown {
    /// The picture's number counted from another one's; the camera doesn't begin with the same one every time.
    fileprivate func moved(by first: Self) -> Self {
        guard case .picture(let number) = self, case .picture(let start) = first else { return self }
        return .picture((number + EmulatedFrame.count - start) % EmulatedFrame.count)
    }
}
