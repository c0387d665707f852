import Foundation
import HTTPTypes
import RecognitionService
import ScanProtocol
import Synchronization
import Testing
import VisionModel

@Suite("Vision model")
struct VisionModelTests {
    typealias Form = VisionModelConfiguration.Form
    typealias Answer = ModelServiceDouble.Answer

    let service = ModelServiceDouble()

    @Test("Gemini is asked for JSON by a schema, with the photo inline and the key in its header")
    func geminiRequest() async throws {
        _ = try await service.recognize(.gemini, Answer(body: RecordedAnswers.gemini(text: RecordedAnswers.books))) {
            $0.maximumOutputTokens = 1000
        }
        let request = try #require(service.received.first)
        #expect(request.path == "/version/models/some-model:generateContent")
        #expect(request.headers[HTTPField.Name("x-goog-api-key")!] == ModelServiceDouble.key)
        #expect(request.headers[.authorization] == nil)
        let image = request.value("contents", 0, "parts", 0, "inlineData", "data") as? String
        #expect(image.flatMap { Data(base64Encoded: $0) } == ModelServiceDouble.photo)
        #expect(request.value("contents", 0, "parts", 0, "inlineData", "mimeType") as? String == "image/jpeg")
        #expect((request.value("contents", 0, "parts", 1, "text") as? String)?.contains("title") == true)
        #expect(request.value("generationConfig", "responseMimeType") as? String == "application/json")
        let schema = request.value("generationConfig", "responseJsonSchema", "properties", "books", "type")
        #expect(schema as? String == "array")
        #expect(request.value("generationConfig", "maxOutputTokens") as? Int == 1000)
    }

    @Test("Chat completions are asked for JSON by a strict schema, with the photo as a data URL and a bearer token")
    func chatRequest() async throws {
        let answer = Answer(body: RecordedAnswers.chat(text: RecordedAnswers.books))
        _ = try await service.recognize(.chatCompletions, answer)
        let request = try #require(service.received.first)
        #expect(request.path == "/version/chat/completions")
        #expect(request.headers[.authorization] == "Bearer \(ModelServiceDouble.key)")
        let url = request.value("messages", 0, "content", 1, "image_url", "url") as? String
        #expect(url == "data:image/jpeg;base64,\(ModelServiceDouble.photo.base64EncodedString())")
        #expect(request.value("model") as? String == "some-model")
        #expect(request.value("response_format", "type") as? String == "json_schema")
        #expect(request.value("response_format", "json_schema", "strict") as? Bool == true)
        let required = request.value(
            "response_format",
            "json_schema",
            "schema",
            "properties",
            "books",
            "items",
            "required"
        )
        #expect((required as? [String])?.count == 5)
        #expect(request.value("max_completion_tokens") == nil)
    }

    @Test(
        "Books, boxes in pixels, tokens beside the estimates, the model's name; progress with words",
        arguments: Form.allCases
    )
    func result(form: Form) async throws {
        let told = Mutex<[RecognitionProgress]>([])
        let answer = Answer(body: RecordedAnswers.answer(form, text: RecordedAnswers.books))
        let result = try await service.recognize(
            form,
            answer,
            progress: { progress in told.withLock { $0.append(progress) } }
        )
        #expect(result.books.map(\.title) == ["Dune", "ملحمة 📚 \"x\""])
        #expect(result.books.map(\.author) == ["Frank Herbert", ""])
        #expect(result.books.map(\.score) == [0.98, 0.2])
        // What a model says of itself accepts nothing, and it has seen no ISBN.
        #expect(result.books.allSatisfy { !$0.accepted && $0.isbn == nil })
        #expect(result.books[0].box.topLeft == PixelPoint(x: 512, y: 153.6))
        #expect(result.books[0].box.bottomRight == PixelPoint(x: 768, y: 1382.4))
        // A box the wrong way round.
        #expect(result.books[1].box.topLeft == PixelPoint(x: 819.2, y: 153.6))
        #expect(result.recognizer == "some-model-001")
        #expect(result.tokens?.reported == 450)
        #expect(result.tokens?.estimates.map(\.tokens) == [516, 1032])
        #expect(told.withLock { $0.map(\.stage) } == [.decoding, .waitingForModel, .waitingForModel])
        #expect(told.withLock { $0.last?.fraction } == 1)
    }

    @Test("A threshold accepts what is as sure", arguments: Form.allCases)
    func acceptance(form: Form) async throws {
        let answer = Answer(body: RecordedAnswers.answer(form, text: RecordedAnswers.books))
        let result = try await service.recognize(form, answer) { $0.acceptanceScore = 0.98 }
        #expect(result.books.map(\.accepted) == [true, false])
    }

    @Test("JSON in a block of Markdown is read; a shelf without books is a result", arguments: Form.allCases)
    func variants(form: Form) async throws {
        for text in ["```json\n{\"books\": []}\n```", "{\"books\":[]}", " {\"books\":[],\"more\":1} "] {
            let result = try await service.recognize(form, Answer(body: RecordedAnswers.answer(form, text: text)))
            #expect(result.books.isEmpty)
        }
    }

    // MARK: - What may go wrong

    @Test(
        "An answer that is not what was asked for is a clear error",
        arguments: Form.allCases,
        [
            "", "I see two books.", "{\"books\":", "{\"shelf\":[]}", "{\"books\":[{\"title\":1}]}",
            #"{"books":[{"title":"A","author":"B","lines":[],"confidence":7,"box":[0,0,1,1]}]}"#,
            #"{"books":[{"title":"A","author":"B","lines":[],"confidence":1,"box":[0,0,1]}]}"#,
        ]
    )
    func malformedText(form: Form, text: String) async throws {
        await #expect {
            _ = try await service.recognize(form, Answer(body: RecordedAnswers.answer(form, text: text)))
        } throws: {
            if case VisionModelError.malformed = $0 { true } else { false }
        }
    }

    @Test("A body that is no answer is a clear error", arguments: Form.allCases, ["", "<html>", "{}", "[]", "null"])
    func malformedBody(form: Form, body: String) async throws {
        await #expect {
            _ = try await service.recognize(form, Answer(body: body))
        } throws: {
            if case VisionModelError.malformed = $0 { true } else { false }
        }
    }

    @Test("A model that lists books without end is stopped", arguments: Form.allCases)
    func repetition(form: Form) async throws {
        let book = #"{"title":"A","author":"B","lines":[],"confidence":1,"box":[0,0,1,1]}"#
        let text = #"{"books":[\#(Array(repeating: book, count: 501).joined(separator: ","))]}"#
        await #expect(throws: VisionModelError.malformed("it lists 501 books")) {
            _ = try await service.recognize(form, Answer(body: RecordedAnswers.answer(form, text: text)))
        }
    }

    @Test("An answer that was cut off at its limit is an error")
    func truncated() async throws {
        let gemini = RecordedAnswers.gemini(text: "{\"books\":[", finishReason: "MAX_TOKENS")
        await #expect(throws: VisionModelError.truncated) {
            _ = try await service.recognize(.gemini, Answer(body: gemini))
        }
        let chat = RecordedAnswers.chat(text: "{\"books\":[", finishReason: "length")
        await #expect(throws: VisionModelError.truncated) {
            _ = try await service.recognize(.chatCompletions, Answer(body: chat))
        }
    }

    @Test(
        "A refusal of the photo is for good",
        arguments: [
            (Form.gemini, RecordedAnswers.geminiBlocked),
            (.gemini, RecordedAnswers.gemini(text: "", finishReason: "SAFETY")),
            (.chatCompletions, RecordedAnswers.chatRefusal),
            (.chatCompletions, RecordedAnswers.chat(text: "", finishReason: "content_filter")),
        ]
    )
    func refusals(form: Form, body: String) async throws {
        await #expect(throws: UnrecognizablePhoto.self) { _ = try await service.recognize(form, Answer(body: body)) }
    }

    @Test("What is too large is neither sent nor read")
    func bounds() async throws {
        await #expect(throws: UnrecognizablePhoto.self) {
            _ = try await service.recognize(.gemini, Answer(body: "{}")) { $0.maximumImageSize = 10 }
        }
        #expect(service.received.isEmpty)
        await #expect(throws: VisionModelError.answerTooLong(limit: 1000)) {
            _ = try await service.recognize(.gemini, Answer(body: String(repeating: " ", count: 1001))) {
                $0.maximumAnswerSize = 1000
            }
        }
    }

    @Test(
        "Whoever asks for time gets it",
        arguments: [
            (429, "7", Duration.seconds(7)), (429, "Fri, 15 Jan 2027 08:00:30 GMT", .seconds(30)), (429, nil, nil),
            (503, "3", .seconds(3)), (503, nil, nil), (500, "3", .seconds(3)), (529, nil, nil), (401, nil, nil),
            (403, nil, nil), (404, nil, nil),
        ] as [(Int, String?, Duration?)]
    )
    func unavailable(status: Int, value: String?, delay: Duration?) async throws {
        var answer = Answer(status: .init(code: status), body: RecordedAnswers.chatError)
        answer.headers[.retryAfter] = value
        await #expect {
            _ = try await service.recognize(.chatCompletions, answer)
        } throws: {
            guard let error = $0 as? RecognizerUnavailable else { return false }
            return error.retryAfter == delay && error.reason.contains("\(status)")
                && !error.reason.contains(ModelServiceDouble.key)
        }
    }

    @Test("Gemini tells in the body how long to wait, and that the key is wrong")
    func geminiErrors() async throws {
        await #expect {
            let answer = Answer(status: .tooManyRequests, body: RecordedAnswers.geminiRateLimited)
            _ = try await service.recognize(.gemini, answer)
        } throws: {
            ($0 as? RecognizerUnavailable)?.retryAfter == .seconds(22.5)
        }
        await #expect {
            _ = try await service.recognize(
                .gemini,
                Answer(status: .badRequest, body: RecordedAnswers.geminiInvalidKey)
            )
        } throws: {
            ($0 as? RecognizerUnavailable)?.reason.contains("API key *** not valid") == true
        }
    }

    @Test("What may be due to the photo counts as its failure", arguments: [400, 422, 500])
    func rejections(status: Int) async throws {
        await #expect(throws: VisionModelError.rejected(status: status, message: "Rejected: ***")) {
            let answer = Answer(status: .init(code: status), body: RecordedAnswers.chatError)
            _ = try await service.recognize(.chatCompletions, answer)
        }
    }

    @Test("A redirection is not followed: the key is for the endpoint alone")
    func redirection() async throws {
        var answer = Answer(status: .temporaryRedirect, body: "")
        answer.headers[.location] = "/elsewhere"
        await #expect(throws: VisionModelError.self) { _ = try await service.recognize(.gemini, answer) }
        #expect(service.received.count == 1)
    }

    @Test("A service that cannot be reached or does not answer is unavailable")
    func noAnswer() async throws {
        await #expect(throws: RecognizerUnavailable.self) {
            _ = try await service.recognize(.gemini, Answer(body: "")) {
                $0.endpoint = URL(string: "http://127.0.0.1:1/")!
                $0.timeout = .milliseconds(200)
            }
        }
        await #expect(throws: RecognizerUnavailable.self) {
            _ = try await service.recognize(.gemini, Answer(body: "", isWithheld: true)) {
                $0.timeout = .milliseconds(50)
            }
        }
    }

    @Test("A recognition that is cancelled ends at once")
    func cancellation() async throws {
        let task = Task { try await service.recognize(.gemini, Answer(body: "", isWithheld: true)) }
        while service.received.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("The key comes from the environment; without one there is a clear error")
    func keys() throws {
        let endpoint = URL(string: "http://127.0.0.1/")!
        func key(_ form: Form, _ variable: String?, _ environment: [String: String]) throws -> String? {
            try VisionModelConfiguration(
                form: form,
                endpoint: endpoint,
                model: "m",
                keyVariable: variable,
                environment: environment
            ).key
        }
        #expect(try key(.gemini, nil, ["GEMINI_API_KEY": "a"]) == "a")
        #expect(try key(.chatCompletions, nil, ["OPENAI_API_KEY": "b"]) == "b")
        #expect(try key(.chatCompletions, "OTHER", ["OTHER": "c"]) == "c")
        #expect(throws: VisionModelError.keyMissing(variable: "GEMINI_API_KEY")) { try key(.gemini, nil, [:]) }
        #expect(throws: VisionModelError.keyMissing(variable: "OTHER")) { try key(.gemini, "OTHER", ["OTHER": ""]) }
    }
}
