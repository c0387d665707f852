import Foundation

/// What every movie says about itself.
enum MovieMetadataItems {
    /// Maker and model of the camera, the program, and the date; unknown things are left out.
    static func items(of device: AVCaptureDevice?, date: Date) -> [AVMetadataItem] {
        var items = [item(.quickTimeMetadataSoftware, PhotoMetadata.software as NSString)]
        if let device {
            if !device.manufacturer.isEmpty {
                items.append(item(.quickTimeMetadataMake, device.manufacturer as NSString))
            }
            if !device.hardware.productName.isEmpty {
                items.append(item(.quickTimeMetadataModel, device.hardware.productName as NSString))
            }
        }
        items.append(item(.quickTimeMetadataCreationDate, date as NSDate))
        return items
    }

    private static func item(
        _ identifier: AVMetadataIdentifier,
        _ value: any NSCopying & NSObjectProtocol
    ) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value
        return item
    }
}
