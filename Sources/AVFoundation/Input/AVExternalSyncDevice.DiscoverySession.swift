import Foundation

extension AVExternalSyncDevice {
    /// Lists the devices that give cameras the beat, exactly as Apple's class of the same name. None is supported here, so there is no
    /// such session.
    open class DiscoverySession: NSObject {
        // Keeps clients from making one.
        init(devices: [AVExternalSyncDevice]) {
            self.devices = devices
            super.init()
        }

        /// The one session; `nil`, as such devices are not supported.
        public class var shared: DiscoverySession? { nil }

        /// Whether such devices are supported: no.
        public class var isSupported: Bool { false }

        /// The devices that are there.
        public let devices: [AVExternalSyncDevice]
    }
}
