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
