import CoreMedia
import Foundation
import FoundationExtras

extension AVCaptureDevice {
    /// An observable property, and where its value comes from.
    struct ObservedProperty: Sendable {
        /// Tells those who observed if the property differs between two states.
        typealias Report =
            @Sendable (AVCaptureDevice, DeviceState, DeviceState, KeyValueObserverRegistry.Audience) -> Void

        let report: Report

        init<Value: Equatable & SendableMetatype>(
            _ keyPath: any KeyPath<AVCaptureDevice, Value> & Sendable,
            _ value: @escaping @Sendable (DeviceState) -> Value
        ) {
            self.init(keyPath) { _, state in value(state) }
        }

        /// For what depends on the hardware too.
        init<Value: Equatable & SendableMetatype>(
            _ keyPath: any KeyPath<AVCaptureDevice, Value> & Sendable,
            _ value: @escaping @Sendable (AVCaptureDevice, DeviceState) -> Value
        ) {
            report = { device, old, new, audience in
                let (before, after) = (value(device, old), value(device, new))
                if before != after { device.reportChange(of: keyPath, from: before, to: after, to: audience) }
            }
        }

        /// The format of depth maps.
        static let activeDepthFormat = ObservedProperty { device, old, new, audience in
            guard old.activeDepthFormat !== new.activeDepthFormat else { return }
            let property = \AVCaptureDevice.activeDepthDataFormat
            device.reportChange(of: property, from: old.activeDepthFormat, to: new.activeDepthFormat, to: audience)
        }

        /// The active format; a device that has one always has one.
        static let activeFormat = ObservedProperty { device, old, new, audience in
            guard let before = old.activeFormat, let after = new.activeFormat, before !== after else { return }
            device.reportChange(of: \AVCaptureDevice.activeFormat, from: before, to: after, to: audience)
        }

        private init(report: @escaping Report) {
            self.report = report
        }
    }

    /// The observable properties with a value in the state; in the order of `observableKeyPaths(rootedAt:)`.
    static let observedProperties: [ObservedProperty] = [
        ObservedProperty(\.isConnected) { $0.isConnected },
        ObservedProperty(\.isSuspended) { $0.isSuspended },
        ObservedProperty(\.systemPressureState) { $0.pressure },
        ObservedProperty(\.activeVideoMinFrameDuration) { $0.minFrameDuration },
        ObservedProperty(\.activeVideoMaxFrameDuration) { $0.maxFrameDuration },
        ObservedProperty(\.activeColorSpace) { $0.colorSpace },
        ObservedProperty(\.automaticallyAdjustsVideoHDREnabled) { $0.adjustsVideoHDR },
        ObservedProperty(\.isVideoHDREnabled) { $0.isVideoHDREnabled },
        ObservedProperty(\.focusMode) { $0.focusMode },
        ObservedProperty(\.isAdjustingFocus) { $0.isAdjustingFocus },
        ObservedProperty(\.focusPointOfInterest) { $0.focusPoint },
        ObservedProperty(\.lensPosition) { $0.lensPosition },
        ObservedProperty(\.exposureMode) { $0.exposureMode },
        ObservedProperty(\.isAdjustingExposure) { $0.isAdjustingExposure },
        ObservedProperty(\.exposurePointOfInterest) { $0.exposurePoint },
        ObservedProperty(\.exposureDuration) { $0.exposureDuration },
        ObservedProperty(\.iso) { $0.iso },
        ObservedProperty(\.exposureTargetBias) { $0.exposureTargetBias },
        ObservedProperty(\.exposureTargetOffset) { $0.exposureTargetOffset },
        ObservedProperty(\.activeMaxExposureDuration) {
            $0.wantedMaxExposureDuration ?? $0.activeFormat?.maxExposureDuration ?? .zero
        },
        ObservedProperty(\.whiteBalanceMode) { $0.whiteBalanceMode },
        ObservedProperty(\.isAdjustingWhiteBalance) { $0.isAdjustingWhiteBalance },
        ObservedProperty(\.deviceWhiteBalanceGains) { $0.gains },
        ObservedProperty(\.torchMode) { $0.torchMode },
        ObservedProperty(\.torchLevel) { $0.torchLevel },
        ObservedProperty(\.isTorchActive) { $0.torchLevel > 0 },
        ObservedProperty(\.automaticallyEnablesLowLightBoostWhenAvailable) { $0.enablesLowLightBoost },
        ObservedProperty(\.isLowLightBoostEnabled) { $0.isLowLightBoostEnabled },
        ObservedProperty(\.videoZoomFactor) { CGFloat($0.zoomFactor) },
        ObservedProperty(\.isRampingVideoZoom) { $0.ramp != nil },
        ObservedProperty(\.isSubjectAreaChangeMonitoringEnabled) { $0.monitorsSubjectArea },
        .activeFormat, .activeDepthFormat,
        ObservedProperty(\.activeDepthDataMinFrameDuration) { $0.minDepthDuration },
        ObservedProperty(\.maxAvailableVideoZoomFactor) { $0.activeFormat?.videoMaxZoomFactor ?? 1 },
        ObservedProperty(\.isTorchAvailable) { $0.hasTorch && $1.isLightAvailable },
        ObservedProperty(\.isFlashAvailable) { $0.hasFlash && $1.isLightAvailable },
        ObservedProperty(\.minAvailableVideoZoomFactor) { CGFloat($1.lowestZoomFactor(of: $0.hardware)) },
        ObservedProperty(\.activePrimaryConstituent) { $0.activeConstituent(of: $1) },
        ObservedProperty(\.primaryConstituentDeviceSwitchingBehavior) { $0.switchingBehavior },
        ObservedProperty(\.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions) { $0.switchingConditions },
        ObservedProperty(\.activePrimaryConstituentDeviceSwitchingBehavior) { $0.switchingBehavior },
        ObservedProperty(\.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions) {
            $0.switchingConditions
        },
        ObservedProperty(\.fallbackPrimaryConstituentDevices) { $0.fallbackDevices(of: $1) },
    ]

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureDevice>(_: Root.Type) -> [AnyKeyPath] {
            [
                \Root.isConnected, \Root.isSuspended, \Root.systemPressureState, \Root.activeVideoMinFrameDuration,
                \Root.activeVideoMaxFrameDuration, \Root.activeColorSpace, \Root.automaticallyAdjustsVideoHDREnabled,
                \Root.isVideoHDREnabled, \Root.focusMode, \Root.isAdjustingFocus, \Root.focusPointOfInterest,
                \Root.lensPosition, \Root.exposureMode, \Root.isAdjustingExposure, \Root.exposurePointOfInterest,
                \Root.exposureDuration, \Root.iso, \Root.exposureTargetBias,
                \Root.exposureTargetOffset, \Root.activeMaxExposureDuration, \Root.whiteBalanceMode,
                \Root.isAdjustingWhiteBalance, \Root.deviceWhiteBalanceGains, \Root.torchMode, \Root.torchLevel,
                \Root.isTorchActive, \Root.automaticallyEnablesLowLightBoostWhenAvailable,
                \Root.isLowLightBoostEnabled, \Root.videoZoomFactor, \Root.isRampingVideoZoom,
                \Root.isSubjectAreaChangeMonitoringEnabled, \Root.activeFormat, \Root.activeDepthDataFormat,
                \Root.activeDepthDataMinFrameDuration,
                \Root.maxAvailableVideoZoomFactor,
                \Root.isTorchAvailable, \Root.isFlashAvailable, \Root.minAvailableVideoZoomFactor,
                \Root.activePrimaryConstituent, \Root.primaryConstituentDeviceSwitchingBehavior,
                \Root.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions,
                \Root.activePrimaryConstituentDeviceSwitchingBehavior,
                \Root.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions,
                \Root.fallbackPrimaryConstituentDevices,
            ] + constants(Root.self) + settings(Root.self)
        }
        guard let root = root as? any (AVCaptureDevice & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Observable on Apple's platforms, constant here: observing is allowed, and nothing is ever reported.
    private class func constants<Root: AVCaptureDevice>(_: Root.Type) -> [AnyKeyPath] {
        [
            \Root.grayWorldDeviceWhiteBalanceGains, \Root.isCenterStageActive, \Root.isPortraitEffectActive,
            \Root.isStudioLightActive, \Root.isBackgroundReplacementActive, \Root.canPerformReactionEffects,
            \Root.availableReactionTypes, \Root.reactionEffectsInProgress,
            \Root.isAutoVideoFrameRateEnabled, \Root.isGlobalToneMappingEnabled,
        ]
    }
}

extension AVCaptureDevice {
    /// Observable on Apple's platforms, and constant on every device here as the hardware lacks the feature: observing is allowed,
    /// and nothing is ever reported. Whoever makes one of them change moves it to `observedProperties`.
    class func settings<Root: AVCaptureDevice>(_: Root.Type) -> [AnyKeyPath] {
        [
            \Root.formats, \Root.supportedFallbackPrimaryConstituentDevices,
            \Root.dynamicAspectRatio, \Root.dynamicDimensions, \Root.spatialCaptureDiscomfortReasons,
            \Root.cinematicVideoCaptureSceneMonitoringStatuses, \Root.isCameraLensSmudgeDetectionEnabled,
            \Root.cameraLensSmudgeDetectionInterval, \Root.cameraLensSmudgeDetectionStatus,
            \Root.isGeometricDistortionCorrectionEnabled, \Root.centerStageRectOfInterest,
            \Root.lensAperture, \Root.minimumFocusDistance,
            \Root.focusRectOfInterest, \Root.exposureRectOfInterest, \Root.isSmoothAutoFocusEnabled,
            \Root.autoFocusRangeRestriction, \Root.isFaceDrivenAutoFocusEnabled, \Root.isFaceDrivenAutoExposureEnabled,
            \Root.isVideoFrameDurationLocked, \Root.isFollowingExternalSyncDevice,
            \Root.displayVideoZoomFactorMultiplier, \Root.companionDeskViewCamera, \Root.hasTorch, \Root.hasFlash,
        ]
    }
}
