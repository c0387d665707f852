import AVFoundation

final class Frames: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(_: AVCaptureOutput, didOutput frame: CMSampleBuffer, from _: AVCaptureConnection) {
        print(frame.presentationTimeStamp.seconds, frame.formatDescription?.dimensions.width ?? 0)
    }
}
guard let camera = AVCaptureDevice.default(for: .video) else { fatalError("There is no camera.") }
let (session, output, frames) = (AVCaptureSession(), AVCaptureVideoDataOutput(), Frames())
output.setSampleBufferDelegate(frames, queue: DispatchQueue(label: "frames"))
session.addInput(try AVCaptureDeviceInput(device: camera))
session.addOutput(output)
session.startRunning()
dispatchMain()
