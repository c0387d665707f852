import CVideo4Linux
import CaptureDriver

@testable import V4L2Driver

/// What vivid's picture generator can be told by controls: the pattern, and how its colours become numbers.
enum VividFrame {
    /// Eight bars: white, yellow, cyan, green, magenta, red, blue, black.
    enum Pattern: Int32, CaseIterable {
        /// Side by side, at three quarters of the level: wrong factors show, which saturated colours would hide.
        case verticalBars = 0
        /// One above the other, at full level.
        case horizontalBars = 3

        /// The level of a colour's components that are not zero.
        var level: Int { self == .verticalBars ? 191 : 255 }

        /// Which bar a pixel belongs to.
        func bar(x: Int, y: Int, width: Int, height: Int) -> Int {
            switch self {
            case .verticalBars: x * 8 / width
            case .horizontalBars: y * 8 / height
            }
        }
    }

    /// The Y'CbCr matrix; the numbers are the control's.
    enum Matrix: Int32, CaseIterable {
        case bt601 = 1
        case bt709 = 2
        case bt2020 = 6
    }

    /// The range of the numbers.
    enum Range: Int32, CaseIterable {
        case full = 1
        case limited = 2
    }

    private enum Control {
        static let pattern: UInt32 = 0x00f0_f000
        static let text: UInt32 = 0x00f0_f001
        static let matrix: UInt32 = 0x00f0_f01b
        static let range: UInt32 = 0x00f0_f01c
    }

    /// Lets the camera at a node show a pattern, without the text that it writes across the picture otherwise.
    static func show(
        _ pattern: Pattern,
        _ matrix: Matrix? = nil,
        _ range: Range? = nil,
        at path: String
    ) throws {
        let node = try VideoNode(path: path, system: LinuxSystemCalls())
        try set(node, Control.text, 2)
        try set(node, Control.pattern, pattern.rawValue)
        // 0 is the default: what the colour space says.
        try set(node, Control.matrix, matrix?.rawValue ?? 0)
        try set(node, Control.range, range?.rawValue ?? 0)
    }

    /// Undoes `show`.
    static func reset(at path: String) throws {
        let node = try VideoNode(path: path, system: LinuxSystemCalls())
        for control in [Control.text, Control.pattern, Control.matrix, Control.range] { try set(node, control, 0) }
    }

    private static func set(_ node: VideoNode, _ control: UInt32, _ value: Int32) throws {
        var argument = v4l2_control(id: control, value: value)
        try node.request(.setControl, &argument)
    }
}
