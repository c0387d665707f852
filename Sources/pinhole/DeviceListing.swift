import AVFoundation
import Doctor
import Foundation

/// Cameras as the command line shows them.
enum DeviceListing {
    /// All cameras.
    static func cameras() -> [AVCaptureDevice] {
        AVCaptureDevice.DiscoverySession(
            deviceTypes: [
                .external, .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera,
                .builtInDualCamera, .builtInDualWideCamera, .builtInTripleCamera,
            ],
            mediaType: .video,
            position: .unspecified
        ).devices
    }

    /// The camera with an identifier or a name (or part of one); the default one when nothing is wanted.
    static func match(_ wanted: String?, in cameras: [AVCaptureDevice]) -> AVCaptureDevice? {
        guard let wanted else { return AVCaptureDevice.default(for: .video) ?? cameras.first }
        return cameras.first { $0.uniqueID == wanted }
            ?? cameras.first { $0.localizedName.caseInsensitiveCompare(wanted) == .orderedSame }
            ?? cameras.first { $0.localizedName.range(of: wanted, options: .caseInsensitive) != nil }
    }
}

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
