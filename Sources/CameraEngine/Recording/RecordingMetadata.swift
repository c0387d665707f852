@preconcurrency import AVFoundation

/// What is written into a movie besides picture and sound.
enum RecordingMetadata {
    /// A request's title and place.
    static func items(_ request: RecordingRequest) -> [AVMetadataItem] {
        var items: [AVMetadataItem] = []
        if let title = request.title { items.append(item(.quickTimeMetadataTitle, title)) }
        if let place = request.location {
            items.append(item(.quickTimeMetadataLocationISO6709, text(place)))
        }
        return items
    }

    private static func item(_ identifier: AVMetadataIdentifier, _ value: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value as NSString
        return item
    }

    /// A place as ISO 6709 has it: `+52.5200+013.4050+034.000/`.
    static func text(_ place: RecordingRequest.Location) -> String {
        func degrees(_ value: Double, _ width: Int) -> String {
            String(format: "%+0\(width).4f", value)
        }
        let altitude = place.altitude.map { String(format: "%+08.3f", $0) } ?? ""
        return degrees(place.latitude, 8) + degrees(place.longitude, 9) + altitude + "/"
    }
}
