import AVFoundation

/// What code of Apple's platforms writes without a thought: values that become objects, addresses that may be missing.
enum Bridging {
    static func title(_ text: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.keySpace = .common
        item.key = AVMetadataKey.commonKeyTitle as (NSCopying & NSObjectProtocol)?
        item.value = text as (NSCopying & NSObjectProtocol)?
        return item
    }

    static func names(of type: AVFileType, _ codec: AVVideoCodecType, _ camera: AVCaptureDevice.DeviceType)
        -> [NSString]
    {
        [type as NSString, codec as NSString, camera as NSString]
    }

    static func codec(named name: NSString) -> AVVideoCodecType { name as AVVideoCodecType }

    static func options(quality: CGFloat) -> [String: NSNumber] { ["quality": quality as NSNumber] }

    static func quality(in options: [String: Any]) -> CGFloat? { options["quality"] as? CGFloat }

    /// The bytes of a buffer's first row, copied from an address that the compiler takes for optional.
    static func firstRow(of buffer: CVPixelBuffer) -> [UInt8] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let count = CVPixelBufferGetBytesPerRow(buffer)
        var row = [UInt8](repeating: 0, count: count)
        memcpy(&row, CVPixelBufferGetBaseAddress(buffer), count)
        return row
    }

    static func fill(_ buffer: CVPixelBuffer, with value: Int32) {
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let size = CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer)
        memset(CVPixelBufferGetBaseAddress(buffer), value, size)
    }

    static func describe(_ point: CGPoint, _ size: CGSize) -> String { point.debugDescription + size.debugDescription }

    static func hasFlash(_ output: AVCapturePhotoOutput) -> Bool {
        output.__supportedFlashModes.contains(NSNumber(value: AVCaptureDevice.FlashMode.on.rawValue))
    }
}

extension AVCaptureDeviceInput {
    /// Opens the camera that a device's identifier names.
    static func opened(uniqueID: String) throws -> Self? {
        guard let device = AVCaptureDevice(uniqueID: uniqueID) else { return nil }
        return try Self(device: device)
    }
}
