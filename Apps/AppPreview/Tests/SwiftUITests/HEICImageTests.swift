import Foundation
import Testing
@_spi(Rendering) import UIKit

/// Images in HEIC, which browsers do not show.
@Suite struct HEICImageTests {
    /// 64 x 64 pixels.
    private func file() throws -> Data {
        try Data(
            contentsOf: URL(filePath: #filePath)
                .appending(path: "../../../../../Viewfinder/Tests/Fuzzing/Corpora/heif/libheif.heic")
                .standardizedFileURL
        )
    }

    @Test func aHEICImageIsKeptAsJPEG() throws {
        let image = try #require(UIImage(data: try file()))
        #expect(image.size == CGSize(width: 64, height: 64))
        #expect(image.mediaType == "image/jpeg")
        #expect(image.encoded.starts(with: [0xFF, 0xD8, 0xFF]))
    }

    @Test func aDamagedHEICImageIsNone() throws {
        let file = try file()
        #expect(UIImage(data: file.prefix(file.count - 200)) == nil)
        #expect(UIImage(data: file.prefix(20)) == nil)
    }
}
