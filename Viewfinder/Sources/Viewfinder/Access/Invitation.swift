import BarcodeDetection
public import Foundation
import Synchronization

/// An address at which another device opens the page, and is logged in.
public struct Invitation: Sendable {
    /// The address, with a code that is good once.
    public let url: URL
    /// The same without the code, to be read.
    public let address: String
    /// The address as a QR code.
    public let code: QRCode

    /// Those for a server.
    ///
    /// - Parameters:
    ///   - boundHost: what it listens on. Nobody else reaches one that listens on loopback.
    ///   - requestedHost: by which name or address it was asked, if it was; what one device finds it by, others do, too.
    ///   - port: where it listens.
    ///   - isSecure: whether it speaks TLS.
    ///   - links: makes the code, of which there is one for all of them; nil if none is needed.
    ///   - machine: the addresses of this machine.
    static func all(
        boundHost: String,
        requestedHost: String?,
        port: Int,
        isSecure: Bool,
        links: LoginLinks?,
        machine: () -> [String] = MachineNames.addresses
    ) -> [Invitation] {
        let hosts = Self.hosts(boundHost: boundHost, requestedHost: requestedHost, machine: machine)
        guard !hosts.isEmpty else { return [] }
        let code = links?.make()
        return hosts.compactMap { host in
            guard let address = pageAddress(host: host, port: port, isSecure: isSecure),
                let url = pageAddress(host: host, port: port, isSecure: isSecure, code: code),
                let drawing = QRCode(url.absoluteString)
            else { return nil }
            return Invitation(url: url, address: address.absoluteString, code: drawing)
        }
    }

    private static func hosts(boundHost: String, requestedHost: String?, machine: () -> [String]) -> [String] {
        if NetworkAddress.isLoopback(boundHost) { return [] }
        if let requestedHost, !NetworkAddress.isLoopback(requestedHost) { return [requestedHost] }
        switch boundHost {
        case "0.0.0.0": return machine().filter { !$0.contains(":") }
        case "::": return machine()
        default: return [boundHost]
        }
    }

    /// The address of the page; nil if the host is none.
    static func pageAddress(host: String, port: Int, isSecure: Bool, code: String? = nil) -> URL? {
        var components = URLComponents()
        components.scheme = isSecure ? "https" : "http"
        components.host = host.contains(":") ? "[\(host)]" : host
        components.port = port
        components.path = "/"
        if let code { components.queryItems = [URLQueryItem(name: "code", value: code)] }
        return components.url
    }
}

extension ViewfinderConfiguration {
    /// Where other devices open the page, once the server listens on a port. None if it listens on loopback.
    public func invitations(port: Int) -> [Invitation] {
        Invitation.all(
            boundHost: host,
            requestedHost: nil,
            port: port,
            isSecure: encryption != nil,
            links: token == nil ? nil : loginLinks
        )
    }
}

/// Codes that log a browser in without the token, each once and for a short time: what is in a QR code may be seen by others later.
public final class LoginLinks: Sendable {
    /// How many seconds a code is good for.
    public static let lifetime = 300

    private struct Link {
        let digest: String
        let end: UInt64
    }

    /// How many codes there are at most at a time; the oldest makes room.
    private static let limit = 16

    private let clock: MonotonicClock
    private let links = Mutex<[Link]>([])

    /// Makes a set without codes.
    public convenience init() { self.init(clock: .system) }

    init(clock: MonotonicClock) {
        self.clock = clock
    }

    /// A new code, of 128 random bits.
    public func make() -> String {
        let code = AccessToken.random().text
        let now = clock.now()
        let link = Link(digest: SecretDigest(code).text, end: now + UInt64(Self.lifetime) * 1_000_000_000)
        links.withLock { links in
            links.removeAll { $0.end <= now }
            links = links.suffix(Self.limit - 1) + [link]
        }
        return code
    }

    /// Whether a code is one that was not used yet. It is used now.
    func redeem(_ code: some StringProtocol) -> Bool {
        let now = clock.now()
        let digest = SecretDigest(code).text
        return links.withLock { links in
            links.removeAll { $0.end <= now }
            guard let index = links.firstIndex(where: { $0.digest == digest }) else { return false }
            links.remove(at: index)
            return true
        }
    }
}

/// A text as a QR code.
public struct QRCode: Sendable {
    /// How many light squares it needs around it.
    private static let quietZone = 4

    private let drawing: DrawnBarcode

    /// Writes a text; nil if it is too long.
    public init?(_ text: String) {
        guard let drawing = DrawnBarcode(.qr, text) else { return nil }
        self.drawing = drawing
    }

    /// How many squares lie beside each other, with the light ones around it.
    var size: Int { drawing.width + 2 * Self.quietZone }

    /// The dark squares as the path of an SVG image of ``size`` by ``size``: a rectangle for each row of them.
    var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while x < size, isDark(x, y) { x += 1 }
                if x > start { path += "M\(start) \(y)h\(x - start)v1h-\(x - start)z" }
                x += 1
            }
        }
        return path
    }

    /// The code for a terminal that knows colours, dark on light whatever its own colours are; two rows of squares in a line.
    public var terminalText: String {
        stride(from: 0, to: size, by: 2).map { y -> String in
            let squares = (0..<size).map { x -> String in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): "\u{2588}"
                case (true, false): "\u{2580}"
                case (false, true): "\u{2584}"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(squares.joined())\u{1B}[0m\n"
        }.joined()
    }

    private func isDark(_ x: Int, _ y: Int) -> Bool {
        let (x, y) = (x - Self.quietZone, y - Self.quietZone)
        guard (0..<drawing.width).contains(x), (0..<drawing.height).contains(y) else { return false }
        return drawing.isBlack(x: x, y: y)
    }
}
