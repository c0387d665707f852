import CameraEngine
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

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
