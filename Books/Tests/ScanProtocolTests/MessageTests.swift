import Foundation
import ScanProtocol
import Testing

@Suite struct MessageTests {
    static let box = Quadrilateral(
        topLeft: PixelPoint(x: 1, y: 2),
        topRight: PixelPoint(x: 3, y: 4),
        bottomRight: PixelPoint(x: 5, y: 6),
        bottomLeft: PixelPoint(x: 7, y: 8.5)
    )
    static let book = RecognizedBook(
        title: "Emma",
        author: "Jane Austen",
        score: 0.5,
        accepted: true,
        text: ["EMMA"],
        box: box
    )

    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func resultsHaveTheirJSON() throws {
        let result = PhotoResult(photo: "a.jpg", books: [Self.book])
        let text = try Self.json(result)
        let book =
            #"{"accepted":true,"author":"Jane Austen","box":[[1,2],[3,4],[5,6],[7,8.5]],"isbn":null,"score":0.5,"#
            + #""text":["EMMA"],"title":"Emma"}"#
        #expect(text == #"{"books":[\#(book)],"photo":"a.jpg"}"#)
        #expect(try JSONDecoder().decode(PhotoResult.self, from: Data(text.utf8)) == result)
    }

    @Test(arguments: [
        ScanEvent.queued, .recognising(RecognitionProgress(0.25)),
        .recognising(RecognitionProgress(0.5, stage: .reading)),
        .recognising(RecognitionProgress(0.5, stage: RecognitionStage(rawValue: "of a later version"))),
        .done(
            PhotoResult(
                photo: "a.jpg",
                books: [book],
                recognizer: "small",
                tokens: TokenUsage(estimates: [.init(rule: "tiles", tokens: 258)], reported: 260)
            )
        ),
        .failed(ProblemDetails(title: "No", status: 422)),
    ]) func eventsAreReadAsTheyAreWritten(_ event: ScanEvent) throws {
        let data = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(ScanEvent.self, from: data) == event)
        let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["state"] as? String == event.state.rawValue)
        #expect(event.isFinal == ["done", "failed"].contains(event.state.rawValue))
    }

    @Test(arguments: [
        #"{"state":"uploading"}"#, #"{"state":"recognising"}"#, #"{"state":"recognising","progress":1.1}"#,
        #"{"state":"done"}"#, #"{"state":"new"}"#, #"[]"#,
        #"{"state":"done","result":{"photo":"a","books":[{"title":"","author":"","score":2,"accepted":true,"text":[],"box":[[0,0],[0,0],[0,0],[0,0]]}]}}"#,
        #"{"state":"done","result":{"photo":"a","books":[{"title":"","author":"","score":1,"accepted":true,"text":[],"box":[[0,0],[0,0],[0,0]]}]}}"#,
        #"{"state":"done","result":{"photo":"a","books":[{"title":"","author":"","score":1,"accepted":true,"text":[],"box":[[0,0,1],[0,0],[0,0],[0,0]]}]}}"#,
    ]) func badEvents(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ScanEvent.self, from: Data(json.utf8)) }
    }

    @Test func problemsIgnoreMembersOfTheWrongType() {
        let body = #"{"type": 5, "title": "Gone", "status": "410", "detail": null, "instance": ["a"], "more": {}}"#
        #expect(ProblemDetails(body: Data(body.utf8)) == ProblemDetails(title: "Gone"))
        #expect(ProblemDetails(body: Data(#"{"status": 99999}"#.utf8)) == ProblemDetails())
        #expect(ProblemDetails(body: Data("<html>".utf8)) == nil)
        #expect(ProblemDetails(body: Data("[]".utf8)) == nil)
    }

    @Test func scanIDs() {
        #expect(ScanID("a-B_9")?.text == "a-B_9")
        #expect(ScanID(ScanID().text) != nil)
        for text in ["", ".", "..", "a/b", "a b", "\u{E9}", String(repeating: "a", count: 65), "a\n", "%41"] {
            #expect(ScanID(text) == nil)
        }
    }

    @Test func locations() throws {
        let id = ScanID()
        #expect(ScanAddress.scanID(inLocation: ScanAddress.scan(id)) == id)
        #expect(ScanAddress.scanID(inLocation: "https://host:8080/base/v1/scans/\(id)?x=1#y") == id)
        for location in ["", "/v1/scans", "/v1/scans/", "/v1/scans/a/b", "/v2/scans/a"] {
            #expect(ScanAddress.scanID(inLocation: location) == nil)
        }
    }

    @Test func idempotencyKeys() {
        #expect(IdempotencyKey(fieldValue: #""8e03978e-40d5""#)?.text == "8e03978e-40d5")
        #expect(IdempotencyKey(fieldValue: "8e03978e-40d5")?.text == "8e03978e-40d5")
        #expect(IdempotencyKey(fieldValue: #" "a \" \\ b" "#)?.text == #"a " \ b"#)
        for value in [
            "", "\"\"", "\"a", "a\"", #""a" b"#, #""a";p=1"#, #""\a""#, "a b", "a,b", "\u{E9}", "\"\u{E9}\"", "\"",
        ] {
            #expect(IdempotencyKey(fieldValue: value) == nil, "\(value)")
        }
        let key = IdempotencyKey(#"a"\b c"#)
        #expect(key.flatMap { IdempotencyKey(fieldValue: $0.fieldValue) } == key)
        #expect(IdempotencyKey(String(repeating: "a", count: 256)) == nil)
    }
}
