import FoundationExtras

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
