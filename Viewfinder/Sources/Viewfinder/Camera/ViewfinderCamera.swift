public import CameraEngine

/// What a viewfinder needs of a camera.
///
/// The server knows nothing else of cameras: the implementation over AVFoundation and the ones that tests script stand
/// behind the same protocol. Every method may be called from any task, several at once; each must return within a bounded
/// time and report what went wrong as a ``CameraCommandError`` whose words say what the user can do.
public protocol ViewfinderCamera: Sendable {
    /// Where the encoded frames of each camera that can run are published, by the camera's index: the leading one first, the others
    /// while they run. At least one, and the same objects for the camera's whole life.
    var streams: [FrameBroadcaster] { get }

    /// The camera as it is now, complete: a client that reads this once needs no history.
    func state() async -> ViewfinderState

    /// Everything that happens from this call on. The server iterates one such stream.
    ///
    /// A change of anything in ``ViewfinderState`` but its metrics is a `.state` event; the metrics of the cameras that run come about
    /// once a second as `.metrics`. The stream ends when the camera is torn down.
    func events() -> AsyncStream<ViewfinderEvent>

    /// Makes the camera with this identifier the one that feeds the preview and takes the photos.
    func selectCamera(id: String) async throws(CameraCommandError)

    /// Sets the zoom factor, in the device's own unit (`videoZoomFactor`).
    ///
    /// - Parameters:
    ///   - factor: within the limits that ``ViewfinderState/controls`` tells; the server has already refused any other.
    ///   - isRamped: whether the device moves there smoothly instead of jumping.
    func setZoom(to factor: Double, isRamped: Bool) async throws(CameraCommandError)

    /// Takes a photo of what is shown large and returns when its file is completely written to the photo folder.
    ///
    /// - Parameter options: what is wanted of it; a size is one that ``ViewfinderState/controls`` tell. Where each of two cameras takes
    ///   a photo, whoever listens to the events hears of the second file, or of what kept it from being written.
    func takePhoto(_ options: ViewfinderPhotoOptions) async throws(CameraCommandError) -> PhotoRecord

    /// Chooses between photos and movies. While a recording is under way, movies stay chosen.
    func setMode(_ mode: CaptureMode) async throws(CameraCommandError)

    /// Chooses the size and rate of movies, for whichever camera is in use; another one takes what comes closest.
    ///
    /// - Parameter format: one of ``ViewfinderRecording/formats`` unless there are none; nil for as the camera does by itself.
    /// - Throws: why not; while a recording is under way, and while two cameras are wanted, nothing is chosen.
    func setMovieFormat(_ format: MovieFormat?) async throws(CameraCommandError)

    /// Begins to record a movie to a new file in the movie folder, and returns when it records.
    ///
    /// - Parameters:
    ///   - hasAudio: false records the picture alone; true also the sound, if there is any.
    ///   - hasSeparateFiles: whether two cameras are also recorded to a file each, beside the movie with both.
    func startRecording(hasAudio: Bool, hasSeparateFiles: Bool) async throws(CameraCommandError)

    /// Lets the recording rest. What happens meanwhile is not in the movie.
    func pauseRecording() async throws(CameraCommandError)

    /// Goes on with a recording that rests.
    func resumeRecording() async throws(CameraCommandError)

    /// Ends the recording and returns when the movie can be played. Whoever listens to the events hears of it too.
    func stopRecording() async throws(CameraCommandError) -> MovieRecord

    /// How far the recording is, and how loud it is now; nil as long as movies are of no interest. Asked about ten times a
    /// second while somebody looks, else never.
    func recordingProgress() async -> RecordingProgress?

    /// Focuses and exposes for a place in the picture.
    func focusAndExpose(at point: ViewfinderPoint) async throws(CameraCommandError)

    /// Focuses and exposes for a place in the picture, and keeps both. Called only where ``ViewfinderState/controls`` can.
    func lockFocusAndExposure(at point: ViewfinderPoint) async throws(CameraCommandError)

    /// Lets focus and exposure follow the picture again.
    func unlockFocusAndExposure() async throws(CameraCommandError)

    /// Makes pictures brighter or darker. Called only where ``ViewfinderState/controls`` can, with a bias in the range.
    func setExposureBias(_ bias: Double) async throws(CameraCommandError)

    /// Switches the torch. Called only where ``ViewfinderState/controls`` have one.
    func setTorch(isOn: Bool) async throws(CameraCommandError)

    /// Starts the camera that was stopped. Returns at once; the state tells how it goes on.
    func start() async throws(CameraCommandError)

    /// Stops the camera until it is started again: nothing else brings it back.
    func stop() async throws(CameraCommandError)

    /// Stops the camera, clears its error, and starts it afresh after a moment, having looked up permission again.
    func restart() async throws(CameraCommandError)

    /// Runs two cameras, or one again. Returns at once; the state tells how it goes on, and why there is only one camera if
    /// two cannot run. Called with true only while ``ViewfinderState/dual`` is offered.
    func setDual(isOn: Bool) async throws(CameraCommandError)

    /// Puts the two pictures elsewhere, also while a movie is recorded. The server has checked that the place is one.
    ///
    /// Several pages may arrange at once: what a change does not name stays as the changes before it, and swaps, have left it,
    /// whether the state tells of them already or not.
    func arrange(_ change: CameraArrangement.Change) async throws(CameraCommandError)

    /// Puts each of the two pictures in the other one's place, also while a movie is recorded.
    func swapCameras() async throws(CameraCommandError)

    /// Puts the finger on the control on the device's edge, or takes it away. Called only while ``ViewfinderState/hardware``
    /// is not nil.
    func setHardware(isActive: Bool) async throws(CameraCommandError)

    /// Changes something by the control on the device's edge, as a finger would.
    ///
    /// - Parameters:
    ///   - id: one of those that ``ViewfinderHardware`` tells, which can be changed now.
    ///   - value: within its limits; the server has already refused any other.
    func setHardwareControl(id: String, value: Double) async throws(CameraCommandError)
}

extension ViewfinderCamera {
    /// Takes a photo of what is shown large.
    public func takePhoto() async throws(CameraCommandError) -> PhotoRecord {
        try await takePhoto(ViewfinderPhotoOptions())
    }

    /// Where the leading camera's encoded frames are published.
    public var frames: FrameBroadcaster { streams[0] }
}

/// Why the camera did not do what it was asked.
public struct CameraCommandError: Error, Codable, Equatable, Sendable {
    /// The kind of failure, which decides the HTTP status.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// The request makes no sense to this camera: an unknown identifier, a factor out of range.
        case invalidRequest
        /// The camera can not do this at all, or not in its present state.
        case unavailable
        /// The photo or movie could not be stored: the folder is not writable, or the disk is full.
        case storage
        /// The camera did not answer in time.
        case timedOut
        /// Anything else.
        case failed
    }

    /// The kind of failure.
    public var kind: Kind
    /// What happened and what the user can do, as a sentence.
    public var message: MessageText
    /// The native error code, if there is one.
    public var code: Int?

    /// Makes an error.
    public init(_ kind: Kind, _ message: MessageText, code: Int? = nil) {
        self.kind = kind
        self.message = message
        self.code = code
    }
}

/// Something that happened to the camera.
public enum ViewfinderEvent: Equatable, Sendable {
    /// The state changed; the new one, complete.
    case state(ViewfinderState)
    /// A photo has been written.
    case photo(PhotoRecord)
    /// A recording has ended, however it did. Once for each.
    case movie(MovieRecord)
    /// Something that the user asked for on the device itself did not happen, with words for the user.
    case failure(CameraCommandError)
    /// New metrics, by the cameras' indices; what cameras measure that do not run is old.
    case metrics([ViewfinderMetrics])
}
