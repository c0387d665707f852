// A session is given to an actor and used on: somebody else may use it at the same time.
// expects: sending 'session' risks causing data races
import AVFoundation

actor Keeper {
    private var session: AVCaptureSession?

    func keep(_ session: AVCaptureSession) { self.session = session }
}

func race(_ keeper: Keeper) async {
    let session = AVCaptureSession()
    await keeper.keep(session)
    session.startRunning()
}
