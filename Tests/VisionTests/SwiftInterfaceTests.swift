import Testing
import Vision

/// The same through the interface of values, which iOS 18 brought.
@Suite("Vision's Swift interface")
struct SwiftInterfaceTests {
    @Test("A line is read from a pixel buffer, a PNG file's bytes and the file")
    func sources() async throws {
        let picture = try DrawnText.picture([DrawnText(text: "Jane Eyre", x: 40, y: 150, size: 48)])
        let request = RecognizeTextRequest()
        let png = try DrawnText.png(picture)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
        try png.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for lines in [
            try await request.perform(on: picture), try await request.perform(on: png),
            try await request.perform(on: file),
        ] {
            #expect(lines.map(\.transcript) == ["Jane Eyre"])
            #expect(
                lines[0].boundingBox.toImageCoordinates(CGSize(width: 640, height: 480), origin: .upperLeft).minY < 150
            )
        }
    }

    @Test("Damaged, empty and foreign files, and those that are not there, are errors")
    func badFiles() async throws {
        let request = RecognizeTextRequest()
        let png = try DrawnText.png(try DrawnText.picture([]))
        for data in [Data(), Data("no picture".utf8), png.prefix(200), Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 2])] {
            await #expect {
                try await request.perform(on: data)
            } throws: {
                if case .invalidImage? = $0 as? VisionError { true } else { false }
            }
        }
        await #expect {
            try await request.perform(on: URL(fileURLWithPath: "/nowhere/picture.png"))
        } throws: {
            if case .ioError? = $0 as? VisionError { true } else { false }
        }
    }

    @Test("A file that claims 400 megapixels is refused before memory is asked for")
    func bomb() async throws {
        // A PNG's head alone: 20,000 x 20,000 pixels of eight-bit RGB.
        var png = try DrawnText.png(try DrawnText.picture([]))
        png.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
        await #expect {
            try await RecognizeTextRequest().perform(on: png)
        } throws: {
            if case .invalidImage? = $0 as? VisionError { true } else { false }
        }
    }

    @Test("A cancelled task ends with the error that says so")
    func cancelled() async throws {
        let picture = try DrawnText.picture([DrawnText(text: "Jane Eyre", x: 40, y: 150, size: 48)])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await RecognizeTextRequest().perform(on: picture)
        }
        await #expect(throws: VisionError.requestCancelled) { try await task.value }
    }

    @Test("Rectangles in shares and in pixels")
    func rectangles() {
        let rect = NormalizedRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        let size = CGSize(width: 400, height: 200)
        #expect(rect.toImageCoordinates(size) == CGRect(x: 100, y: 100, width: 200, height: 50))
        #expect(rect.toImageCoordinates(size, origin: .upperLeft) == CGRect(x: 100, y: 50, width: 200, height: 50))
        let half = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        #expect(rect.toImageCoordinates(from: half, imageSize: size) == CGRect(x: 250, y: 50, width: 100, height: 25))
        #expect(NormalizedRect(imageRect: CGRect(x: 100, y: 100, width: 200, height: 50), in: size) == rect)
    }
}
