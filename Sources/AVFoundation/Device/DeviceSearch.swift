/// What devices a client looks for, and in which order it wants them (S-48, S-49).
struct DeviceSearch: Sendable {
    /// The wanted types, most wanted first.
    var types: [AVCaptureDevice.DeviceType]
    /// `nil` means any.
    var mediaType: AVMediaType?
    /// `.unspecified` means anywhere.
    var position: AVCaptureDevice.Position

    /// The devices that fit, sorted by type as asked for, then by position, then as they were.
    func result(_ devices: [AVCaptureDevice]) -> [AVCaptureDevice] {
        let ranked = devices.enumerated().compactMap { index, device -> (key: [Int], device: AVCaptureDevice)? in
            guard let type = types.firstIndex(of: device.deviceType), fits(device) else { return nil }
            return ([type, device.position.rawValue, index], device)
        }
        return ranked.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.device)
    }

    private func fits(_ device: AVCaptureDevice) -> Bool {
        (mediaType.map(device.hasMediaType) ?? true) && (position == .unspecified || device.position == position)
    }
}
