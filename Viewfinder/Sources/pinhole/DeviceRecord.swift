import AVFoundation
import Diagnostics
import Foundation

/// One camera or microphone as a record, for JSON and for people.
struct DeviceRecord: Codable {
    /// A format of a camera's.
    struct Format: Codable {
        var pixelFormat: String
        var width: Int
        var height: Int
        var minimumFrameRate: Double
        var maximumFrameRate: Double
    }

    /// What a microphone delivers when nobody has chosen.
    struct Audio: Codable {
        var sampleRate: Double
        var channels: Int
    }

    var id: String
    var name: String
    var model: String
    var position: String
    var type: String
    /// `video` or `audio`.
    var medium: String
    /// Empty for microphones.
    var formats: [Format]
    /// Microphones only.
    var sound: Audio?

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
        let isMicrophone = device.hasMediaType(.audio)
        medium = isMicrophone ? "audio" : "video"
        formats = device.formats.map(Format.init)
        sound = isMicrophone ? Audio(device.activeFormat) : nil
    }

    /// The record in lines for people.
    var text: String {
        if medium == "audio" { return audioText }
        let sizes = formats.map { format in
            let rate = format.maximumFrameRate.formatted(.number.precision(.fractionLength(0...2)))
            return "    \(format.width) x \(format.height)  \(format.pixelFormat)  up to \(rate) fps"
        }
        return (["\(name)  [\(position)]", "    \(id)"] + sizes).joined(separator: "\n")
    }

    private var audioText: String {
        let details = sound.map { sound in
            let kilohertz = (sound.sampleRate / 1_000).formatted(.number.precision(.fractionLength(0...1)))
            return ["    \(kilohertz) kHz  \(sound.channels == 1 ? "1 channel" : "\(sound.channels) channels")"]
        }
        return (["\(name)  [microphone]", "    \(id)"] + (details ?? [])).joined(separator: "\n")
    }
}

extension DeviceRecord.Audio {
    init?(_ format: AVCaptureDevice.Format) {
        guard let stream = format.formatDescription.audioStreamBasicDescription else { return nil }
        self.init(sampleRate: stream.mSampleRate, channels: Int(stream.mChannelsPerFrame))
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
