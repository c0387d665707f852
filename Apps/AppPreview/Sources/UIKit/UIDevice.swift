import Foundation
import ViewTree

/// The values of `UIDevice.orientation`.
public enum UIDeviceOrientation: Int, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeLeft = 3
    case landscapeRight = 4
    case faceUp = 5
    case faceDown = 6
}

/// The kinds of devices that an interface is made for.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone = 0
    case pad = 1
}

/// The simulated phone.
@MainActor
@preconcurrency
open class UIDevice: NSObject {
    public static let current = UIDevice()

    private nonisolated override init() {
        super.init()
    }

    open var userInterfaceIdiom: UIUserInterfaceIdiom { Phone.current.settings.isPad ? .pad : .phone }
    open var model: String { Phone.current.settings.isPad ? "iPad" : "iPhone" }
    open var name: String { model }

    /// How the device is held, as the page tells.
    open private(set) var orientation = UIDeviceOrientation.portrait
    open private(set) var isGeneratingDeviceOrientationNotifications = false
    private var generators = 0

    open func beginGeneratingDeviceOrientationNotifications() {
        generators += 1
        isGeneratingDeviceOrientationNotifications = true
    }

    open func endGeneratingDeviceOrientationNotifications() {
        generators = max(0, generators - 1)
        isGeneratingDeviceOrientationNotifications = generators > 0
    }

    public nonisolated static let orientationDidChangeNotification =
        Notification.Name("UIDeviceOrientationDidChangeNotification")

    /// Turns the device.
    @_spi(Rendering) public func turn(to new: UIDeviceOrientation) {
        guard orientation != new else { return }
        orientation = new
        guard isGeneratingDeviceOrientationNotifications else { return }
        NotificationCenter.default.post(name: Self.orientationDidChangeNotification, object: self)
    }
}
