import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// More on why a frame was dropped: camera mode switch.
nonisolated(unsafe) public let kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString = "CameraModeSwitch"
/// Why a frame was dropped: discontinuity.
nonisolated(unsafe) public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// Why a frame was dropped: frame was late.
nonisolated(unsafe) public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// Why a frame was dropped: out of buffers.
nonisolated(unsafe) public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// Lens stabilisation of a still image: active.
nonisolated(unsafe) public let kCMSampleBufferLensStabilizationInfo_Active: CFString = "Active"
/// Lens stabilisation of a still image: off.
nonisolated(unsafe) public let kCMSampleBufferLensStabilizationInfo_Off: CFString = "Off"
/// Lens stabilisation of a still image: out of range.
nonisolated(unsafe) public let kCMSampleBufferLensStabilizationInfo_OutOfRange: CFString = "OutOfRange"
/// Lens stabilisation of a still image: unavailable.
nonisolated(unsafe) public let kCMSampleBufferLensStabilizationInfo_Unavailable: CFString = "Unavailable"
