import CameraEngine
import CameraLifecycle
import CaptureDriver
import SimulatedDriver

extension CameraScenario {
    /// Movies, and all that can get in their way.
    static let recording: [CameraScenario] = [
        plainRecording, turnedRecording, endedRecording, interruptedRecording, pausedRecording, recordingWithAudio,
    ].flatMap(\.self)

    /// A scenario whose engine records movies.
    static func movie(
        _ requirement: String,
        _ name: String,
        phone: SimulatedPhone.Profile = .iphone,
        audio: EngineConfiguration.Audio = .never,
        microphone: CaptureAuthorization = .authorized,
        _ steps: [ScenarioStep]
    ) -> CameraScenario {
        var scenario = CameraScenario(requirement, name, phone: phone)
        scenario.configuration.recordsMovies = true
        scenario.configuration.audio = audio
        scenario.microphone = microphone
        scenario.steps = [.start, .shows(.live)] + steps
        return scenario
    }

    private static let plainRecording: [CameraScenario] = [
        movie(
            "R-REC-1",
            "A movie is recorded, stopped and delivered once",
            [
                .movie(.starts()), .passes(seconds: 2), .movie(.isIn(.recording)), .movie(.stops),
                .movie(.delivered([.requested])), .movie(.lasts(1.5...2.5)), .movie(.isIn(.idle)), .shows(.live),
                .framesCome,
            ]
        ),
        movie(
            "R-REC-2",
            "Pauses are missing in the movie",
            [
                .movie(.starts()), .passes(seconds: 1), .movie(.pauses), .movie(.isIn(.paused)), .passes(seconds: 3),
                .movie(.resumes), .passes(seconds: 1), .movie(.stops), .movie(.lasts(1.5...2.6)),
            ]
        ),
        movie(
            "R-REC-2",
            "A movie ends by itself at its full length, and the camera stays live",
            [
                .movie(.starts(.init(maximumDuration: 1))), .movie(.delivered([.maximumDuration])),
                .movie(.lasts(0.8...1.2)), .shows(.live), .movie(.stopFails), .movie(.starts()), .movie(.stopsAtOnce),
            ]
        ),
        movie(
            "R-REC-2",
            "A movie ends by itself at its full size",
            [.movie(.starts(.init(maximumFileSize: 100_000))), .movie(.delivered([.maximumFileSize])), .shows(.live)]
        ),
        movie(
            "R-REC-2",
            "Stopped at once after the start, there is a movie or a clear reason why there is none",
            [
                .movie(.startsAndGoesOn), .movie(.isIn(.starting)), .movie(.stopsAtOnce), .movie(.isIn(.idle)),
                .framesCome,
            ]
        ),
        movie(
            "R-REC-2",
            "Stopped twice at once, there is one movie",
            [
                .movie(.starts()), .passes(seconds: 1), .movie(.stopsTwice), .movie(.delivered([.requested])),
                .movie(.stopFails),
            ]
        ),
        movie(
            "R-REC",
            "One recording at a time: a second one is refused, and the first goes on",
            [
                .movie(.starts()), .movie(.startFails(.nothingRecorded(.alreadyRecording))), .passes(seconds: 1),
                .movie(.stops), .movie(.delivered([.requested])),
            ]
        ),
        movie(
            "R-REC",
            "A file that exists is left as it is",
            [.movie(.starts()), .passes(seconds: 1), .movie(.stops), .movie(.startsOver)]
        ),
        movie(
            "R-REC",
            "Ten movies in a row",
            [
                .repeats(10, [.movie(.starts()), .passes(seconds: 0.5), .movie(.stops)]),
                .movie(.delivered(Array(repeating: .requested, count: 10))),
            ]
        ),
        movie(
            "R-PHOTO-4, R-REC",
            "Photos are taken while a movie is recorded, which goes on",
            [
                .movie(.starts()), .movie(.takesPhotos(3)), .movie(.isIn(.recording)), .movie(.stops),
                .movie(.delivered([.requested])),
            ]
        ),
    ]

    private static let turnedRecording: [CameraScenario] = [
        movie(
            "R-ROT-3",
            "Turned while it is recorded, a movie stays as it began; the next one is upright",
            [
                .movie(.starts()), .passes(seconds: 0.5), .movie(.turns(.landscapeLeft)), .passes(seconds: 0.5),
                .movie(.stops), .movie(.isTurned(90)), .movie(.starts()), .passes(seconds: 0.5), .movie(.stops),
                .movie(.isTurned(0)),
            ]
        ),
        movie(
            "R-ROT-3",
            "Turned between two movies, both are upright, and so is the one after a change of cameras",
            [
                .movie(.starts()), .passes(seconds: 0.5), .movie(.stops), .movie(.isTurned(90)),
                .movie(.turns(.portraitUpsideDown)), .movie(.starts()), .passes(seconds: 0.5), .movie(.stops),
                .movie(.isTurned(270)), .movie(.starts(.init(goesOn: true))), .passes(seconds: 0.5),
                .movie(.turns(.portrait)), .selects(.front),
                .movie(.delivered([.requested, .requested, .cameraChanged])),
                .movie(.isTurned(270)), .movie(.isIn(.recording)), .passes(seconds: 0.5), .movie(.stops),
                .movie(.isTurned(90)),
            ]
        ),
    ]

    private static let endedRecording: [CameraScenario] = [
        movie(
            "R-REC",
            "A disk that fills up ends the movie, which has what fitted; with room again the next one is recorded",
            [
                .movie(.starts()), .passes(seconds: 3), .movie(.diskFills), .movie(.delivered([.diskFull])),
                .movie(.diskHasRoom), .movie(.lasts(1...20)), .shows(.live), .movie(.starts()), .passes(seconds: 1),
                .movie(.stops), .movie(.delivered([.diskFull, .requested])),
            ]
        ),
        movie(
            "R-REC",
            "On a disk without the room that is to stay free nothing is recorded",
            [
                .movie(.startFails(.nothingRecorded(.diskFull), .init(freeSpaceKept: .max / 2))), .shows(.live),
                .movie(.starts()), .passes(seconds: 0.5), .movie(.stops),
            ]
        ),
        movie(
            "R-REC-5, R-LIFE-10",
            "A paused movie is finished in the background, and has what was recorded before the pause",
            [
                .movie(.starts()), .passes(seconds: 1), .movie(.pauses), .passes(seconds: 2), .leavesApp,
                .shows(.inBackground), .movie(.delivered([.background])), .movie(.lasts(0.8...1.2)),
                .holds(devices: 0),
            ]
        ),
        movie(
            "R-REC-5, R-LIFE-10",
            "In the background the movie is finished and delivered; back in front nothing is recorded",
            [
                .movie(.starts()), .passes(seconds: 1), .leavesApp, .shows(.inBackground),
                .movie(.delivered([.background])), .holds(devices: 0), .returnsToApp, .shows(.live),
                .movie(.isIn(.idle)), .movie(.stopFails),
            ]
        ),
        movie(
            "R-LIFE-3",
            "Stopped with the camera, the movie is finished before the session is emptied",
            [
                .movie(.starts()), .passes(seconds: 1), .stop, .shows(.off), .movie(.delivered([.cameraStopped])),
                .movie(.lasts(0.5...1.6)), .holds(devices: 0),
            ]
        ),
        movie(
            "R-LIFE-7",
            "Restart Camera finishes the movie first",
            [
                .movie(.starts()), .passes(seconds: 1), .restart, .movie(.delivered([.cameraRestarted])), .shows(.live),
                .framesCome,
            ]
        ),
        movie(
            "R-LIFE-12",
            "A camera that is unplugged leaves its movie",
            phone: .webcam,
            [
                .movie(.starts()), .passes(seconds: 1), .fault(.unplug(seconds: nil)), .shows(.noCamera),
                .movie(.delivered([.cameraLost])), .fault(.replug), .shows(.live), .movie(.isIn(.idle)),
            ]
        ),
        movie(
            "R-LIFE-8",
            "Media services that are reset leave the movie",
            [
                .movie(.starts()), .passes(seconds: 1), .resetsMediaServices,
                .movie(.delivered([.mediaServicesReset])), .shows(.live), .movie(.starts()), .movie(.stopsAtOnce),
            ]
        ),
        movie(
            "R-LIFE-8",
            "A session that fails leaves the movie",
            [
                .movie(.starts()), .passes(seconds: 1), .sessionFails(code: -11_800),
                .movie(.delivered([.cameraFailed])), .shows(.live),
            ]
        ),
        movie(
            "R-LIFE-5",
            "A camera that falls silent leaves its movie, and comes back",
            [
                .movie(.starts()), .passes(seconds: 1), .fault(.stall(seconds: 8)),
                .shows(.recovering(attempt: 1)), .movie(.isIn(.idle)), .shows(.live, within: 40),
            ]
        ),
        movie(
            "R-REC",
            "Another camera ends the movie; its picture comes",
            [
                .movie(.starts()), .passes(seconds: 1), .selects(.front), .movie(.delivered([.cameraChanged])),
                .shows(.live), .uses(.front), .movie(.isIn(.idle)), .framesCome,
            ]
        ),
        movie(
            "R-REC",
            "A recording that goes on with another camera is two movies",
            [
                .movie(.starts(.init(goesOn: true))), .passes(seconds: 1), .selects(.front),
                .movie(.delivered([.cameraChanged])), .movie(.isIn(.recording)), .uses(.front), .passes(seconds: 1),
                .movie(.stops), .movie(.delivered([.cameraChanged, .requested])), .movie(.lasts(0.5...1.6)),
            ]
        ),
        movie(
            "R-MULTI-5",
            "Too much heat finishes the movie",
            [
                .movie(.starts()), .passes(seconds: 1), .pressure(.shutdown),
                .shows(.interrupted(.systemPressure)), .movie(.isIn(.idle)), .pressure(.nominal),
                .shows(.live, within: 60),
            ]
        ),
        movie(
            "R-REC",
            "A folder that is removed ends the recording with an error; the camera stays live",
            [
                .movie(.starts()), .passes(seconds: 1), .movie(.folderGoes), .movie(.isIn(.idle)), .shows(.live),
                .movie(.startFails(.noFolder)),
            ]
        ),
        movie(
            "R-REC",
            "Without a live picture nothing is recorded",
            [
                .stop, .shows(.off), .movie(.startFails(.nothingRecorded(.notLive))), .movie(.delivered([])),
                .holds(devices: 0),
            ]
        ),
        movie(
            "R-REC",
            "Another camera, another one, and a stop while the movie is being finished",
            [
                .movie(.starts(.init(goesOn: true))), .passes(seconds: 1), .selects(.front), .selects(.back), .stop,
                .shows(.off), .movie(.isIn(.idle)), .holds(devices: 0),
            ]
        ),
        movie(
            "R-REC",
            "Clocks that jump do not end a recording",
            [
                .movie(.starts()), .passes(seconds: 1), .clockJumps(seconds: 3_600), .passes(seconds: 1),
                .clockJumps(seconds: -7_200), .passes(seconds: 1), .movie(.isIn(.recording)), .movie(.stops),
                .movie(.lasts(2.5...3.5)),
            ]
        ),
    ]

    private static let interruptedRecording: [CameraScenario] =
        [CameraInterruption.cameraInUse, .severalAppsOnScreen, .systemPressure, .sensitiveContent].map {
            (reason) -> CameraScenario in
            movie(
                "R-LIFE-9, R-REC-5",
                "An interruption finishes the movie with its reason, and nothing is recorded after it: \(reason)",
                [
                    .movie(.starts()), .passes(seconds: 1), .interrupts(reason), .shows(.interrupted(reason)),
                    .movie(.delivered([.interrupted(reason)])), .interruptionEnds(reason), .shows(.live),
                    .movie(.isIn(.idle)),
                ]
            )
        }

    private static let pausedRecording: [CameraScenario] =
        [
            movie(
                "R-LIFE-9",
                "A paused recording is finished by an interruption too, and cannot be resumed afterwards",
                [
                    .movie(.starts()), .passes(seconds: 1), .movie(.pauses), .interrupts(.cameraInUse),
                    .movie(.delivered([.interrupted(.cameraInUse)])), .interruptionEnds(.cameraInUse), .shows(.live),
                    .movie(.resumeFails),
                ]
            ),
            movie(
                "R-LIFE-9",
                "During an interruption nothing can be recorded; afterwards it can",
                [
                    .interrupts(.cameraInUse), .shows(.interrupted(.cameraInUse)),
                    .movie(.startFails(.nothingRecorded(.notLive))), .interruptionEnds(.cameraInUse), .shows(.live),
                    .movie(.starts()), .passes(seconds: 1), .movie(.stops), .movie(.delivered([.requested])),
                ]
            ),
        ]
}
