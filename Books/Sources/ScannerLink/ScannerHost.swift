import Dispatch
import Foundation
import Glibc

/// The program's side of a link: gives requests that come in to a scanner, and tells its answers and states.
public struct ScannerHost: Sendable {
    private let backend: any ScannerBackend
    private let link: LinkSocket

    /// - Parameters:
    ///   - backend: does what is asked for.
    ///   - descriptor: a stream socket, which is closed at the end.
    public init(_ backend: any ScannerBackend, descriptor: Int32) {
        self.backend = backend
        link = LinkSocket(descriptor)
    }

    /// Whether a descriptor is the end of a link, not a terminal or a file.
    public static func isLink(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Serves until the other side ends the link; then ends the scanner.
    public func run() async {
        let states = backend.states()
        let telling = Task { [link] in
            for await state in states { await Self.write(LinkMessage(state: state), Data(), to: link) }
        }
        await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread { [self] in
                if let violation = link.readMessages({ receive($0) }) {
                    FileHandle.standardError.write(Data("pinhole-books: \(violation)\n".utf8))
                }
                end.resume()
            }
        }
        telling.cancel()
        await backend.stop()
        link.end()
    }

    private func receive(_ parsed: LinkParser.Parsed) {
        guard let id = parsed.message.id, let request = parsed.message.request else { return }
        Task { [backend, link] in
            do throws(ScannerError) {
                let (answer, payload) = try await Self.answer(request, parsed.payload, backend)
                await Self.write(LinkMessage(id: id, answer: answer), payload, to: link)
            } catch {
                await Self.write(LinkMessage(id: id, error: error), Data(), to: link)
            }
        }
    }

    private static func answer(
        _ request: ScannerRequest,
        _ payload: Data,
        _ backend: any ScannerBackend
    ) async throws(ScannerError) -> (answer: ScannerAnswer, payload: Data) {
        if case .hello = request { return (.hello(version: LinkMessage.version), Data()) }
        return try await backend.answer(request, payload: payload)
    }

    /// Where answers wait for the other side to read: no task's thread does.
    private static let writing = DispatchQueue(label: "pinhole.scanner-link.write")

    private static func write(_ message: LinkMessage, _ payload: Data, to link: LinkSocket) async {
        await withCheckedContinuation { (written: CheckedContinuation<Void, Never>) in
            writing.async {
                if let data = try? message.encoded(payload: payload) { link.write(data) }
                written.resume()
            }
        }
    }
}
