import CaptureDriver
import CoreMedia

/// Sets up a camera for a photo: light, or the exposures of a bracket.
///
/// What it changes it remembers, and puts back; the client's own settings are not touched. Its pipeline uses it on its callback
/// queue, where it may block as long as the driver does.
struct PhotoCamera: @unchecked Sendable {
    // @unchecked: a device guards its state with locks.

    /// What photos need of a camera beyond its frames.
    enum Setup: Sendable, Hashable {
        /// The light.
        case light
        /// One exposure of a bracket.
        case exposure(PhotoCaptureRequest.BracketStep)
    }

    /// The control values that bring a setup about, in the order in which they are to be set.
    static func controls(for setup: Setup) -> [(CaptureControl, CaptureControlValue)] {
        switch setup {
        case .light:
            [(.torchLevel, .number(1))]
        case .exposure(.automatic(let bias)):
            [(.exposureBias, .number(Double(bias)))]
        case .exposure(.manual(let duration, let iso)):
            [
                (.exposureMode, .mode(3)), (.exposureDuration, .number(CMTimeGetSeconds(duration))),
                (.iso, .number(Double(iso))),
            ]
        }
    }

    /// The camera.
    let device: AVCaptureDevice
    private var before: [(CaptureControl, CaptureControlValue)] = []

    init(device: AVCaptureDevice) {
        self.device = device
    }

    /// Brings a setup about.
    ///
    /// - Returns: the time from which frames show it.
    mutating func set(_ setup: Setup) throws(CaptureDriverError) -> CMTime {
        let handle = try device.acquireHandle()
        defer { device.releaseHandle() }
        var effective = CMTime.invalid
        for (control, value) in Self.controls(for: setup) {
            if !before.contains(where: { $0.0 == control }) {
                before.append((control, try handle.controlValue(control)))
            }
            effective = try handle.setControl(control, to: value)
        }
        return effective
    }

    /// Puts everything back as it was.
    mutating func restore() throws(CaptureDriverError) {
        guard !before.isEmpty else { return }
        let handle = try device.acquireHandle()
        defer { device.releaseHandle() }
        while let (control, value) = before.popLast() {
            try handle.setControl(control, to: value)
        }
    }
}
