import Foundation
import HTTPTypes
import Testing

@testable import HTTPTransports

@Suite("An answer on its way")
struct PendingAnswerTests {
    @Test("There is no room for more than may wait, and room again once half of it is read")
    func room() async throws {
        let answer = PendingAnswer(room: 8)
        let pieces = [Data("abcd".utf8), Data("efgh".utf8), Data("i".utf8)]
        #expect(answer.append(pieces[0]) && answer.append(pieces[1]))
        #expect(!answer.append(pieces[2]))
        let first = try await answer.next()
        #expect(first.chunk == pieces[0] && first.hasRoomAgain)
        #expect(answer.append(pieces[2]))
        let second = try await answer.next()
        #expect(second.chunk == pieces[1] && !second.hasRoomAgain)
    }

    @Test("A piece that is larger than all the room is taken alone")
    func largePiece() async throws {
        let answer = PendingAnswer(room: 8)
        #expect(answer.append(Data(count: 20)))
        #expect(!answer.append(Data(count: 1)))
        let piece = try await answer.next()
        #expect(piece.chunk?.count == 20 && piece.hasRoomAgain)
    }

    @Test("What came before the end is read before it")
    func order() async throws {
        let answer = PendingAnswer(room: 8)
        answer.receive(HTTPResponse(status: .ok))
        _ = answer.append(Data("a".utf8))
        answer.end(.failure(HTTPTransportError.closed))
        #expect(try await answer.head().status == .ok)
        #expect(try await answer.next().chunk == Data("a".utf8))
        await #expect(throws: HTTPTransportError.closed) { _ = try await answer.next() }
    }

    @Test("An end without a head is an error")
    func nothing() async throws {
        let answer = PendingAnswer(room: 8)
        answer.end(.success(()))
        await #expect(throws: HTTPTransportError.self) { _ = try await answer.head() }
    }
}
