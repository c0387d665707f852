import Glibc

/// Serves one plugged-in camera's cable until it is cut. Runs on a thread of its own.
struct CameraService {
    /// The longest wait, so that the end of a stall is noticed.
    private static let longestWait: Int32 = 20

    private let wire: USBWire
    private let injector: FaultInjector
    private var device: CameraDevice
    private var output: [UInt8] = []
    private var bus = BusBandwidth()

    init(wire: USBWire, injector: FaultInjector, serialNumber: String) {
        self.wire = wire
        self.injector = injector
        device = CameraDevice(serialNumber: serialNumber)
        output.reserveCapacity(1_024)
    }

    /// Returns when the cable is cut, by whichever end.
    mutating func run() {
        var timeout = Self.longestWait
        while true {
            if wire.wait(milliseconds: timeout) == .readable {
                guard receive() else { return }
            }
            guard let wait = pump() else { return }
            timeout = wait
        }
    }

    /// Reads and answers one command; `false` when the cable is cut.
    private mutating func receive() -> Bool {
        guard let head = wire.read(USBIPCommand.byteCount), let command = USBIPCommand(head),
            let data = wire.read(command.dataByteCount)
        else { return false }
        switch command.kind {
        case .unlink(let sequence):
            let status = device.stream.unlink(sequence) ? USBIPReply.givenUp : 0
            USBIPReply.unlinked(sequence: command.sequence, status: status).write(to: &output)
        case .submit(let transfer) where transfer.endpoint == UInt32(CameraDescriptors.streamingEndpoint):
            device.stream.queue(StreamPump.Request(sequence: command.sequence, capacity: transfer.length))
        case .submit(let transfer):
            let answer = transfer.setup.map { device.answer($0, data) } ?? .stalled
            reply(answer, to: command.sequence, transfer)
        }
        return flush()
    }

    private mutating func reply(
        _ answer: CameraDevice.Answer,
        to sequence: UInt32,
        _ transfer: USBIPCommand.Transfer
    ) {
        switch answer {
        case .data(let bytes):
            let wanted = bytes.prefix(transfer.length)
            USBIPReply.submitted(sequence: sequence, status: 0, byteCount: wanted.count).write(to: &output)
            output += wanted
        case .accepted:
            USBIPReply.submitted(sequence: sequence, status: 0, byteCount: transfer.isInput ? 0 : transfer.length)
                .write(to: &output)
        case .stalled:
            USBIPReply.submitted(sequence: sequence, status: USBIPReply.stalled, byteCount: 0).write(to: &output)
        }
    }

    /// Answers all transfers for which there is something.
    ///
    /// - Returns: how many milliseconds there is nothing more to do; `nil` when the cable is cut.
    private mutating func pump() -> Int32? {
        guard !injector.isStalled else { return Self.longestWait }
        let framesBefore = device.stream.framesSent
        while true {
            let now = Self.now()
            let busWait = bus.wait(at: now)
            guard busWait == 0 else {
                injector.count(framesSent: device.stream.framesSent - framesBefore)
                return Self.milliseconds(busWait)
            }
            let step = device.stream.step(
                at: now,
                consumeFaults: injector.consumeFaults,
                picture: TestFrameStore.frame
            )
            switch step {
            case .send(let sequence, let header, let body):
                let byteCount = header.count + body.count
                USBIPReply.submitted(sequence: sequence, status: 0, byteCount: byteCount).write(to: &output)
                output += header
                bus.carry(byteCount, at: now)
                guard flush(with: body) else { return nil }
            case .unplug:
                wire.cut()
                return nil
            case .wait(let time):
                injector.count(framesSent: device.stream.framesSent - framesBefore)
                guard let time else { return Self.longestWait }
                return Self.milliseconds(time - Self.now())
            }
        }
    }

    /// A wait that is no shorter than so many nanoseconds, unless it is the longest.
    private static func milliseconds(_ nanoseconds: Int64) -> Int32 {
        Int32(min(max((nanoseconds + 999_999) / 1_000_000, 0), Int64(longestWait)))
    }

    /// Sends what was written, and what follows it.
    private mutating func flush(with body: ArraySlice<UInt8> = []) -> Bool {
        guard !output.isEmpty else { return true }
        defer { output.removeAll(keepingCapacity: true) }
        return wire.send(output, body)
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
