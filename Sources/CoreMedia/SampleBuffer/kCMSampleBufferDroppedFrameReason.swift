import FoundationExtras

/// More on why a frame was dropped: camera mode switch.
public let kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString = "CameraModeSwitch"
/// Why a frame was dropped: discontinuity.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// Why a frame was dropped: frame was late.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// Why a frame was dropped: out of buffers.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// Lens stabilisation of a still image: active.
public let kCMSampleBufferLensStabilizationInfo_Active: CFString = "Active"
/// Lens stabilisation of a still image: off.
public let kCMSampleBufferLensStabilizationInfo_Off: CFString = "Off"
/// Lens stabilisation of a still image: out of range.
public let kCMSampleBufferLensStabilizationInfo_OutOfRange: CFString = "OutOfRange"
/// Lens stabilisation of a still image: unavailable.
public let kCMSampleBufferLensStabilizationInfo_Unavailable: CFString = "Unavailable"
