import AVFoundation

extension FaultScenario {
    /// The reason of drops that the camera or the bus caused.
    static let discontinuity = kCMSampleBufferDroppedFrameReason_Discontinuity as String

    /// Faults of a running stream.
    static let stream = [
        FaultScenario(
            "buffer-error",
            source:
                "S-130: each drop is told, with timing and reason. UNKNOWN: the reason of a bad frame is Discontinuity.",
            [
                .frames(.start, session: [.didStart]),
                .frames(.inject(.bufferError), drops: [discontinuity: .one]),
                .frames(.go),
            ]
        ),
        FaultScenario(
            "dropped-frames",
            source: "S-130: each drop is told. UNKNOWN: the reason of frames that the camera skipped is Discontinuity.",
            [
                .frames(.start, session: [.didStart]),
                .frames(.inject(.droppedFrames), drops: [discontinuity: .several]),
                // A frame that was lost before is told with the first one after.
                .frames(.heal, drops: nil),
                .frames(.go),
            ]
        ),
        FaultScenario(
            "fatal-streaming-error",
            source: "S-86: runtime error; S-8: the session has stopped. UNKNOWN: the code is AVError.unknown.",
            [
                .frames(.start, session: [.didStart]),
                .silence(
                    .inject(.fatalStreamingError),
                    session: [.runtimeError(AVError.Code.unknown.rawValue), .didStop]
                ),
                .frames(.start, session: [.didStart]),
            ]
        ),
        FaultScenario(
            "wrap-sequence-number",
            source: "S-130: no frame is lost, so none is told as dropped.",
            [
                .silence(.inject(.wrapSequenceNumber)),
                .frames(.start, session: [.didStart], frames: 140),
            ]
        ),
        FaultScenario(
            "wrap-timestamp",
            source: "S-20: all times are on the session's clock, whatever the camera's clock does.",
            [
                .silence(.inject(.wrapTimestamp)),
                // The clock wraps after 16 seconds.
                .frames(.start, session: [.didStart], frames: 30, seconds: 16.5),
            ]
        ),
    ]
}
