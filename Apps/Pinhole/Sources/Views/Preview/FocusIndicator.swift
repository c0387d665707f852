import SwiftUI

/// The yellow square where focus and exposure are measured, with the sun beside it that makes the picture brighter or darker.
struct FocusIndicator: View {
    @Environment(AppModel.self) private var app
    let indicator: FocusModel.Indicator
    /// The picture's size.
    let size: CGSize

    private static let side = 76.0
    private static let sliderWidth = 44.0
    private static let sliderHeight = 150.0

    var body: some View {
        FocusSquare(side: Self.side)
            .position(x: indicator.point.x, y: indicator.point.y)
            .allowsHitTesting(false)
            .id(indicator.number)
            .accessibilityHidden(true)
        if indicator.isLocked {
            LockBadge()
                .position(x: size.width / 2, y: max(110, size.height * 0.14))
        }
        if let exposure = app.focus.exposure {
            ExposureSlider(value: exposure.value, range: exposure.range)
                .frame(width: Self.sliderWidth, height: Self.sliderHeight)
                .position(x: sliderX, y: sliderY)
        }
    }

    /// Beside the square, on the side where there is room.
    private var sliderX: CGFloat {
        let distance = Self.side / 2 + Self.sliderWidth / 2 + 4
        return indicator.point.x + distance + Self.sliderWidth / 2 < size.width
            ? indicator.point.x + distance : indicator.point.x - distance
    }

    private var sliderY: CGFloat {
        min(max(indicator.point.y, Self.sliderHeight / 2), size.height - Self.sliderHeight / 2)
    }
}

/// Comes large and settles.
private struct FocusSquare: View {
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    @State private var scale = 1.4
    let side: CGFloat

    var body: some View {
        Rectangle()
            .stroke(Color.yellow, lineWidth: 1.5)
            .frame(width: side, height: side)
            .scaleEffect(reduceMotion ? 1 : scale)
            .onAppear { withAnimation(.easeOut(duration: 0.2)) { scale = 1 } }
    }
}

/// Says that focus and exposure stay; a tap lets them go.
private struct LockBadge: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Button {
            Task { await app.focus.unlock() }
        } label: {
            Text("AE/AF Lock")
                .font(.footnote)
                .bold()
                .foregroundStyle(.black)
                .padding(.horizontal, 8)
                .padding(.vertical, 4)
                .background(Color.yellow, in: RoundedRectangle(cornerRadius: 4))
                .frame(minHeight: 44)
                .contentShape(Rectangle())
        }
        .buttonStyle(.plain)
        .accessibilityHint("Unlocks focus and exposure")
        .accessibilityIdentifier("focus-lock")
    }
}

/// A sun on a line: dragged up or down, the picture becomes brighter or darker.
private struct ExposureSlider: View {
    @Environment(AppModel.self) private var app
    let value: Double
    let range: ClosedRange<Double>

    var body: some View {
        GeometryReader { proxy in
            let room = proxy.size.height - 24
            ZStack {
                Capsule()
                    .fill(Color.yellow.opacity(0.7))
                    .frame(width: 1.5)
                Image(systemName: "sun.max.fill")
                    .font(.system(size: 18))
                    .foregroundStyle(.yellow)
                    .background(Color.black.opacity(0.3), in: Circle())
                    .offset(y: room * (0.5 - fraction))
            }
            .frame(width: proxy.size.width, height: proxy.size.height)
        }
        .contentShape(Rectangle())
        .gesture(
            DragGesture(minimumDistance: 2)
                .onChanged { drag in app.focus.dragExposure(drag.translation.height) }
                .onEnded { _ in app.focus.endExposureDrag() }
        )
        .accessibilityElement()
        .accessibilityLabel("Exposure")
        .accessibilityValue(Text(verbatim: ZoomModel.label(value)))
        .accessibilityAdjustableAction { direction in
            switch direction {
            case .increment: app.focus.adjustExposure(brighter: true)
            case .decrement: app.focus.adjustExposure(brighter: false)
            @unknown default: break
            }
        }
        .accessibilityIdentifier("exposure")
    }

    private var fraction: Double {
        let span = range.upperBound - range.lowerBound
        return span > 0 ? (value - range.lowerBound) / span : 0.5
    }
}
