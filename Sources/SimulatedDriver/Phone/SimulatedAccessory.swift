import CaptureDriver

/// Something with a microphone that can be plugged into a simulated phone, or connected to it.
public enum SimulatedAccessory: String, Sendable, Hashable, CaseIterable {
    /// A headset with a wire: one channel.
    case wiredHeadset = "wired-headset"
    /// A Bluetooth headset, whose microphone is there for hands-free talk only: one channel, 16 kHz.
    case bluetoothHeadset = "bluetooth-headset"
    /// A Bluetooth headset that can also be recorded from in high quality: one channel, 48 kHz.
    case highQualityBluetoothHeadset = "high-quality-bluetooth-headset"
    /// A microphone at the USB-C port: two channels.
    case usbMicrophone = "usb-microphone"

    /// The name that people see.
    public var name: String {
        switch self {
        case .wiredHeadset: "Headset Microphone"
        case .bluetoothHeadset: "Hands-Free Headset"
        case .highQualityBluetoothHeadset: "Studio Earbuds"
        case .usbMicrophone: "USB-C Microphone"
        }
    }

    /// Whether it is connected without a wire.
    var isBluetooth: Bool { self == .bluetoothHeadset || self == .highQualityBluetoothHeadset }
}
