import CameraEngine
import CameraLifecycle
import CaptureDriver
import SimulatedDriver

extension CameraScenario {
    /// Movies with sound: microphones, their permission, and the ways that sound takes.
    static let recordingWithAudio: [CameraScenario] = [
        audioRecording, routedRecording, lostAudioRecording, endedAudioRecording,
    ].flatMap(\.self)

    private static let audioRecording: [CameraScenario] = [
        movie(
            "R-REC-1, S-126",
            "With movies the microphone is there, its level can be seen, and the movie has sound",
            audio: .whenAvailable,
            [
                .movie(.mode(.video)), .movie(.audio(.on)), .movie(.levels(1)), .movie(.starts()), .passes(seconds: 1),
                .movie(.stops), .movie(.hasAudio(true)), .movie(.audioLasts(0.8...1.3)), .movie(.mode(.photo)),
                .movie(.audio(.off)), .shows(.live),
            ]
        ),
        movie(
            "R-REC-6",
            "Recorded from photo mode, the movie has sound, and the microphone is left again",
            audio: .whenAvailable,
            [
                .movie(.audio(.off)), .movie(.starts()), .passes(seconds: 1), .movie(.stops), .movie(.hasAudio(true)),
                .movie(.audioLasts(0.7...1.3)), .movie(.audio(.off)), .holds(devices: 1), .framesCome,
            ]
        ),
        movie(
            "R-REC-2",
            "Pauses are missing in picture and sound alike",
            audio: .whenAvailable,
            [
                .movie(.mode(.video)), .movie(.audio(.on)), .movie(.starts()), .passes(seconds: 1), .movie(.pauses),
                .passes(seconds: 3), .movie(.resumes), .passes(seconds: 1), .movie(.pauses), .passes(seconds: 5),
                .movie(.resumes), .passes(seconds: 1), .movie(.stops), .movie(.lasts(2.6...3.4)),
                .movie(.audioLasts(2.6...3.4)),
            ]
        ),
        movie(
            "R-REC-2",
            "Stopped at once after the start, there is a movie or a clear reason why there is none, with sound too",
            audio: .whenAvailable,
            [
                .movie(.startsAndGoesOn), .movie(.isIn(.starting)), .movie(.stopsAtOnce), .movie(.isIn(.idle)),
                .framesCome, .movie(.starts()), .passes(seconds: 1), .movie(.stops), .movie(.hasAudio(true)),
            ]
        ),
        movie(
            "R-REC-6",
            "A recording that is asked for without sound has none, though there is a microphone",
            audio: .whenAvailable,
            [
                .movie(.starts(.init(audio: false))), .passes(seconds: 1), .movie(.stops), .movie(.hasAudio(false)),
                .movie(.mode(.video)), .movie(.audio(.on)), .movie(.starts(.init(audio: false))), .passes(seconds: 1),
                .movie(.stops), .movie(.hasAudio(false)), .movie(.audio(.on)),
            ]
        ),
        movie(
            "R-REC-6",
            "A microphone that is not allowed is said, and the movie has a picture",
            audio: .whenAvailable,
            microphone: .denied,
            [
                .movie(.mode(.video)), .movie(.audio(.notAllowed)), .movie(.starts()), .passes(seconds: 1),
                .movie(.stops), .movie(.hasAudio(false)), .movie(.delivered([.requested])),
            ]
        ),
        movie(
            "R-REC-6",
            "The user is asked for the microphone once, with the first need",
            audio: .whenAvailable,
            microphone: .notDetermined,
            [
                .movie(.microphoneIsUntouched), .movie(.starts()), .passes(seconds: 1), .movie(.stops),
                .movie(.hasAudio(true)), .shows(.live),
            ]
        ),
        movie(
            "R-LIFE-15",
            "Where the microphone is never used, nobody is asked for it, and it is never opened, whatever happens",
            microphone: .notDetermined,
            [
                .movie(.mode(.video)), .movie(.starts()), .passes(seconds: 1), .movie(.stops),
                .movie(.hasAudio(false)), .movie(.audio(.off)), .movie(.plugs(.wiredHeadset)),
                .movie(.starts(.init(goesOn: true))), .passes(seconds: 0.5), .selects(.front),
                .movie(.isIn(.recording)), .movie(.callBegins), .passes(seconds: 0.5), .movie(.isIn(.recording)),
                .movie(.callEnds), .movie(.stops), .movie(.hasAudio(false)), .restart, .shows(.live), .leavesApp,
                .shows(.inBackground), .returnsToApp, .shows(.live), .resetsMediaServices, .passes(seconds: 1),
                .shows(.live), .movie(.starts()), .passes(seconds: 0.5), .movie(.stops),
                .movie(.hears(through: nil)), .movie(.levels(0)), .movie(.microphoneIsUntouched),
            ]
        ),
    ]

    private static let routedRecording: [CameraScenario] = [
        movie(
            "R-MULTI-9",
            "Sound that takes another way while a movie is recorded loses nothing but the gap",
            audio: .whenAvailable,
            [
                .movie(.mode(.video)), .movie(.audio(.on)), .movie(.hears(through: "iPhone Microphone")),
                .movie(.starts()), .passes(seconds: 1), .movie(.plugs(.wiredHeadset)), .passes(seconds: 1),
                .movie(.hears(through: "Headset Microphone")), .movie(.isIn(.recording)),
                .movie(.unplugs(.wiredHeadset)), .movie(.plugs(.usbMicrophone)), .passes(seconds: 1),
                .movie(.hears(through: "USB-C Microphone")), .movie(.stops), .movie(.delivered([.requested])),
                .movie(.lasts(2.6...3.4)), .movie(.audioLasts(2.6...3.4)),
            ]
        ),
        movie(
            "R-MULTI-9",
            "A Bluetooth headset that can records in high quality; one that cannot is left for talking",
            audio: .whenAvailable,
            [
                .movie(.plugs(.highQualityBluetoothHeadset)), .movie(.mode(.video)), .movie(.audio(.on)),
                .movie(.hears(through: "Studio Earbuds")), .movie(.starts()), .passes(seconds: 1), .movie(.stops),
                .movie(.hasAudio(true)), .movie(.unplugs(.highQualityBluetoothHeadset)),
                .movie(.plugs(.bluetoothHeadset)), .movie(.hears(through: "iPhone Microphone")),
            ]
        ),
    ]

    private static let lostAudioRecording: [CameraScenario] = [
        movie(
            "R-REC-6, S-79",
            "A call that comes while nothing is recorded gets the microphone, and not the picture",
            audio: .whenAvailable,
            [
                .movie(.mode(.video)), .movie(.audio(.on)), .movie(.callBegins), .passes(seconds: 0.2),
                .shows(.live), .framesCome, .movie(.audio(.inUse)), .movie(.starts()), .passes(seconds: 1),
                .movie(.stops), .movie(.hasAudio(false)), .movie(.callEnds), .movie(.audio(.on)), .movie(.starts()),
                .passes(seconds: 1), .movie(.stops), .movie(.hasAudio(true)),
            ]
        ),
        movie(
            "R-LIFE-9, R-REC-5",
            "A call while a movie with sound is recorded finishes it; the picture comes back during the call",
            audio: .whenAvailable,
            [
                .movie(.starts()), .passes(seconds: 1), .movie(.callBegins),
                .movie(.delivered([.interrupted(.microphoneInUse)])), .movie(.hasAudio(true)),
                .movie(.audioLasts(0.7...1.3)), .shows(.live), .framesCome, .movie(.callEnds), .shows(.live),
                .movie(.isIn(.idle)),
            ]
        ),
        movie(
            "R-REC-6",
            "A call leaves a movie without sound alone",
            audio: .whenAvailable,
            [
                .movie(.starts(.init(audio: false))), .passes(seconds: 1), .movie(.callBegins), .passes(seconds: 1),
                .movie(.isIn(.recording)), .movie(.callEnds), .passes(seconds: 1), .movie(.stops),
                .movie(.delivered([.requested])), .movie(.lasts(2.6...3.4)),
            ]
        ),
        movie(
            "R-REC-6",
            "A microphone that is lost leaves the picture: the movie goes on without it, and the next one is without",
            phone: .webcam,
            audio: .whenAvailable,
            [
                .movie(.starts()), .passes(seconds: 1), .movie(.microphoneGoes), .movie(.audio(.lost)),
                .passes(seconds: 1), .movie(.isIn(.recording)), .movie(.stops), .movie(.delivered([.requested])),
                .movie(.lasts(1.5...2.6)), .movie(.hasAudio(true)), .shows(.live), .framesCome, .movie(.mode(.video)),
                .movie(.audio(.noMicrophone)), .movie(.starts()), .passes(seconds: 1), .movie(.stops),
                .movie(.hasAudio(false)),
            ]
        ),
        movie(
            "R-REC-6",
            "A microphone that comes while a movie is recorded does not end it; the next movie has its sound",
            phone: .webcam,
            audio: .whenAvailable,
            [
                .movie(.microphoneGoes), .movie(.mode(.video)), .movie(.audio(.noMicrophone)), .movie(.starts()),
                .passes(seconds: 1), .movie(.microphoneComes), .passes(seconds: 1), .movie(.isIn(.recording)),
                .movie(.stops), .movie(.hasAudio(false)), .movie(.lasts(1.6...2.4)), .movie(.audio(.on)),
                .movie(.starts()), .passes(seconds: 1), .movie(.stops), .movie(.hasAudio(true)),
            ]
        ),
        movie(
            "R-REC-6",
            "A microphone that loses sound on its way leaves a gap, and the movie its length",
            audio: .whenAvailable,
            [
                .movie(.mode(.video)), .movie(.audio(.on)), .movie(.starts()), .passes(seconds: 1),
                .fault(.audioGap(seconds: 0.5)), .passes(seconds: 2), .movie(.stops), .movie(.lasts(2.6...3.4)),
                .movie(.audioLasts(2.6...3.4)),
            ]
        ),
    ]

    private static let endedAudioRecording: [CameraScenario] = [
        movie(
            "R-REC-5, R-LIFE-10",
            "In the background a movie with sound is finished, and no device is held",
            audio: .whenAvailable,
            [
                .movie(.mode(.video)), .movie(.starts()), .passes(seconds: 1), .leavesApp, .shows(.inBackground),
                .movie(.delivered([.background])), .movie(.hasAudio(true)), .movie(.audioLasts(0.7...1.3)),
                .holds(devices: 0), .returnsToApp, .shows(.live), .movie(.audio(.on)), .holds(devices: 2),
            ]
        ),
        movie(
            "R-LIFE-12",
            "A camera that is unplugged leaves its movie, with its sound, and lets go of the microphone",
            phone: .webcam,
            audio: .whenAvailable,
            [
                .movie(.starts()), .passes(seconds: 1), .fault(.unplug(seconds: nil)), .shows(.noCamera),
                .movie(.delivered([.cameraLost])), .movie(.hasAudio(true)), .holds(devices: 0), .fault(.replug),
                .shows(.live),
            ]
        ),
        movie(
            "R-LIFE-8",
            "Media services that are reset leave the movie with its sound; the next one has sound again",
            audio: .whenAvailable,
            [
                .movie(.mode(.video)), .movie(.starts()), .passes(seconds: 1), .resetsMediaServices,
                .movie(.delivered([.mediaServicesReset])), .movie(.hasAudio(true)), .passes(seconds: 1),
                .shows(.live), .movie(.audio(.on)), .movie(.starts()), .passes(seconds: 1), .movie(.stops),
                .movie(.hasAudio(true)),
            ]
        ),
        movie(
            "R-LIFE-9",
            "Another app that takes the camera finishes a movie with sound",
            audio: .whenAvailable,
            [
                .movie(.starts()), .passes(seconds: 1), .interrupts(.cameraInUse),
                .movie(.delivered([.interrupted(.cameraInUse)])), .movie(.hasAudio(true)),
                .interruptionEnds(.cameraInUse), .shows(.live), .movie(.isIn(.idle)),
            ]
        ),
        movie(
            "R-REC",
            "A recording that goes on with another camera has sound in both movies",
            audio: .whenAvailable,
            [
                .movie(.starts(.init(goesOn: true))), .passes(seconds: 1), .selects(.front),
                .movie(.delivered([.cameraChanged])), .movie(.hasAudio(true)), .movie(.isIn(.recording)),
                .uses(.front), .passes(seconds: 1), .movie(.stops), .movie(.delivered([.cameraChanged, .requested])),
                .movie(.hasAudio(true)), .movie(.audioLasts(0.5...1.6)),
            ]
        ),
    ]
}
