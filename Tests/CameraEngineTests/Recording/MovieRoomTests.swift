import CameraEngine
import Foundation
import Testing

@Suite("Room for movies")
struct MovieRoomTests {
    @Test(
        "The user is told before the disk is full, and nothing is begun on a full one",
        arguments: [
            (nil, .enough), (50_000_000_000, .enough), (1_000_000_000, .enough), (999_999_999, .low),
            (100_000_000, .low), (99_999_999, .tooLittle), (0, .tooLittle), (-1, .tooLittle),
        ] as [(Int64?, MovieRoom)]
    )
    func room(freeByteCount: Int64?, room: MovieRoom) {
        #expect(MovieRoom(freeByteCount: freeByteCount) == room)
    }

    @Test("What no recording is begun with is more than a recording leaves free")
    func least() {
        #expect(MovieRoom.leastByteCount > RecordingRequest(url: .init(filePath: "/movie.mp4")).freeSpaceKept)
    }
}
