public import CaptureDriver
import Dispatch

extension CaptureSystem {
    /// Returns when sessions and devices on this system have dealt with what has happened by itself so far: heat, calls, cameras that come
    /// and go, photos and movies that are written.
    ///
    /// With a clock that stands still, wait so before time goes on: what was to happen at one moment would else happen at a later one,
    /// on a busy machine at another than on an idle one. It waits as long as handlers of the app's take that are told of it, so it must
    /// not be called from one.
    public func settle() async {
        let unsettled = unsettled
        await withCheckedContinuation { settled in
            unsettled.notify(queue: .global()) { settled.resume() }
        }
    }
}
