import CaptureDriver
import Foundation

/// A way for sound in or out, exactly as Apple's class of the same name. Immutable; two descriptions are equal when they
/// describe the same port alike.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// The port as the capture system knows it.
    let port: CaptureAudioPort
    /// Its channels; `nil` when it has none.
    public let channels: [AVAudioSessionChannelDescription]?

    init(_ port: CaptureAudioPort) {
        self.port = port
        let made = (1...max(port.channels, 1)).map {
            AVAudioSessionChannelDescription(number: $0, of: port.channels, port: port.name, uid: port.id)
        }
        channels = port.channels > 0 ? made : nil
        super.init()
    }

    /// Its kind.
    public var portType: AVAudioSession.Port { AVAudioSession.Port(rawValue: port.kind) }

    /// The name to show to people.
    public var portName: String { port.name }

    /// Identifies it as long as what it stands for exists.
    public var uid: String { port.id }

    /// Whether its hardware processes voices of calls; none is known to.
    public var hasHardwareVoiceCallProcessing: Bool { false }

    /// Whether it plays spatial sound; none does.
    public var isSpatialAudioEnabled: Bool { false }

    /// What it can do as a Bluetooth microphone; `nil` for anything else.
    public var bluetoothMicrophoneExtension: AVAudioSessionPortExtensionBluetoothMicrophone? {
        guard portType == .bluetoothHFP else { return nil }
        return AVAudioSessionPortExtensionBluetoothMicrophone(
            highQualityRecording: AVAudioSessionCapability(
                isSupported: port.supportsHighQualityBluetooth,
                isEnabled: port.usesHighQualityBluetooth
            )
        )
    }

    /// The places where it takes its sound; `nil`, as no port here has a choice.
    public var dataSources: [AVAudioSessionDataSourceDescription]? { nil }

    /// The place where it takes its sound; `nil` without a choice.
    public var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// The place where it is to take its sound; `nil` without a choice.
    public var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// Chooses the place where it is to take its sound; `nil` leaves it to the system.
    ///
    /// - Throws: `.badParam` for a place, as no port here has any.
    public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource != nil else { return }
        throw NSError.audioSession(.badParam, "The port has no such data source. See its dataSources.")
    }

    /// Equal when everything told of the port is.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioSessionPortDescription)?.port == port }

    /// Consistent with `isEqual(_:)`.
    open override var hash: Int { port.hashValue }

    /// `<AVAudioSessionPortDescription: 0x..., type = ...; name = ...; UID = ...>`, as Apple's.
    open override var description: String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16)
        return
            "<AVAudioSessionPortDescription: 0x\(address), type = \(port.kind); name = \(port.name); UID = \(port.id)>"
    }
}
