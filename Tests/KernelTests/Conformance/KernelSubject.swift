import CaptureDriver
import CaptureDriverConformance
import CoreMedia
import CoreVideo
import Foundation
import Testing

@testable import V4L2Driver

/// vivid's cameras as subjects of the conformance suite.
enum KernelSubject: String, CaseIterable, CustomTestStringConvertible {
    /// vivid's webcam, whose rate falls with its size.
    case webcam
    /// vivid's HDMI grabber, whose rate is the signal's.
    case grabber

    var testDescription: String { rawValue }

    /// Makes the subject.
    func make() throws -> ConformanceSubject {
        switch self {
        case .webcam:
            return try Self.webcamSubject()
        case .grabber:
            try DigitalSignal.setThirtyFramesPerSecond(path: try Self.grabberPath())
            return try Self.grabberSubject()
        }
    }

    /// One for all checks, as in a program: it inspects a camera once per plug.
    private static let driver = Video4LinuxDriver()

    private static func webcamSubject() throws -> ConformanceSubject {
        var subject = try subject("vivid's webcam", driver, "vivid-000")
        subject.plug = ConformanceSubject.Plug(
            pull: { try KernelCamera.bind(false) },
            insert: { try KernelCamera.bind(true) }
        )
        subject.occupyElsewhere = {
            let other = try OtherProgram(streamingFrom: KernelCamera.path)
            return { other.end() }
        }
        return subject
    }

    /// Apart, because it must not have inspected the grabber before the signal was set.
    private static let grabberDriver = Video4LinuxDriver()

    private static func grabberSubject() throws -> ConformanceSubject {
        var subject = try subject("vivid's HDMI grabber", grabberDriver, "vivid-001")
        // The scaler makes every size of every pixel format; each kind and each size once will do.
        subject.examinedFormats = { device in
            device.formats.filter {
                $0.dimensions == CaptureDimensions(width: 640, height: 480)
                    || $0.mediaSubType == kCVPixelFormatType_422YpCbCr8_yuvs
            }
        }
        return subject
    }

    private static func grabberPath() throws -> String {
        let node = LinuxVideoNodeDirectory().nodes().first { $0.name.hasPrefix("vivid-001") }
        return try #require(node, "These tests need an HDMI grabber of the kernel's vivid driver.").path
    }

    /// The limits of emulated hardware on a machine with other work: a timer of 4 ms and late threads.
    static func subject(_ name: String, _ driver: Video4LinuxDriver, _ id: String) throws -> ConformanceSubject {
        let device = try #require(
            driver.devices().first { $0.id.contains(id) },
            "These tests need \(name), whose id contains \(id)."
        )
        var limits = ConformanceLimits()
        limits.jitter = 0.9
        limits.rateError = 0.05
        limits.highestExactRate = 50
        return ConformanceSubject(
            name: name,
            driver: driver,
            device: device.id,
            clock: HostCaptureClock(),
            waiting: RealTimeWaiting(),
            limits: limits
        )
    }
}
