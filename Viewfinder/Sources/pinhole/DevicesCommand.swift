import AVFoundation
import ArgumentParser
import CameraSource
import Diagnostics
import Foundation
import Viewfinder

/// `pinhole devices`
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the cameras with their formats and frame rates, and the microphones.",
        discussion: "With the name of a camera, lists that one alone."
    )

    @OptionGroup var cameraOption: CameraOption

    @Flag(help: "Print JSON, for other programs.")
    var json = false

    func run() throws {
        try cameraOption.install()
        let isOneWanted = cameraOption.deviceName != nil
        let cameras = isOneWanted ? [try cameraOption.installedDevice()] : CameraList.devices()
        let microphones = isOneWanted ? [] : CameraList.microphones()
        let records = (cameras + microphones).map(DeviceRecord.init)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(records), as: UTF8.self))
        } else {
            if cameras.isEmpty { print("No camera found. Plug one in, or simulate one with --camera iphone.") }
            if !records.isEmpty { print(records.map(\.text).joined(separator: "\n\n")) }
        }
    }
}

/// Finds cameras and microphones by way of discovery sessions (R-LIFE-12), for commands.
enum CameraList {
    private static let types: [AVCaptureDevice.DeviceType] = [
        .external, .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera, .builtInDualCamera,
        .builtInDualWideCamera, .builtInTripleCamera,
    ]

    /// All cameras; external ones first, then wide angle.
    static func devices() -> [AVCaptureDevice] {
        AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified).devices
    }

    /// All microphones, the default one first.
    static func microphones() -> [AVCaptureDevice] {
        AVCaptureDevice.DiscoverySession(deviceTypes: [.microphone], mediaType: .audio, position: .unspecified).devices
    }

    /// The camera with an identifier or a name (or part of one); the system's default when nothing is wanted.
    static func device(matching wanted: String?) -> AVCaptureDevice? {
        let all = devices()
        guard let wanted else { return AVCaptureDevice.default(for: .video) ?? all.first }
        return match(wanted, among: all, id: \.uniqueID, name: \.localizedName)
    }

    /// The name of the camera, of those that the machine has got while a simulated phone stands in for it, that would be used in the
    /// phone's place.
    static func lateCamera(of source: CameraSource, matching wanted: String?) -> String? {
        let cameras = source.lateCameras
        guard let wanted else { return cameras.first?.name }
        return match(wanted, among: cameras, id: \.id, name: \.name)?.name
    }

    private static func match<Camera>(
        _ wanted: String,
        among cameras: [Camera],
        id: (Camera) -> String,
        name: (Camera) -> String
    ) -> Camera? {
        cameras.first { id($0) == wanted }
            ?? cameras.first { name($0).caseInsensitiveCompare(wanted) == .orderedSame }
            ?? cameras.first { name($0).range(of: wanted, options: .caseInsensitive) != nil }
    }
}

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
