import Foundation

public struct Rectangle: InsettableShape, BoxShape {
    nonisolated var insetAmount: CGFloat { inset }
    private var inset: CGFloat = 0
    public nonisolated init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect.insetBy(dx: inset, dy: inset)) }
    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        var shape = self
        shape.inset += amount
        return shape
    }
    nonisolated var cornerRadius: String { "0" }
    nonisolated var isSquare: Bool { false }
}

public struct RoundedRectangle: InsettableShape, BoxShape {
    public var cornerSize: CGSize
    public var style: RoundedCornerStyle
    private var inset: CGFloat = 0

    public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    public nonisolated init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }

    public nonisolated func path(in rect: CGRect) -> Path {
        var path = Path()
        let corner = CGSize(width: max(0, cornerSize.width - inset), height: max(0, cornerSize.height - inset))
        path.addRoundedRect(in: rect.insetBy(dx: inset, dy: inset), cornerSize: corner, style: style)
        return path
    }

    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        var shape = self
        shape.inset += amount
        return shape
    }

    nonisolated var cornerRadius: String { points(cornerSize.width) }
    nonisolated var isSquare: Bool { false }
    nonisolated var insetAmount: CGFloat { inset }
}

public struct Capsule: InsettableShape, BoxShape {
    public var style: RoundedCornerStyle
    private var inset: CGFloat = 0

    public nonisolated init(style: RoundedCornerStyle = .continuous) {
        self.style = style
    }

    public nonisolated func path(in rect: CGRect) -> Path {
        let rect = rect.insetBy(dx: inset, dy: inset)
        return Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2, style: style)
    }

    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        var shape = self
        shape.inset += amount
        return shape
    }

    nonisolated var cornerRadius: String { "9999px" }
    nonisolated var isSquare: Bool { false }
    nonisolated var insetAmount: CGFloat { inset }
}

public struct Circle: InsettableShape, BoxShape {
    private var inset: CGFloat = 0
    public nonisolated init() {}

    public nonisolated func path(in rect: CGRect) -> Path {
        let rect = rect.insetBy(dx: inset, dy: inset)
        let side = min(rect.width, rect.height)
        return Path(
            ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side)
        )
    }

    public nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
        var shape = self
        shape.inset += amount
        return shape
    }

    nonisolated var cornerRadius: String { "50%" }
    nonisolated var isSquare: Bool { true }
    nonisolated var insetAmount: CGFloat { inset }
}
