import CameraEngine
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// A request that is not answered as wished: the status, a name for programs and a sentence for people.
struct ViewfinderFailure: Error, Equatable {
    var status: HTTPResponse.Status
    var code: String
    var message: MessageText
    /// After how many seconds the same request may be answered otherwise.
    var retryAfter: Int?

    static let hostNotAllowed = ViewfinderFailure(
        status: .misdirectedRequest,
        code: "hostNotAllowed",
        message: "This server does not answer to that host name. Use the address that it printed when it started."
    )
    static let hostMissing = ViewfinderFailure(
        status: .badRequest,
        code: "hostMissing",
        message: "The request has no valid Host header."
    )
    static let originNotAllowed = ViewfinderFailure(
        status: .forbidden,
        code: "originNotAllowed",
        message: "Only the viewfinder's own page may do that."
    )
    static let tokenRequired = ViewfinderFailure(
        status: .unauthorized,
        code: "tokenRequired",
        message:
            "This viewfinder needs its token: log in at its page, or send the header Authorization: Bearer with the token."
    )
    static let wrongToken = ViewfinderFailure(
        status: .unauthorized,
        code: "wrongToken",
        message: "That is not the token of this viewfinder."
    )
    static let jsonRequired = ViewfinderFailure(
        status: .unsupportedMediaType,
        code: "jsonRequired",
        message: "A command needs a body of JSON and the header Content-Type: application/json."
    )
    static let formRequired = ViewfinderFailure(
        status: .unsupportedMediaType,
        code: "formRequired",
        message: "To log in, a body of application/x-www-form-urlencoded with the token is needed."
    )
    static let sessionNotFound = ViewfinderFailure(
        status: .notFound,
        code: "sessionNotFound",
        message: "This browser is not logged in any more."
    )
    static let bodyNotExpected = ViewfinderFailure(
        status: .badRequest,
        code: "bodyNotExpected",
        message: "Only a command has a body."
    )
    static let bodyTooLarge = ViewfinderFailure(
        status: .contentTooLarge,
        code: "bodyTooLarge",
        message: "The body is too large."
    )
    static let notFound = ViewfinderFailure(
        status: .notFound,
        code: "notFound",
        message: "There is nothing at this address."
    )
    static let photoNotFound = ViewfinderFailure(
        status: .notFound,
        code: "photoNotFound",
        message: "There is no such photo in the photo folder."
    )
    static let photoNotShown = ViewfinderFailure(
        status: .unprocessableContent,
        code: "photoNotShown",
        message: "The photo is damaged or too large to be shown. The file itself can be downloaded."
    )
    static let notShown = ViewfinderFailure(
        status: .unprocessableContent,
        code: "notShown",
        message: "The file is damaged, too large or of a kind that is not shown. The file itself can be downloaded."
    )
    static let undoNotFound = ViewfinderFailure(
        status: .notFound,
        code: "undoNotFound",
        message: "It is too late to bring this file back."
    )
    static let movieNotFound = ViewfinderFailure(
        status: .notFound,
        code: "movieNotFound",
        message: "There is no such movie in the movie folder."
    )
    static let isBeingWritten = ViewfinderFailure(
        status: .conflict,
        code: "isBeingWritten",
        message: "This movie is being recorded at this moment. Stop the recording first."
    )
    static let tooManyClients = ViewfinderFailure(
        status: .serviceUnavailable,
        code: "tooManyClients",
        message: "Too many viewers are watching already. Close another viewfinder and try again."
    )
    static let internalError = ViewfinderFailure(
        status: .internalServerError,
        code: "internalError",
        message: "The server failed to answer. Its log tells more."
    )

    static func tooManyAttempts(seconds: Int) -> ViewfinderFailure {
        var failure = ViewfinderFailure(
            status: .tooManyRequests,
            code: "tooManyAttempts",
            message:
                seconds == 1
                ? "Too many wrong tokens were sent. Try again in a second."
                : "Too many wrong tokens were sent. Try again in \(seconds) seconds."
        )
        failure.retryAfter = seconds
        return failure
    }

    static func badCommand(_ message: MessageText) -> ViewfinderFailure {
        ViewfinderFailure(status: .badRequest, code: "badCommand", message: message)
    }

    init(status: HTTPResponse.Status, code: String, message: MessageText) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// What a failed camera command looks like to a client.
    init(_ error: CameraCommandError) {
        let status: HTTPResponse.Status =
            switch error.kind {
            case .invalidRequest: .unprocessableContent
            case .unavailable: .conflict
            case .storage: .init(code: 507, reasonPhrase: "Insufficient Storage")
            case .timedOut: .gatewayTimeout
            case .failed: .internalServerError
            }
        self.init(status: status, code: error.kind.rawValue, message: error.message)
    }

    /// The answer: JSON, or a small page, in a language, for somebody who typed the address.
    func response(page texts: PageTexts?) -> Response {
        var response = texts.map(page) ?? json
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }

    private struct Body: Encodable {
        struct Failure: Encodable {
            let code: String
            /// In English, for programs and their logs.
            let message: String
            /// For the page, which says it in its language.
            let sentence: MessageText
        }
        let error: Failure
    }

    private var json: Response {
        let body = Body(error: .init(code: code, message: message.description, sentence: message))
        return Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(data: JSON.data(body)))
        )
    }

    private func page(_ texts: PageTexts) -> Response {
        let html = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <meta name="color-scheme" content="dark"><title>Pinhole</title><h1>\(status.code)</h1><p>\(texts.say(message))</p></html>
            """
        return Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: texts.html(html)))
        )
    }
}

/// Turns every failure into an answer that says what is the matter, and adds to every answer the headers that keep
/// browsers from doing more with it than the page needs.
struct AnswerMiddleware: RouterMiddleware {
    typealias Context = ViewfinderRequestContext

    func handle(
        _ request: Request,
        context: ViewfinderRequestContext,
        next: (Request, ViewfinderRequestContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            // What follows on this connection can not be told apart any more: Hummingbird answers 400 and closes it.
            throw error
        } catch {
            let failure = Self.failure(for: error, logger: context.logger)
            response = failure.response(page: Self.prefersPage(request) ? PageTexts.of(request) : nil)
            response.headers[.cacheControl] = "no-store"
        }
        Self.protect(&response.headers)
        return response
    }

    private static func failure(for error: any Error, logger: Logger) -> ViewfinderFailure {
        switch error {
        case let failure as ViewfinderFailure:
            return failure
        case let error as CameraCommandError:
            logger.warning(
                "Camera command failed",
                metadata: ["error": "\(error.message)", "code": "\(error.code ?? 0)"]
            )
            return ViewfinderFailure(error)
        case is NIOTooManyBytesError:
            return .bodyTooLarge
        case let error as any HTTPResponseError where error.status == .notFound:
            return .notFound
        case let error as any HTTPResponseError:
            return ViewfinderFailure(
                status: error.status,
                code: "badRequest",
                message: MessageText(error.status.reasonPhrase)
            )
        default:
            logger.error("Request failed", metadata: ["error": "\(error)"])
            return .internalError
        }
    }

    private static func prefersPage(_ request: Request) -> Bool {
        request.method == .get && (request.headers[.accept]?.contains("text/html") ?? false)
    }

    private static func protect(_ headers: inout HTTPFields) {
        if headers[.contentSecurityPolicy] == nil {
            headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        headers[.xContentTypeOptions] = "nosniff"
        headers[.xFrameOptions] = "DENY"
        if headers[.referrerPolicy] == nil { headers[.referrerPolicy] = "no-referrer" }
        headers[.crossOriginResourcePolicy] = "same-origin"
        // These two isolate the page, which gives it a clock fine enough to measure latency with.
        headers[.crossOriginOpenerPolicy] = "same-origin"
        headers[.crossOriginEmbedderPolicy] = "require-corp"
    }
}
