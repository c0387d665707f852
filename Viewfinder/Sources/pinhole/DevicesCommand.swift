import ArgumentParser
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
