import AVFAudio
import CaptureDriver
import Foundation
import FoundationExtras

/// What lets `AVCaptureDevice(uniqueID:)` give the one object of a device rather than a new one.
public protocol CaptureDeviceLookup {}

extension AVCaptureDevice: CaptureDeviceLookup {}

extension CaptureDeviceLookup where Self: AVCaptureDevice {
    /// The connected device with an id; `nil` if there is none.
    public init?(uniqueID deviceUniqueID: String) {
        guard let device = CaptureSystem.current.deviceRegistry.device(deviceUniqueID) as? Self else { return nil }
        self = device
    }
}

extension AVCaptureDevice {
    // MARK: Finding devices

    /// The most suitable device for a kind of medium; `nil` if there is none (S-46). Of several microphones it is the one that
    /// the audio session prefers.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        let system = CaptureSystem.current
        let devices = system.deviceRegistry.devices.filter { $0.hasMediaType(mediaType) }
        guard mediaType == .audio, devices.count > 1 else { return devices.first }
        let preferred = AVAudioSession.session(of: system).preferredMicrophone
        return devices.first { $0.uniqueID == preferred } ?? devices.first
    }

    /// The most suitable device of a type.
    ///
    /// - Parameters:
    ///   - deviceType: the type.
    ///   - mediaType: the kind of medium; `nil` means any.
    ///   - position: where it is mounted; `.unspecified` means anywhere (S-46).
    public class func `default`(
        _ deviceType: DeviceType,
        for mediaType: AVMediaType?,
        position: Position
    ) -> AVCaptureDevice? {
        DeviceSearch(types: [deviceType], mediaType: mediaType, position: position)
            .result(CaptureSystem.current.deviceRegistry.devices).first
    }

    /// All devices.
    @available(swift, deprecated: 5.0, message: "Use AVCaptureDevice.DiscoverySession instead.")
    public class func devices() -> [AVCaptureDevice] { CaptureSystem.current.deviceRegistry.devices }

    /// All devices for a kind of medium.
    @available(swift, deprecated: 5.0, message: "Use AVCaptureDevice.DiscoverySession instead.")
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        CaptureSystem.current.deviceRegistry.devices.filter { $0.hasMediaType(mediaType) }
    }

    // MARK: Preference

    /// The camera that the user chose; a connected one in any case, or `nil` without cameras. Setting `nil` has no effect
    /// (S-53). DEVIATION: remembered as long as the process runs, not beyond.
    public class var userPreferredCamera: AVCaptureDevice? {
        get { CaptureSystem.current.deviceRegistry.preferredCamera }
        set { CaptureSystem.current.deviceRegistry.prefer(newValue) }
    }

    /// The camera to use now: the user's choice if it is there, else the most suitable one. DEVIATION: cannot be observed,
    /// as Swift has no key paths to class properties; watch the connection notifications.
    public class var systemPreferredCamera: AVCaptureDevice? { CaptureSystem.current.deviceRegistry.preferredCamera }

    // MARK: Notifications

    /// A device was connected; the object is the device. Posted on a queue of the package's.
    public static let wasConnectedNotification = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")

    /// A device is gone; the object is the device (S-51). Posted on a queue of the package's.
    public static let wasDisconnectedNotification = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")

    /// The subject changed considerably; the object is the device. Only posted while
    /// `isSubjectAreaChangeMonitoringEnabled` is true (S-73).
    public static let subjectAreaDidChangeNotification =
        NSNotification.Name("AVCaptureDeviceSubjectAreaDidChangeNotification")
}

extension NSNotification.Name {
    /// The older name of `AVCaptureDevice.wasConnectedNotification`.
    public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
    /// The older name of `AVCaptureDevice.wasDisconnectedNotification`.
    public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
    /// The older name of `AVCaptureDevice.subjectAreaDidChangeNotification`.
    public static let AVCaptureDeviceSubjectAreaDidChange = AVCaptureDevice.subjectAreaDidChangeNotification
}
