import ArgumentParser
@_spi(Pinhole) import CameraEngine
import CommandSupport

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
