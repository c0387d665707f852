import CLinuxFiles
import Foundation
import Viewfinder

/// Records one movie for a scripted camera: the file is open for writing, as a recorder's is, and in the end holds the clip
/// that comes with the tests.
struct ScriptedRecorder: Sendable {
    let url: URL
    private let file: FileHandle
    private let clock = ContinuousClock()
    private var runningSince: ContinuousClock.Instant?
    private var recorded: Duration = .zero

    init(folder: URL, name: String) throws {
        url = folder.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: url, options: .withoutOverwriting)
        let descriptor = open(url.path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        runningSince = clock.now
    }

    var seconds: Double {
        (recorded + (runningSince.map { $0.duration(to: clock.now) } ?? .zero)) / .seconds(1)
    }

    var bytes: Int { Int(seconds * 1_250_000) }

    mutating func pause() {
        guard let since = runningSince else { return }
        recorded += since.duration(to: clock.now)
        runningSince = nil
    }

    mutating func resume() {
        runningSince = runningSince ?? clock.now
    }

    func finish(_ end: MovieEnd) throws -> MovieRecord {
        let clip = try Data(contentsOf: TestMovies.clip)
        try file.write(contentsOf: clip)
        try file.close()
        waitUntilNobodyWrites()
        return MovieRecord(
            name: url.lastPathComponent,
            seconds: TestMovies.seconds,
            bytes: clip.count,
            date: Date(),
            hasAudio: true,
            end: end
        )
    }

    /// Programs that other tests are just starting hold copies of all open files until they run. A server has no such children.
    private func waitUntilNobodyWrites() {
        let limit = clock.now + .seconds(60)
        while clock.now < limit {
            let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            guard pinhole_is_being_written(descriptor) == 1 else { return }
            usleep(1_000)
        }
    }
}
