import CameraEngine
import CameraLifecycle
import CaptureDriver
import SimulatedDriver

/// Something that users do about movies in a scenario, or that has to be seen of them.
enum MovieStep: Sendable {
    /// What is wanted of a recording.
    struct Request: Sendable {
        var goesOn = false
        var audio = true
        var maximumDuration: Double?
        var maximumFileSize: Int64?
        var freeSpaceKept: Int64?
    }

    // MARK: What users do

    /// Photos or movies.
    case mode(CaptureMode)
    /// A recording is asked for, and begins in time.
    case starts(Request = Request())
    /// A recording is asked for, and there is none.
    case startFails(RecordingFailure, Request = Request())
    /// A recording is asked for into the file of the last one.
    case startsOver
    /// A recording is asked for; what becomes of it is not waited for.
    case startsAndGoesOn
    case pauses, resumes
    /// It is stopped, and there is a movie in time.
    case stops
    /// It is stopped twice at once, and both hear of the same movie.
    case stopsTwice
    /// It is stopped before anything is recorded: there is a movie or the reason why there is none.
    case stopsAtOnce
    /// Nothing is to be stopped, or resumed.
    case stopFails, resumeFails
    /// Photos are taken, and come.
    case takesPhotos(Int)
    /// The phone is turned.
    case turns(HostOrientation)

    // MARK: What happens

    /// The folder goes.
    case folderGoes
    /// Nothing more fits onto the disk; and there is room again.
    case diskFills, diskHasRoom
    /// A microphone goes, and comes.
    case microphoneGoes, microphoneComes
    /// Something with a microphone is plugged in, and pulled out.
    case plugs(SimulatedAccessory)
    case unplugs(SimulatedAccessory)
    /// What the user decides about the microphone.
    case microphone(CaptureAuthorization)
    /// A call takes the microphone from whoever has it, and ends.
    case callBegins, callEnds

    // MARK: What has to be seen

    /// The recording is so far, in time.
    case isIn(RecordingPhase)
    /// These recordings have been delivered, in time, and no others.
    case delivered([RecordingEnd])
    /// The movie that was delivered last has so many seconds.
    case lasts(ClosedRange<Double>)
    /// The movie that was delivered last has sound, or not.
    case hasAudio(Bool)
    /// The sound of the movie that was delivered last has so many seconds.
    case audioLasts(ClosedRange<Double>)
    /// Players turn the movie that was delivered last by so many degrees.
    case isTurned(Int)
    /// What is the matter with the microphone, in time.
    case audio(AudioState)
    /// What sound comes in through.
    case hears(through: String?)
    /// It is loud: as many channels have a level.
    case levels(Int)
    /// Nobody has asked for the microphone, or opened it.
    case microphoneIsUntouched
}
