import Foundation
import Testing

@testable import ImageProcessing

@Suite("Apple's maker notes")
struct AppleMakerNoteTests {
    @Test("An identifier of any length comes back", arguments: ["", "a", "abc", "abcd", UUID().uuidString])
    func roundTrip(identifier: String) {
        let note = AppleMakerNote(contentIdentifier: identifier)
        #expect(AppleMakerNote(note.bytes) == note)
    }

    @Test("Notes of others, and damaged ones, have no identifier, wherever they are damaged or cut off")
    func damaged() {
        let whole = AppleMakerNote(contentIdentifier: UUID().uuidString).bytes
        #expect(AppleMakerNote(Array("Nikon".utf8) + whole) == nil)
        for length in 0..<whole.count { _ = AppleMakerNote(Array(whole.prefix(length))) }
        for index in whole.indices {
            for value in [UInt8(0), 0x7f, 0xff] {
                var bytes = whole
                bytes[index] = value
                let read = AppleMakerNote(bytes)?.contentIdentifier.utf8.count ?? 0
                #expect(read <= 3 * whole.count)
            }
        }
    }
}
