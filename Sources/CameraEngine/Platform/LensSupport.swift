@preconcurrency import AVFoundation

/// Cameras that are built of several lenses. A Mac has none.
enum LensSupport {
    /// The cameras that a camera is built of; empty for one with a single lens.
    static func constituents(of camera: AVCaptureDevice) -> [AVCaptureDevice] {
        #if os(macOS)
            []
        #else
            camera.constituentDevices
        #endif
    }

    /// The zoom factors at which a camera changes to its next lens, in ascending order; empty for one with a single lens.
    static func switchOverFactors(of camera: AVCaptureDevice) -> [Double] {
        #if os(macOS)
            []
        #else
            camera.virtualDeviceSwitchOverVideoZoomFactors.map(\.doubleValue)
        #endif
    }

    /// What a camera sees from left to right at most, in degrees; 0 if that is not known.
    static func fieldOfView(of camera: AVCaptureDevice) -> Double {
        #if os(macOS)
            0
        #else
            camera.formats.map { Double($0.videoFieldOfView) }.max() ?? 0
        #endif
    }
}
