import CaptureCore
import CaptureDriver

extension CaptureGraph {
    /// The inputs whose cameras are there.
    var cameraInputs: [AVCaptureDeviceInput] {
        deviceInputs.filter { $0.device.hardware.medium == .video && $0.device.isConnected }
    }

    /// Whether the pressure on one of the cameras is as high as this.
    func hasCamera(atLeast level: SystemPressure.Level, _ conditions: any SystemConditions) -> Bool {
        cameraInputs.contains { conditions.pressure(on: $0.device.hardware.id).level >= level }
    }

    /// What the graph's cameras ask of the hardware; one that nothing is connected to asks for nothing.
    var cameraLoads: [CameraLoad] {
        cameraInputs.flatMap { input in
            sources(of: input).compactMap { device in
                guard let request = input.streamRequest(of: device) else { return nil }
                return CameraLoad(
                    format: request.format,
                    frameDuration: request.frameDuration,
                    durationOverride: input.videoMinFrameDurationOverride,
                    isStreaming: !input.isLost && connections.contains { $0.carriesData(from: input, of: device) }
                )
            }
        }
    }

    /// The cost of a plain session: 0 unless it has several video data outputs, or one beside a movie output (S-102).
    var plainHardwareCost: Float {
        let dataOutputs = outputs.count { $0 is AVCaptureVideoDataOutput }
        let movieOutputs = outputs.count { $0 is AVCaptureMovieFileOutput }
        guard dataOutputs > 0, dataOutputs + movieOutputs > 1 else { return 0 }
        return SessionCost.hardware(cameraLoads)
    }
}
