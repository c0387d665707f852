import ArgumentParser

/// What the measurements of recording record, and where to.
struct RecordingArguments: ParsableArguments {
    @Argument(help: "Raw frames, as 'pinhole-bench scene-frames' writes them.")
    var frames: String

    @Argument(help: "Raw sound: 48 kHz, two channels of 16 bits.")
    var sound: String

    @Argument(help: "The movie to write.")
    var movie: String

    @Option(help: "How many seconds to record.")
    var seconds = 20.0
}
