import HTTPTypes
import Hummingbird
import NIOCore

/// The page where a browser shows the token: one form, which needs neither scripts nor files.
enum LoginPage {
    /// Where the form goes.
    static let path = "/login"

    /// The name of the form's field.
    static let field = "token"

    /// Whether a request is somebody's who opens a page, not a page's own.
    static func isWanted(by request: Request) -> Bool {
        request.headers[.accept]?.contains("text/html") ?? false
    }

    /// The page.
    ///
    /// - Parameters:
    ///   - request: what is answered, in its language.
    ///   - failure: what became of the last attempt; nil before the first one.
    static func response(to request: Request, after failure: ViewfinderFailure? = nil) -> Response {
        let nonce = AccessToken.random().text
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8",
            .cacheControl: "no-store",
            .contentSecurityPolicy:
                "default-src 'none'; style-src 'nonce-\(nonce)'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'",
            // With none at all a browser hides from the form's answer where the form came from.
            .referrerPolicy: "same-origin",
        ]
        headers[.retryAfter] = failure?.retryAfter.map { String($0) }
        return Response(
            status: failure?.status ?? .unauthorized,
            headers: headers,
            body: .init(byteBuffer: ByteBuffer(string: page(nonce, failure, PageTexts.of(request))))
        )
    }

    private static func page(_ nonce: String, _ failure: ViewfinderFailure?, _ texts: PageTexts) -> String {
        texts.html(html(nonce: nonce, message: failure.map { texts.say($0.message) }))
    }

    /// - Parameter message: of the server's own words alone.
    private static func html(nonce: String, message: String?) -> String {
        let attributes = message == nil ? "" : #" aria-invalid="true" aria-describedby="message""#
        let alert = message.map { #"<p id="message" role="alert">\#($0)</p>"# } ?? ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Log in – Pinhole</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="dark">
            <meta name="theme-color" content="#000000">
            <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
            <link rel="manifest" href="/page/manifest.webmanifest">
            <style nonce="\(nonce)">\(style)</style>
            </head>
            <body>
            <main>
            <h1>Pinhole</h1>
            <form method="post" action="\(path)">
            <input name="user" value="pinhole" autocomplete="username" readonly hidden>
            <label for="token">Token</label>
            <input id="token" name="\(field)" type="password" autocomplete="current-password" required autofocus\(attributes)>
            \(alert)
            <button>Log in</button>
            </form>
            <p class="hint">Whoever started Pinhole chose it. This browser is asked once; Settings shows who is logged in.</p>
            </main>
            </body>
            </html>
            """
    }

    private static let style = """
        html{background:#000;color:#fff;font:16px/1.45 system-ui,sans-serif;height:100%}
        body{margin:0;min-height:100%;display:grid;place-items:center}
        main{width:min(340px,calc(100vw - 48px));padding:24px 0}
        h1{margin:0 0 20px;font-size:26px;letter-spacing:-.02em}
        form{display:grid;gap:10px}
        label{font-size:14px;color:#c7c7cc}
        input,button{font:inherit;min-height:48px;border-radius:12px;border:0;box-sizing:border-box;width:100%}
        input{padding:0 14px;background:#1c1c1e;color:#fff;border:1px solid #6c6c70}
        input[aria-invalid]{border-color:#ff6961}
        button{margin-top:6px;background:#ffd60a;color:#000;font-weight:600;cursor:pointer}
        input:focus-visible,button:focus-visible{outline:2px solid #ffd60a;outline-offset:2px}
        [hidden]{display:none}
        #message{margin:0;color:#ff8a84;font-size:14.5px}
        .hint{margin:20px 0 0;font-size:14px;color:#aeaeb2}
        """
}
