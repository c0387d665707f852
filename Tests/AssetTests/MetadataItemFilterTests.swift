import AVFoundation
import Testing

@Suite("Choosing metadata items")
struct MetadataItemFilterTests {
    private func item(_ identifier: AVMetadataIdentifier, _ value: String, _ language: String? = nil) -> AVMetadataItem
    {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = NSString(string: value)
        item.extendedLanguageTag = language
        return item
    }

    @Test("What is shared tells whose work it is, and neither place, moment nor device")
    func sharing() {
        let items = [
            item(.commonIdentifierTitle, "A walk"), item(.quickTimeMetadataLocationISO6709, "+48.8577+002.2950/"),
            item(.quickTimeMetadataCreationDate, "2024-05-01T10:00:00Z"), item(.quickTimeMetadataModel, "Phone"),
            item(.quickTimeMetadataArtist, "Somebody"), item(.commonIdentifierCopyrights, "free"),
            item(.quickTimeMetadataContentIdentifier, "0123"),
        ]
        let kept = AVMetadataItem.metadataItems(from: items, filteredBy: .forSharing())
        #expect(kept.map(\.stringValue) == ["A walk", "Somebody", "free"])
    }

    @Test("Languages are chosen and sorted by preference")
    func languages() {
        let items = [
            item(.commonIdentifierTitle, "walk", "en"), item(.commonIdentifierTitle, "Spaziergang", "de-AT"),
            item(.commonIdentifierTitle, "promenade", "fr"), item(.commonIdentifierTitle, "?"),
        ]
        let chosen = AVMetadataItem.metadataItems(
            from: items,
            filteredAndSortedAccordingToPreferredLanguages: ["de", "en-GB"]
        )
        #expect(chosen.map(\.stringValue) == ["Spaziergang", "walk"])
    }
}
