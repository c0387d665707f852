import AVFoundation
import Doctor
import Foundation

/// One camera as a record, for JSON and for people.
struct DeviceRecord: Codable {
    struct Format: Codable {
        var pixelFormat: String
        var width: Int
        var height: Int
        var minimumFrameRate: Double
        var maximumFrameRate: Double
    }

    var id: String
    var name: String
    var model: String
    var position: String
    var type: String
    var formats: [Format]

    init(_ device: AVCaptureDevice) {
        id = device.uniqueID
        name = device.localizedName
        model = device.modelID
        position =
            switch device.position {
            case .back: "back"
            case .front: "front"
            default: "unspecified"
            }
        type = device.deviceType.rawValue
        formats = device.formats.map(Format.init)
    }

    /// The record in lines for people.
    var text: String {
        let sizes = formats.map { format in
            let rate = format.maximumFrameRate.formatted(.number.precision(.fractionLength(0...2)))
            return "    \(format.width) x \(format.height)  \(format.pixelFormat)  up to \(rate) fps"
        }
        return (["\(name)  [\(position)]", "    \(id)"] + sizes).joined(separator: "\n")
    }
}

extension DeviceRecord.Format {
    init(_ format: AVCaptureDevice.Format) {
        let dimensions = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
        let ranges = format.videoSupportedFrameRateRanges
        self.init(
            pixelFormat: PixelFormatName.text(CMFormatDescriptionGetMediaSubType(format.formatDescription)),
            width: Int(dimensions.width),
            height: Int(dimensions.height),
            minimumFrameRate: ranges.map(\.minFrameRate).min() ?? 0,
            maximumFrameRate: ranges.map(\.maxFrameRate).max() ?? 0
        )
    }
}
