import CaptureCore
import CaptureDriver
import CoreVideo
import Foundation
import Testing

@Suite("Video settings")
struct VideoSettingsTests {
    private let formatKey = kCVPixelBufferPixelFormatTypeKey as String
    private let widthKey = kCVPixelBufferWidthKey as String
    private let heightKey = kCVPixelBufferHeightKey as String

    @Test("S-133: nil is the default form, the empty dictionary the device's own")
    func emptyForms() throws {
        #expect(try VideoSettings(nil) == VideoSettings())
        #expect(try VideoSettings([:]).form == .native)
    }

    @Test("A pixel format may be given as any kind of number")
    func numbers() throws {
        let type = kCVPixelFormatType_32BGRA
        for value in [type as Any, Int(type) as Any, NSNumber(value: type) as Any, UInt64(type) as Any] {
            #expect(try VideoSettings([formatKey: value]).form == .pixels(type))
        }
    }

    @Test("S-133: unknown keys, foreign formats and nonsense are refused with words")
    func refusals() {
        let bad: [[String: Any]] = [
            ["colour": 1], [formatKey: "BGRA"], [formatKey: 0], [formatKey: -1], [widthKey: 640],
            [widthKey: 0, heightKey: 0], [widthKey: -640, heightKey: 480], [widthKey: 1_000_000, heightKey: 1_000_000],
        ]
        for dictionary in bad {
            #expect(throws: VideoSettings.Refusal.self) { try VideoSettings(dictionary) }
        }
    }

    @Test("S-134: a size must not exceed the picture and must have its aspect ratio")
    func sizes() throws {
        let picture = CaptureDimensions(width: 1920, height: 1080)
        #expect(try VideoSettings([widthKey: 640, heightKey: 360]).refusal(for: picture) == nil)
        #expect(try VideoSettings([widthKey: 640, heightKey: 480]).refusal(for: picture) != nil)
        #expect(try VideoSettings([widthKey: 3840, heightKey: 2160]).refusal(for: picture) != nil)
        #expect(try VideoSettings([widthKey: 360, heightKey: 640]).refusal(for: picture) != nil)
    }
}
