import AVFoundation
import CoreMedia
import SimulatedDriver
import Synchronization
import Testing

/// A property, and what observes it.
private struct ObservableProperty<Object> {
    let name: String
    /// Observes, and counts the calls.
    let observe: (Object, @escaping @Sendable () -> Void) -> NSKeyValueObservation
}

extension NSObjectProtocol where Self: _KeyValueCodingAndObserving & SendableMetatype {
    fileprivate static func property<Value>(_ keyPath: KeyPath<Self, Value>) -> ObservableProperty<Self> {
        ObservableProperty(name: "\(keyPath)") { object, call in
            object.observe(keyPath, options: [.initial, .new]) { _, _ in call() }
        }
    }

    /// The names of those of the properties that cannot be observed. One that is not known to the class ends the process.
    fileprivate func unobserved(_ properties: [ObservableProperty<Self>]) -> [String] {
        properties.filter { property in
            let calls = Counter()
            let observation = property.observe(self) { calls.add() }
            observation.invalidate()
            return calls.value != 1
        }
        .map(\.name)
    }
}

private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}

/// Remembers what an observer was told.
private final class Values<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    var all: [Value] { values.withLock { $0 } }
    func add(_ value: Value) { values.withLock { $0.append(value) } }
}

extension AVFoundationBehaviour {
    @Suite("Observable properties")
    struct ObservablePropertiesTests {
        @Test("A camera: all that Apple documents as observable can be observed")
        func camera() throws {
            typealias Device = AVCaptureDevice
            let properties: [ObservableProperty<Device>] = [
                Device.property(\.isConnected), Device.property(\.isSuspended), Device.property(\.formats),
                Device.property(\.activeFormat), Device.property(\.activeVideoMinFrameDuration),
                Device.property(\.activeVideoMaxFrameDuration), Device.property(\.isAutoVideoFrameRateEnabled),
                Device.property(\.activeColorSpace), Device.property(\.activeDepthDataFormat),
                Device.property(\.activeDepthDataMinFrameDuration), Device.property(\.systemPressureState),
                Device.property(\.focusMode), Device.property(\.focusPointOfInterest),
                Device.property(\.isAdjustingFocus),
                Device.property(\.lensPosition), Device.property(\.focusRectOfInterest),
                Device.property(\.exposureMode), Device.property(\.exposurePointOfInterest),
                Device.property(\.isAdjustingExposure), Device.property(\.exposureDuration), Device.property(\.iso),
                Device.property(\.exposureTargetOffset), Device.property(\.exposureTargetBias),
                Device.property(\.exposureRectOfInterest), Device.property(\.lensAperture),
                Device.property(\.isGlobalToneMappingEnabled), Device.property(\.whiteBalanceMode),
                Device.property(\.isAdjustingWhiteBalance), Device.property(\.deviceWhiteBalanceGains),
                Device.property(\.grayWorldDeviceWhiteBalanceGains), Device.property(\.torchMode),
                Device.property(\.torchLevel), Device.property(\.isTorchActive), Device.property(\.isTorchAvailable),
                Device.property(\.isFlashAvailable), Device.property(\.isLowLightBoostEnabled),
                Device.property(\.automaticallyEnablesLowLightBoostWhenAvailable), Device.property(\.videoZoomFactor),
                Device.property(\.isRampingVideoZoom), Device.property(\.minAvailableVideoZoomFactor),
                Device.property(\.maxAvailableVideoZoomFactor), Device.property(\.displayVideoZoomFactorMultiplier),
                Device.property(\.isSubjectAreaChangeMonitoringEnabled),
                Device.property(\.automaticallyAdjustsVideoHDREnabled), Device.property(\.isVideoHDREnabled),
                Device.property(\.isGeometricDistortionCorrectionEnabled), Device.property(\.activePrimaryConstituent),
                Device.property(\.primaryConstituentDeviceSwitchingBehavior),
                Device.property(\.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions),
                Device.property(\.activePrimaryConstituentDeviceSwitchingBehavior),
                Device.property(\.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions),
                Device.property(\.supportedFallbackPrimaryConstituentDevices),
                Device.property(\.fallbackPrimaryConstituentDevices), Device.property(\.isCenterStageActive),
                Device.property(\.centerStageRectOfInterest), Device.property(\.isPortraitEffectActive),
                Device.property(\.isStudioLightActive), Device.property(\.isBackgroundReplacementActive),
                Device.property(\.canPerformReactionEffects), Device.property(\.availableReactionTypes),
                Device.property(\.reactionEffectsInProgress), Device.property(\.spatialCaptureDiscomfortReasons),
                Device.property(\.cinematicVideoCaptureSceneMonitoringStatuses),
                Device.property(\.cameraLensSmudgeDetectionStatus), Device.property(\.dynamicAspectRatio),
                Device.property(\.dynamicDimensions), Device.property(\.companionDeskViewCamera),
            ]
            #expect(try Fixture().camera.unobserved(properties) == [])
        }

        @Test("A photo output: what it supports and offers can be observed (S-152)")
        func photoOutput() {
            typealias Output = AVCapturePhotoOutput
            let properties: [ObservableProperty<Output>] = [
                Output.property(\.captureReadiness), Output.property(\.availablePhotoPixelFormatTypes),
                Output.property(\.availablePhotoCodecTypes), Output.property(\.availablePhotoFileTypes),
                Output.property(\.availableRawPhotoPixelFormatTypes), Output.property(\.availableRawPhotoCodecTypes),
                Output.property(\.availableRawPhotoFileTypes), Output.property(\.availableLivePhotoVideoCodecTypes),
                Output.property(\.availableSemanticSegmentationMatteTypes), Output.property(\.supportedFlashModes),
                Output.property(\.maxBracketedCapturePhotoCount), Output.property(\.isAppleProRAWSupported),
                Output.property(\.isLivePhotoCaptureSupported), Output.property(\.isZeroShutterLagSupported),
                Output.property(\.isResponsiveCaptureSupported),
                Output.property(\.isFastCapturePrioritizationSupported),
                Output.property(\.isAutoDeferredPhotoDeliverySupported),
                Output.property(\.isDepthDataDeliverySupported),
                Output.property(\.isPortraitEffectsMatteDeliverySupported), Output.property(\.isConstantColorSupported),
                Output.property(\.isCameraCalibrationDataDeliverySupported),
                Output.property(\.isVirtualDeviceConstituentPhotoDeliverySupported),
                Output.property(\.isContentAwareDistortionCorrectionSupported),
                Output.property(\.isShutterSoundSuppressionSupported),
            ]
            let fixture = Fixture()
            let output = AVCapturePhotoOutput()
            fixture.session.addOutput(output)
            #expect(output.unobserved(properties) == [])
        }

        @Test("Sessions, connections, ports, layers and other outputs have observable properties")
        func others() throws {
            typealias Session = AVCaptureSession
            let fixture = Fixture()
            let input = try fixture.addInput()
            let output = fixture.addVideoOutput(FrameRecorder())
            let connection = try #require(output.connection(with: .video))
            #expect(
                fixture.session.unobserved([
                    Session.property(\.isRunning), Session.property(\.isInterrupted),
                    Session.property(\.synchronizationClock),
                ]) == []
            )
            #expect(
                connection.unobserved([
                    AVCaptureConnection.property(\.isActive), AVCaptureConnection.property(\.isEnabled),
                    AVCaptureConnection.property(\.activeVideoStabilizationMode),
                    AVCaptureConnection.property(\.isVideoMirrored), AVCaptureConnection.property(\.videoRotationAngle),
                ]) == []
            )
            let layer = AVCaptureVideoPreviewLayer(session: fixture.session)
            #expect(layer.unobserved([AVCaptureVideoPreviewLayer.property(\.isPreviewing)]) == [])
            #expect(input.ports[0].unobserved([AVCaptureInput.Port.property(\.formatDescription)]) == [])
            let codes = AVCaptureMetadataOutput()
            #expect(codes.unobserved([AVCaptureMetadataOutput.property(\.availableMetadataObjectTypes)]) == [])
            let multiCam = AVCaptureMultiCamSession()
            #expect(multiCam.unobserved([AVCaptureMultiCamSession.property(\.synchronizationClock)]) == [])
        }

        // MARK: Changes

        @Test("S-20: the session's clock is there from the first input on, and observers are told at the commit")
        func clock() throws {
            let fixture = Fixture()
            let seen = Values<Bool>()
            let observation = fixture.session.observe(\.synchronizationClock, options: [.new]) { session, change in
                seen.add(change.newValue.flatMap { $0 } != nil)
            }
            fixture.session.beginConfiguration()
            let input = try fixture.addInput()
            #expect(seen.all == [])
            fixture.session.commitConfiguration()
            fixture.session.inputs.forEach(fixture.session.removeInput)
            observation.invalidate()
            withExtendedLifetime(input) {}
            #expect(seen.all == [true, false])
        }

        @Test("A layer tells when it begins and ends to show a session, whatever the reason")
        func previewing() throws {
            let fixture = Fixture()
            try fixture.addInput()
            let layer = AVCaptureVideoPreviewLayer(session: fixture.session)
            let seen = Values<Bool>()
            let observation = layer.observe(\.isPreviewing, options: [.new]) { layer, change in
                seen.add(change.newValue == true && layer.isPreviewing)
            }
            fixture.session.startRunning()
            fixture.session.stopRunning()
            fixture.session.startRunning()
            layer.connection?.isEnabled = false
            layer.connection?.isEnabled = true
            fixture.phone.interrupt(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            fixture.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            fixture.session.settle()
            layer.session = nil
            observation.invalidate()
            #expect(seen.all == [true, false, true, false, true, false, true, false])
        }

        @Test("A connection tells when it is disabled, turned and mirrored, and keeps quiet when nothing changes")
        func connection() throws {
            let fixture = Fixture()
            try fixture.addInput()
            let connection = try #require(fixture.addVideoOutput(FrameRecorder()).connection(with: .video))
            let seen = Values<String>()
            let observations = [
                connection.observe(\.isEnabled, options: [.new]) { _, change in
                    seen.add("enabled \(change.newValue ?? true)")
                },
                connection.observe(\.videoRotationAngle, options: [.old, .new]) { _, change in
                    seen.add("\(change.oldValue ?? -1) to \(change.newValue ?? -1)")
                },
                connection.observe(\.isVideoMirrored, options: [.new]) { _, change in
                    seen.add("mirrored \(change.newValue ?? false)")
                },
            ]
            for _ in 0..<2 {
                connection.isEnabled = false
                connection.videoRotationAngle = 90
                connection.automaticallyAdjustsVideoMirroring = false
                connection.isVideoMirrored = true
            }
            observations.forEach { $0.invalidate() }
            #expect(seen.all == ["enabled false", "0.0 to 90.0", "mirrored true"])
        }

        @Test("S-160: what depends on zero shutter lag and responsive capture is told when they are switched")
        func photoSpeed() throws {
            let fixture = Fixture()
            let output = AVCapturePhotoOutput()
            fixture.session.addOutput(output)
            let seen = Values<String>()
            let observations = [
                output.observe(\.isResponsiveCaptureSupported, options: [.new]) { _, change in
                    seen.add("responsive \(change.newValue ?? false)")
                },
                output.observe(\.isFastCapturePrioritizationSupported, options: [.new]) { _, change in
                    seen.add("fast \(change.newValue ?? false)")
                },
            ]
            try fixture.addInput()
            output.isResponsiveCaptureEnabled = true
            output.isZeroShutterLagEnabled = false
            observations.forEach { $0.invalidate() }
            #expect(seen.all == ["responsive true", "fast true", "responsive false", "fast false"])
        }
    }
}
