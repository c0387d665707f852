@preconcurrency import AVFoundation

extension MovieFormat {
    /// What a camera can record: the largest size first, the rates of a size in ascending order.
    ///
    /// - Parameters:
    ///   - device: the camera.
    ///   - inMultiCamSession: whether its session is one that can have several cameras, and takes only formats for that.
    @_spi(Pinhole) public static func choices(of device: AVCaptureDevice, inMultiCamSession: Bool = false)
        -> [MovieFormat]
    {
        let formats = MultiCamFormat.formats(of: device)
        return choices(inMultiCamSession ? formats.filter(\.isMultiCamSupported) : formats)
    }
}
