@preconcurrency import AVFoundation

/// What a session's cameras are set to, and what is taken back, step by step, as long as all together cost too much (R-MULTI-4):
///
/// 1. the front camera's resolution, down to the smallest that there is,
/// 2. the back camera's resolution,
/// 3. the front camera's rate: 30, 24, 20, 15 frames a second,
/// 4. the back camera's rate.
///
/// The cost is looked at again after each step. Of cameras that look the same way, or at nothing in particular, the last one of the list
/// gives way first.
struct CostLadder: Sendable, Hashable {
    /// A step down.
    enum Step: Sendable, Hashable {
        /// Smaller pictures.
        case resolution(camera: String, width: Int, height: Int)
        /// Fewer of them.
        case rate(camera: String, framesPerSecond: Double)

        /// The step for people.
        var summary: String {
            switch self {
            case .resolution(let camera, let width, let height): "\(camera): \(width) x \(height)"
            case .rate(let camera, let rate): "\(camera): \(Int(rate.rounded())) frames a second"
            }
        }
    }

    /// One camera, and where it stands.
    struct Entry: Sendable, Hashable {
        /// What it is called.
        var name: String
        /// Whether it looks at the user.
        var facesUser: Bool
        /// The formats that it may have, the best one first; not empty.
        var formats: [MultiCamFormat]
        fileprivate var place = 0
        fileprivate var limit: Double

        /// `nil` if it has no format in which it may be used together with another camera.
        init?(
            name: String,
            facesUser: Bool,
            formats: [MultiCamFormat],
            highestRate: Double = MultiCamFormat.usualRate
        ) {
            guard !formats.isEmpty else { return nil }
            self.name = name
            self.facesUser = facesUser
            self.formats = formats
            limit = highestRate
        }

        /// The format.
        var format: MultiCamFormat { formats[place] }
        /// Frames a second.
        var rate: Double { format.rate(atMost: limit) ?? MultiCamFormat.leastRate }
        /// What the pictures are like.
        var shape: CameraShape {
            CameraShape(width: format.width, height: format.height, framesPerSecond: rate)
        }

        fileprivate mutating func shrink() -> Step? {
            guard place + 1 < formats.count else { return nil }
            place += 1
            return .resolution(camera: name, width: format.width, height: format.height)
        }

        fileprivate mutating func slow() -> Step? {
            for limit in Self.rates where limit < rate - 0.5 {
                guard let lower = format.rate(atMost: limit), lower < rate - 0.5,
                    lower >= MultiCamFormat.leastRate - 0.5
                else { continue }
                self.limit = limit
                return .rate(camera: name, framesPerSecond: lower)
            }
            return nil
        }

        private static let rates = [30.0, 24, 20, 15]
    }

    /// The cameras, the leading one first.
    private(set) var entries: [Entry]
    /// What was taken back so far.
    private(set) var steps: [Step] = []

    /// Nothing is taken back yet.
    init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The order in which cameras give way: the one that looks at the user before the others, and the last of the list first.
    private var order: [Int] {
        let users = entries.indices.filter { entries[$0].facesUser }
        // Of several that look the same way there is none that is less important for that.
        let first = users.count == 1 && entries.count > 1 ? users : []
        return first + entries.indices.reversed().filter { !first.contains($0) }
    }

    /// Takes one more step.
    ///
    /// - Returns: which of the cameras is to be set anew; `nil` if there is no step left.
    mutating func next() -> Int? {
        let order = order
        return order.first { advance($0) { $0.shrink() } } ?? order.first { advance($0) { $0.slow() } }
    }

    /// Takes all steps to smaller pictures.
    mutating func shrink() {
        for index in order {
            while advance(index, { $0.shrink() }) {}
        }
    }

    private mutating func advance(_ index: Int, _ step: (inout Entry) -> Step?) -> Bool {
        guard let step = step(&entries[index]) else { return false }
        steps.append(step)
        return true
    }
}

/// What a session with several cameras asks of the hardware: shares of what there is, and of what can be borne for long.
struct SessionCosts: Sendable, Hashable {
    var hardware: Float = 0
    var systemPressure: Float = 0

    /// Whether one of the two is more than there is.
    var isTooMuch: Bool { max(hardware, systemPressure) > 1 }

    /// Whether a user would see that they are different.
    func isNoticeablyDifferent(from other: SessionCosts) -> Bool {
        abs(hardware - other.hardware) > 0.005 || abs(systemPressure - other.systemPressure) > 0.005
    }
}

/// What was decided when something was taken back of the cameras, so that it is given back when there is room for it again.
///
/// Nobody tells when the hardware has less else to do; the session's cost does, when somebody looks at it. How much it has changed
/// since tells what a larger configuration would cost now, without trying it.
///
/// The two costs are measured one after the other, and what else the hardware has to do may change in between. If the cost fell by more than
/// there are fewer pixels, it did: then the pixels tell what the larger configuration costs. That is an estimate, so it is
/// tried once: if it was wrong, the costs that are measured then hold.
struct SteppedDownBudget: Sendable, Hashable {
    /// What the cameras cost as they were set up in the end.
    var chosen: SessionCosts
    /// What they cost before the last thing was taken back.
    var refused: SessionCosts
    /// Pixels a second of all cameras as they were set up in the end; 0 if not known.
    var chosenPixelRate = 0.0
    /// Pixels a second before the last thing was taken back; 0 if not known.
    var refusedPixelRate = 0.0
    /// Whether the larger configuration was tried because of an estimate, and did not fit.
    var isTried = false

    /// More than this share is not asked for again: a cost on the border would go up and down for ever.
    static let limit: Float = 0.95

    /// Whether what was refused fits by now.
    ///
    /// - Parameter costs: what the cameras cost now, set up as they were in the end.
    func hasRoom(at costs: SessionCosts) -> Bool {
        // Heat by what the cameras do themselves does not become less by waiting.
        guard refused.systemPressure <= 1, chosen.hardware > 0 else { return false }
        return costs.hardware * ratio <= Self.limit
    }

    /// How many times as much the larger configuration costs.
    private var ratio: Float {
        let measured = refused.hardware / chosen.hardware
        guard !isTried, chosenPixelRate > 0, refusedPixelRate > chosenPixelRate else { return measured }
        return min(measured, Float(refusedPixelRate / chosenPixelRate))
    }

    /// Whether the same configuration was refused.
    func isAsMuch(as other: SteppedDownBudget?) -> Bool {
        guard let other else { return false }
        return refusedPixelRate == other.refusedPixelRate && chosenPixelRate == other.chosenPixelRate
    }
}

extension SessionCosts {
    /// What a session asks for now; nothing if it can have one camera only.
    init(_ session: AVCaptureSession) {
        let costs = MultiCamSupport.costs(of: session)
        self.init(hardware: costs.hardware, systemPressure: costs.systemPressure)
    }
}
