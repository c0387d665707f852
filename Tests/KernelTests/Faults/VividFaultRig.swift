import CaptureDriver
import FaultScenarios
import Testing

@testable import V4L2Driver

/// The kernel's virtual camera, which fails when its controls say so.
final class VividFaultRig: KernelFaultRig {
    let cameraID: String
    private var other: OtherProgram?

    init() throws {
        let camera = machine.devices().first { $0.id.contains("vivid.0") }
        cameraID = try #require(camera, "This test needs the kernel's vivid driver.").id
    }

    deinit {
        other?.end()
    }

    func inject(_ fault: InjectedFault) throws {
        switch fault {
        case .bufferError: try KernelCamera.set(KernelCamera.Fault.bufferError)
        case .requestBuffersError: try KernelCamera.set(KernelCamera.Fault.requestBuffersError)
        case .queueBufferError: try KernelCamera.set(KernelCamera.Fault.queueError)
        case .streamOnError: try KernelCamera.set(KernelCamera.Fault.streamOnError)
        case .fatalStreamingError: try KernelCamera.set(KernelCamera.Fault.fatalError)
        case .disconnect: try KernelCamera.set(KernelCamera.Fault.disconnect)
        case .wrapSequenceNumber: try KernelCamera.set(KernelCamera.Fault.wrapSequence)
        // The 32-bit clock.
        case .wrapTimestamp: try KernelCamera.set(KernelCamera.Fault.wrapTimestamp, 2)
        case .droppedFrames: try KernelCamera.set(KernelCamera.Fault.droppedPercentage, 50)
        case .unbind: try KernelCamera.bind(false)
        case .bind: try KernelCamera.bind(true)
        case .deviceBusy: other = try OtherProgram(streamingFrom: KernelCamera.path)
        case .unplug, .unplugMidFrame, .replug, .stall, .payloadError, .corruptJPEG, .truncatedJPEG:
            throw NotOnThisRig(fault: fault)
        }
    }

    func heal() throws {
        other?.end()
        other = nil
        for fault in [
            KernelCamera.Fault.wrapSequence, KernelCamera.Fault.wrapTimestamp, KernelCamera.Fault.droppedPercentage,
        ] {
            try KernelCamera.set(fault, 0)
        }
    }
}
