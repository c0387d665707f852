/// What two cameras are set to, and what is taken back, step by step, as long as both together cost too much (R-MULTI-4):
///
/// 1. the front camera's resolution, down to the smallest that there is,
/// 2. the back camera's resolution,
/// 3. the front camera's rate: 30, 24, 20, 15 frames a second,
/// 4. the back camera's rate.
///
/// The cost is looked at again after each step. Of two cameras that look the same way, or at nothing in particular, the second one
/// gives way first.
struct DualLadder: Sendable, Hashable {
    /// A step down.
    enum Step: Sendable, Hashable {
        /// Smaller pictures.
        case resolution(camera: String, width: Int, height: Int)
        /// Fewer of them.
        case rate(camera: String, framesPerSecond: Double)

        /// The step for people.
        var words: String {
            switch self {
            case .resolution(let camera, let width, let height): "\(camera): \(width) x \(height)"
            case .rate(let camera, let rate): "\(camera): \(Int(rate.rounded())) frames a second"
            }
        }
    }

    /// One camera, and where it stands.
    struct Rung: Sendable, Hashable {
        /// What it is called.
        var name: String
        /// Whether it looks at the user.
        var facesUser: Bool
        /// The formats that it may have, the best one first; not empty.
        var formats: [DualFormat]
        fileprivate var place = 0
        fileprivate var limit = DualFormat.usualRate

        /// `nil` if it has no format in which it may be used together with another camera.
        init?(name: String, facesUser: Bool, formats: [DualFormat]) {
            guard !formats.isEmpty else { return nil }
            self.name = name
            self.facesUser = facesUser
            self.formats = formats
        }

        /// The format.
        var format: DualFormat { formats[place] }
        /// Frames a second.
        var rate: Double { format.rate(atMost: limit) ?? DualFormat.leastRate }
        /// What the pictures are like.
        var shape: CameraShape {
            CameraShape(width: format.width, height: format.height, framesPerSecond: rate)
        }

        /// Takes a step for a camera that is alone.
        mutating func next() -> Step? { shrink() ?? slow() }

        fileprivate mutating func shrink() -> Step? {
            guard place + 1 < formats.count else { return nil }
            place += 1
            return .resolution(camera: name, width: format.width, height: format.height)
        }

        fileprivate mutating func slow() -> Step? {
            for limit in Self.rates where limit < rate - 0.5 {
                guard let lower = format.rate(atMost: limit), lower < rate - 0.5, lower >= DualFormat.leastRate - 0.5
                else { continue }
                self.limit = limit
                return .rate(camera: name, framesPerSecond: lower)
            }
            return nil
        }

        private static let rates = [24.0, 20, 15]
    }

    private(set) var first: Rung
    private(set) var second: Rung
    /// What was taken back so far.
    private(set) var steps: [Step] = []

    /// Nothing is taken back yet.
    init(first: Rung, second: Rung) {
        (self.first, self.second) = (first, second)
    }

    subscript(camera: DualCamera) -> Rung { camera == .first ? first : second }

    /// The camera that gives way first.
    private var lesser: DualCamera { first.facesUser && !second.facesUser ? .first : .second }

    /// Takes one more step.
    ///
    /// - Returns: the camera that is to be set anew; `nil` if there is no step left.
    mutating func next() -> DualCamera? {
        for camera in [lesser, lesser.other] {
            if take(camera, { $0.shrink() }) { return camera }
        }
        for camera in [lesser, lesser.other] {
            if take(camera, { $0.slow() }) { return camera }
        }
        return nil
    }

    /// Takes all steps to smaller pictures.
    mutating func shrink() {
        for camera in [lesser, lesser.other] {
            while take(camera, { $0.shrink() }) {}
        }
    }

    private mutating func take(_ camera: DualCamera, _ step: (inout Rung) -> Step?) -> Bool {
        guard let step = camera == .first ? step(&first) : step(&second) else { return false }
        steps.append(step)
        return true
    }
}
