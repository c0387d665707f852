import Testing
import Vision

/// Reading text through the interface of classes.
@Suite("VNRecognizeTextRequest")
struct RecognizeTextTests {
    @Test("R-PLAT-7: lines are read from the top to the bottom, with places from the lower left corner")
    func lines() throws {
        let picture = try DrawnText.picture([
            DrawnText(text: "War and Peace", x: 40, y: 400), DrawnText(text: "Leo Tolstoy", x: 40, y: 80),
        ])
        let request = VNRecognizeTextRequest()
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        let results = try #require(request.results)
        #expect(results.map { $0.topCandidates(1).first?.string } == ["Leo Tolstoy", "War and Peace"])
        let first = results[0]
        // The base line is 400 rows above the lower edge; the letters reach some 30 higher.
        #expect(abs(first.bottomLeft.y - 400.0 / 480) < 0.03)
        #expect(first.topLeft.y > first.bottomLeft.y)
        #expect(abs(first.bottomLeft.x - 40.0 / 640) < 0.02)
        #expect(first.boundingBox.contains(CGPoint(x: first.topLeft.x + 0.01, y: first.topLeft.y - 0.01)))
        #expect(first.confidence > 0.9)
    }

    @Test("A picture is read upright, whatever way its pixels lie", arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt32])
    func orientation(number: UInt32) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: number))
        let upright = try DrawnText.picture([DrawnText(text: "Middlemarch", x: 30, y: 60)], width: 400, height: 300)
        let stored = try Stored.pixels(of: upright, orientation: orientation)
        let request = VNRecognizeTextRequest()
        try VNImageRequestHandler(cvPixelBuffer: stored, orientation: orientation).perform([request])
        let line = try #require(request.results?.first)
        #expect(line.topCandidates(1).first?.string == "Middlemarch")
        #expect(abs(line.bottomLeft.x - 30.0 / 400) < 0.03)
        #expect(abs(line.bottomLeft.y - 240.0 / 300) < 0.04)
    }

    @Test(
        "Text that runs down, up or on its head is read, and its corners are named as it is read",
        arguments: [90.0, -90, 180]
    )
    func turned(degrees: Double) throws {
        let text = DrawnText(text: "Don Quixote", x: 320, y: 240, degrees: degrees)
        let request = VNRecognizeTextRequest()
        try VNImageRequestHandler(cvPixelBuffer: DrawnText.picture([text])).perform([request])
        let line = try #require(request.results?.first)
        #expect(line.topCandidates(1).first?.string == "Don Quixote")
        // Where the text begins.
        #expect(abs(line.bottomLeft.x - 0.5) < 0.04)
        #expect(abs(line.bottomLeft.y - 0.5) < 0.05)
        switch degrees {
        case 90: #expect(line.topRight.y < line.topLeft.y)
        case -90: #expect(line.topRight.y > line.topLeft.y)
        default: #expect(line.topRight.x < line.topLeft.x)
        }
    }

    @Test("In a region of interest only what lies there is read, with places as shares of it")
    func region() throws {
        let picture = try DrawnText.picture([
            DrawnText(text: "Ulysses", x: 40, y: 100), DrawnText(text: "Dubliners", x: 40, y: 400),
        ])
        let request = VNRecognizeTextRequest()
        request.regionOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        let line = try #require(request.results?.first)
        #expect(request.results?.count == 1)
        #expect(line.topCandidates(1).first?.string == "Dubliners")
        #expect(abs(line.bottomLeft.y - 80.0 / 240) < 0.06)
        let inPicture = VNImageRectForNormalizedRectUsingRegionOfInterest(
            line.boundingBox,
            640,
            480,
            request.regionOfInterest
        )
        #expect(abs(inPicture.minX - 40) < 10)
    }

    @Test("A region that is not in the picture is an error that the handler and the request tell")
    func wrongRegion() throws {
        let told = ToldErrors()
        let request = VNRecognizeTextRequest { _, error in told.record(error) }
        request.regionOfInterest = CGRect(x: 0.5, y: 0, width: 1, height: 1)
        let handler = VNImageRequestHandler(cvPixelBuffer: try DrawnText.picture([]))
        #expect {
            try handler.perform([request])
        } throws: {
            ($0 as NSError).domain == VNErrorDomain && ($0 as NSError).code == VNErrorCode.invalidArgument.rawValue
        }
        #expect(told.codes == [VNErrorCode.invalidArgument.rawValue])
        #expect(request.results == nil)
    }

    @Test("Where a part of the text stands lies within the line, in the order of the letters")
    func ranges() throws {
        let picture = try DrawnText.picture([DrawnText(text: "Crime and Punishment", x: 40, y: 200)])
        let request = VNRecognizeTextRequest()
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        let line = try #require(request.results?.first)
        let text = try #require(line.topCandidates(1).first)
        let crimeRange = try #require(text.string.range(of: "Crime"))
        let punishmentRange = try #require(text.string.range(of: "Punishment"))
        let crime = try #require(try text.boundingBox(for: crimeRange))
        let punishment = try #require(try text.boundingBox(for: punishmentRange))
        #expect(crime.boundingBox.maxX < punishment.boundingBox.minX)
        #expect(crime.boundingBox.minX >= line.boundingBox.minX - 0.01)
        #expect(crime.boundingBox.minY >= line.boundingBox.minY - 0.01)
        #expect(crime.boundingBox.maxY <= line.boundingBox.maxY + 0.01)
        #expect(abs(punishment.boundingBox.maxX - line.boundingBox.maxX) < 0.01)
        let other = "A text that is much longer than what was read there"
        #expect(throws: (any Error).self) {
            try text.boundingBox(for: other.index(other.endIndex, offsetBy: -2)..<other.endIndex)
        }
    }

    @Test("Small text is left out where no text so small is wanted")
    func minimumHeight() throws {
        let picture = try DrawnText.picture([
            DrawnText(text: "Large letters", x: 40, y: 150, size: 60),
            DrawnText(text: "small letters", x: 40, y: 300, size: 18),
        ])
        let request = VNRecognizeTextRequest()
        #expect(request.minimumTextHeight == 0.03125)
        request.minimumTextHeight = 0.1
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        #expect(request.results?.compactMap { $0.topCandidates(1).first?.string } == ["Large letters"])
        request.minimumTextHeight = 0
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        #expect(request.results?.count == 2)
    }

    @Test("Progress grows to 1, and the quick level reads large text")
    func progress() throws {
        let picture = try DrawnText.picture([DrawnText(text: "Moby Dick", x: 40, y: 150, size: 48)])
        let request = VNRecognizeTextRequest()
        request.recognitionLevel = .fast
        let shares = ToldErrors()
        request.progressHandler = { _, share, _ in shares.record(share: share) }
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        #expect(request.results?.first?.topCandidates(1).first?.string == "Moby Dick")
        #expect(shares.shares == shares.shares.sorted())
        #expect(shares.shares.last == 1)
    }

    @Test("A request that is cancelled before it is performed ends so, and can be performed again")
    func cancelled() throws {
        let picture = try DrawnText.picture([DrawnText(text: "Moby Dick", x: 40, y: 150, size: 48)])
        let request = VNRecognizeTextRequest()
        request.cancel()
        #expect {
            try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        } throws: {
            ($0 as NSError).code == VNErrorCode.requestCancelled.rawValue
        }
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        #expect(request.results?.count == 1)
    }

    @Test("A language that cannot be read is an error; those that can are listed")
    func languages() throws {
        let request = VNRecognizeTextRequest()
        #expect(try request.supportedRecognitionLanguages().contains("de-DE"))
        request.recognitionLanguages = ["tlh"]
        #expect {
            try VNImageRequestHandler(cvPixelBuffer: DrawnText.picture([])).perform([request])
        } throws: {
            ($0 as NSError).localizedDescription.contains("tlh")
        }
    }

    @Test("Lines without being read, and their letters where they are wanted")
    func rectangles() throws {
        let picture = try DrawnText.picture([DrawnText(text: "Emma", x: 40, y: 150, size: 48)])
        let request = VNDetectTextRectanglesRequest()
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        #expect(request.results?.count == 1)
        #expect(request.results?.first?.characterBoxes == nil)
        request.reportCharacterBoxes = true
        try VNSequenceRequestHandler().perform([request], on: picture)
        let boxes = try #require(request.results?.first?.characterBoxes)
        #expect(boxes.count == 4)
        #expect(boxes.map(\.boundingBox.minX) == boxes.map(\.boundingBox.minX).sorted())
    }
}
