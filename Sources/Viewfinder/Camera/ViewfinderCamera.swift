/// What a viewfinder needs of a camera.
///
/// The server knows nothing else of cameras: the implementation over AVFoundation and the ones that tests script stand
/// behind the same protocol. Every method may be called from any task, several at once; each must return within a bounded
/// time and report what went wrong as a ``CameraCommandError`` whose words say what the user can do.
public protocol ViewfinderCamera: Sendable {
    /// Where the camera publishes its encoded frames; the same object for the camera's whole life.
    var frames: FrameBroadcaster { get }

    /// The camera as it is now, complete: a client that reads this once needs no history.
    func state() async -> ViewfinderState

    /// Everything that happens from this call on. The server iterates one such stream.
    ///
    /// A change of anything in ``ViewfinderState`` but its figures is a `.state` event; the figures come about once a second
    /// as `.figures`. The stream ends when the camera is torn down.
    func events() -> AsyncStream<ViewfinderEvent>

    /// Makes the camera with this identifier the one that feeds the preview and takes the photos.
    func selectCamera(id: String) async throws(CameraCommandError)

    /// Sets the zoom factor, in the device's own unit (`videoZoomFactor`).
    ///
    /// - Parameters:
    ///   - factor: within the limits that ``ViewfinderZoom`` tells; the server has already refused any other.
    ///   - isRamped: whether the device moves there smoothly instead of jumping.
    func setZoom(to factor: Double, isRamped: Bool) async throws(CameraCommandError)

    /// Takes a photo and returns when its file is completely written to the photo folder.
    func takePhoto() async throws(CameraCommandError) -> PhotoRecord

    /// Chooses between photos and movies. While a recording is under way, movies stay chosen.
    func setMode(_ mode: ViewfinderMode) async throws(CameraCommandError)

    /// Begins to record a movie to a new file in the movie folder, and returns when it records.
    ///
    /// - Parameter hasSound: false records the picture alone; true also the sound, if there is any.
    func startRecording(hasSound: Bool) async throws(CameraCommandError)

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

    /// Switches the torch. Called only while ``ViewfinderState/torch`` is not nil.
    func setTorch(isOn: Bool) async throws(CameraCommandError)

    /// Starts the camera that was stopped. Returns at once; the state tells how it goes on.
    func start() async throws(CameraCommandError)

    /// Stops the camera until it is started again: nothing else brings it back.
    func stop() async throws(CameraCommandError)

    /// Stops the camera, clears its error, and starts it afresh after a moment, having looked up permission again.
    func restart() async throws(CameraCommandError)
}
