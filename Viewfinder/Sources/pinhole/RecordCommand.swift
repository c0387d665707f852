import AVFoundation
import ArgumentParser
@_spi(Pinhole) import CameraEngine
import CameraLifecycle
import CommandSupport
import Foundation
import Glibc

/// `pinhole record`
struct RecordCommand: AsyncParsableCommand {
    /// How the picture is compressed.
    enum Codec: String, ExpressibleByArgument, CaseIterable {
        case h264
        case hevc

        var requested: RecordingRequest.Codec {
            switch self {
            case .h264: .h264
            case .hevc: .hevc
            }
        }
    }

    /// How the pictures of two cameras share one.
    enum Layout: String, ExpressibleByArgument, CaseIterable {
        case pictureInPicture = "pip"
        case sideBySide = "side-by-side"
        case topAndBottom = "top-and-bottom"

        var requested: CameraArrangement.Layout {
            switch self {
            case .pictureInPicture: .pictureInPicture
            case .sideBySide: .sideBySide
            case .topAndBottom: .topAndBottom
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a movie with sound to a file.",
        discussion: """
            Ctrl-C ends the recording and finishes the file; a second one leaves at once. However it ends, the file plays: \
            while it is recorded at most its last second can be lost (with HEVC on a busy machine half a second more), and \
            'pinhole recover' makes an ordinary movie of it.

            The exit status is 0 when the recording ended as it was meant to, by Ctrl-C, --duration or --max-size; 1 when \
            there is no movie, or something else ended it (what was recorded is kept then); 130 after the second Ctrl-C.
            """
    )

    @OptionGroup var cameraOption: CameraOption

    @Option(name: .shortAndLong, help: "The file to write: .mp4 or .mov.")
    var output: String

    @Option(help: ArgumentHelp("How long the movie gets at most.", valueName: "seconds"))
    var duration: Double?

    @Option(help: ArgumentHelp("How large the file gets at most: bytes, or with K, M or G.", valueName: "size"))
    var maxSize: FileSizeOption?

    @Option(help: "How the picture is compressed. Unless given, as suits best.")
    var codec: Codec?

    @OptionGroup var formatOption: MovieFormatOption

    @Flag(help: "Record the picture alone: no microphone is touched.")
    var noAudio = false

    @Flag(help: "Record two cameras at once into one movie: --camera and one that goes together with it.")
    var dual = false

    @Option(help: "With --dual: how the two pictures share the movie's.")
    var layout: Layout?

    @Flag(help: "With --dual: record each camera to a file of its own as well, FILE-first and FILE-second.")
    var separateFiles = false

    @Flag(help: "Replace the file if there is one.")
    var force = false

    @Flag(name: .shortAndLong, help: "Log what happens to standard error.")
    var verbose = false

    func validate() throws {
        if let duration, !(duration > 0 && duration.isFinite) {
            throw ValidationError("--duration must be a positive number of seconds.")
        }
        guard dual || layout == nil && !separateFiles else {
            throw ValidationError("--layout and --separate-files are for two cameras: add --dual.")
        }
        guard !dual || formatOption.isEmpty else {
            throw ValidationError("--size and --rate are for one camera: two have what the hardware has room for.")
        }
        if let maxSize, maxSize.bytes < 100_000 {
            throw ValidationError("--max-size must be at least 100K: less is no movie.")
        }
        guard ["mp4", "mov", "m4v"].contains(URL(fileURLWithPath: output).pathExtension.lowercased()) else {
            throw ValidationError("The name of the file must end in .mp4 or .mov.")
        }
    }

    func run() async throws {
        // What the user has to know is said in words.
        CommandLog.bootstrap(verbose ? .debug : .critical)
        // Whoever does not read on, as `| head` does, ends no recording.
        signal(SIGPIPE, SIG_IGN)
        let url = URL(fileURLWithPath: output)
        try MovieDestination.check(url, named: output, replaces: force)
        try cameraOption.install()
        let device = try cameraOption.installedDevice()
        let run = await RecordingRun(
            camera: device.uniqueID,
            hasAudio: !noAudio,
            format: try formatOption.format(among: MovieFormat.choices(of: device), ofCamera: device.localizedName),
            arrangement: arrangement
        )
        try await run.start()
        var request = RecordingRequest(
            url: url,
            recordsAudio: !noAudio,
            codec: codec?.requested,
            maximumDuration: duration,
            maximumFileSize: maxSize?.bytes
        )
        request.title = url.deletingPathExtension().lastPathComponent
        request.separateFiles = separateFiles
        let former = try MovieDestination.setAside(url, named: output)
        let movie: RecordedMovie
        do {
            movie = try await run.record(request, named: output) { former?.delete() }
        } catch {
            former?.bringBack()
            throw error
        }
        print(Self.summary(of: movie, named: output))
        if separateFiles, movie.separateMovies.count < 2 {
            ProgressConsole()
                .printLine("Not each camera has a movie of its own: none came, or it could not be written.")
        }
        switch movie.end {
        case .requested, .maximumDuration, .maximumFileSize: break
        default: throw CommandError("\(movie.end.userMessage.title). \(movie.end.userMessage.advice)")
        }
    }

    /// Where two pictures stand; nil for one camera.
    private var arrangement: CameraArrangement? {
        dual ? CameraArrangement(layout: layout?.requested ?? .pictureInPicture) : nil
    }

    private static func summary(of movie: RecordedMovie, named name: String) -> String {
        var parts = [
            RecordingLine.time(movie.duration, rounding: .toNearestOrEven), RecordingLine.size(movie.fileSize),
        ]
        parts.append(movie.hasAudio ? "with sound" : "no sound")
        if let dropped = movie.droppedFrames, dropped > 0 { parts.append("\(dropped) frames dropped") }
        let beside = movie.separateMovies.map { "\n\($0.relativePath)" }.joined()
        return "\(name): \(parts.joined(separator: ", "))\(beside)"
    }
}

/// A size on the command line: `750000`, `500K`, `20M`, `1.5G`.
struct FileSizeOption: ExpressibleByArgument {
    let bytes: Int64

    init?(argument: String) {
        let units: [Character: Double] = ["K": 1e3, "M": 1e6, "G": 1e9]
        let unit = argument.last.flatMap { units[Character($0.uppercased())] }
        guard let number = Double(unit == nil ? argument : String(argument.dropLast())), number > 0,
            number * (unit ?? 1) < 1e18
        else { return nil }
        bytes = Int64(number * (unit ?? 1))
    }
}

/// The file that a command writes a movie to: looked at before the camera is started, so that what is wrong is told at once.
enum MovieDestination {
    /// - Throws: `CommandError` when nothing can be written there.
    static func check(_ url: URL, named name: String, replaces: Bool) throws {
        let folder = url.deletingLastPathComponent().path
        var status = stat()
        guard stat(folder, &status) == 0 else {
            throw CommandError("The folder \(folder) does not exist. Make it first, or give another one.")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw CommandError("\(folder) is no folder. Give another one.")
        }
        if lstat(url.path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw CommandError("\(name) is no file that could be replaced. Give another name.")
            }
            guard replaces else {
                throw CommandError("\(name) exists already. Give another name, or --force to replace it.")
            }
        }
        let code = tryMakingFile(beside: url)
        guard code == 0 else {
            throw CommandError(
                "Nothing can be written into \(folder) (\(String(cString: strerror(code)))). Change its permissions, or "
                    + "give another folder."
            )
        }
        var space = statvfs()
        guard statvfs(folder, &space) != 0 || UInt64(space.f_bavail) * UInt64(space.f_frsize) > leastSpace else {
            throw CommandError("The disk of \(folder) is full. Make room, or give another folder.")
        }
    }

    /// Permissions, read-only disks and folders that are none of a disk's: the system knows them all.
    ///
    /// - Returns: 0, or why no file can be made.
    private static func tryMakingFile(beside url: URL) -> CInt {
        let path = hiddenPath(beside: url)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        unlink(path)
        return 0
    }

    private static func hiddenPath(beside url: URL) -> String {
        url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(getpid())").path
    }

    /// Less room than this, in bytes, is none: the recorder leaves as much free.
    private static let leastSpace: UInt64 = 40_000_000

    /// Moves the file that is to be replaced out of the way, until the new one is begun.
    ///
    /// - Returns: `nil` when there is none.
    static func setAside(_ url: URL, named name: String) throws -> FormerFile? {
        let path = hiddenPath(beside: url)
        if rename(url.path, path) == 0 { return FormerFile(name: url.path, path: path) }
        guard errno == ENOENT else {
            throw CommandError("\(name) cannot be replaced: \(String(cString: strerror(errno))).")
        }
        return nil
    }

    /// A file that was moved out of the way.
    struct FormerFile: Sendable {
        /// Where it was.
        let name: String
        /// Where it is.
        let path: String

        func delete() {
            unlink(path)
        }

        /// Gives it its name again, unless it was deleted, or a new file has the name.
        func bringBack() {
            if access(name, F_OK) != 0 { rename(path, name) }
        }
    }
}

/// `--size` and `--rate`: how large a movie's frames are, and how many there are in a second.
struct MovieFormatOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The size of the camera's frames; else as suits best.", valueName: "width x height"),
        transform: PhotoSizeOption.size
    )
    var size: PhotoSize?

    @Option(help: ArgumentHelp("How many frames a second; else as suits best.", valueName: "frames a second"))
    var rate: Int?

    func validate() throws {
        guard rate.map({ (1...1000).contains($0) }) ?? true else {
            throw ValidationError("--rate must be a whole number of frames a second from 1 to 1000.")
        }
    }

    /// Whether nothing is asked for.
    var isEmpty: Bool { size == nil && rate == nil }

    /// Frames a second unless asked for otherwise.
    private static let usualRate = 30
    /// The largest size unless asked for otherwise, as presets have it.
    private static let usualSize = PhotoSize(width: 1920, height: 1080)

    /// What is asked for, of what a camera can record; `nil` if nothing is.
    ///
    /// A size alone has the rate that is nearest to 30 frames a second; a rate alone the largest size up to 1920 x 1080 that has it, else
    /// the smallest.
    ///
    /// - Parameters:
    ///   - choices: what the camera can record, the largest size first.
    ///   - camera: what it is called.
    /// - Throws: `CommandError` that tells what the camera has.
    func format(among choices: [MovieFormat], ofCamera camera: String) throws -> MovieFormat? {
        guard !isEmpty else { return nil }
        let fitting = choices.filter { choice in
            (size ?? choice.size) == choice.size && (rate ?? choice.framesPerSecond) == choice.framesPerSecond
        }
        let found =
            size == nil
            ? fitting.first { $0.width <= Self.usualSize.width && $0.height <= Self.usualSize.height } ?? fitting.last
            : fitting.min { abs($0.framesPerSecond - Self.usualRate) < abs($1.framesPerSecond - Self.usualRate) }
        if let found { return found }
        let wanted = [size.map { "\($0)" }, rate.map { "\($0) frames a second" }].compactMap { $0 }.joined(
            separator: " at "
        )
        throw CommandError("\(camera) records no \(wanted). It has \(MovieFormatFailure.list(choices)).")
    }
}

extension MovieFormat {
    fileprivate var size: PhotoSize { PhotoSize(width: width, height: height) }
}
