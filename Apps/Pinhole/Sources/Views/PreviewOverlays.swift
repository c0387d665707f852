import CameraEngine
import SwiftUI

/// The yellow square where focus and exposure are measured, with the sun beside it that makes the picture brighter or darker.
struct FocusIndicator: View {
    @Environment(AppModel.self) private var app
    let indicator: FocusModel.Indicator
    /// The picture's size.
    let size: CGSize

    var body: some View {
        let layout = FocusLayout(point: indicator.point, size: size)
        FocusSquare(side: FocusLayout.side)
            .position(indicator.point)
            .allowsHitTesting(false)
            .id(indicator.number)
            .accessibilityHidden(true)
        if let exposure = app.focus.exposure {
            ExposureSlider(value: exposure.value, range: exposure.range)
                .frame(width: FocusLayout.sliderSize.width, height: FocusLayout.sliderSize.height)
                .position(layout.slider)
        }
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

/// A sun on a line: dragged up or down, the picture becomes brighter or darker.
private struct ExposureSlider: View {
    @Environment(AppModel.self) private var app
    let value: Double
    let range: ClosedRange<Double>
    // However the drag is over, also when the system takes the finger away, it is at its end.
    @GestureState private var isDragged = false

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
                    .offset(y: FocusLayout.sunOffset(value, in: range, room: room))
            }
            .frame(width: proxy.size.width, height: proxy.size.height)
        }
        .contentShape(Rectangle())
        .gesture(
            DragGesture(minimumDistance: 2)
                .updating($isDragged) { _, isDragged, _ in isDragged = true }
                .onChanged { drag in app.focus.dragExposure(drag.translation.height) }
        )
        .onChange(of: isDragged) { _, isDragged in
            if !isDragged { app.focus.endExposureDrag() }
        }
        .accessibilityElement()
        .accessibilityLabel("Exposure")
        .accessibilityValue(Text(verbatim: ExposureRules.label(value, locale: .words)))
        .accessibilityAdjustableAction { direction in
            switch direction {
            case .increment: app.focus.adjustExposure(brighter: true)
            case .decrement: app.focus.adjustExposure(brighter: false)
            @unknown default: break
            }
        }
        .accessibilityIdentifier("exposure")
    }
}

/// Lines that divide the picture into thirds.
struct GridLines: View {
    var body: some View {
        ThirdsShape()
            .stroke(Color.white.opacity(0.5), lineWidth: 0.5)
            .allowsHitTesting(false)
            .accessibilityHidden(true)
    }
}

private struct ThirdsShape: Shape {
    func path(in rect: CGRect) -> Path {
        Path { path in
            for third in 1...2 {
                let (x, y) = (rect.width * CGFloat(third) / 3, rect.height * CGFloat(third) / 3)
                path.move(to: CGPoint(x: x, y: 0))
                path.addLine(to: CGPoint(x: x, y: rect.height))
                path.move(to: CGPoint(x: 0, y: y))
                path.addLine(to: CGPoint(x: rect.width, y: y))
            }
        }
    }
}

/// Says that focus and exposure stay; a tap lets them go.
struct LockBadge: View {
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
                .frame(minWidth: 44, minHeight: 44)
                .contentShape(Rectangle())
        }
        .buttonStyle(.plain)
        .accessibilityHint("Unlocks focus and exposure")
        .accessibilityIdentifier("focus-lock")
    }
}

/// Where text was seen in the live picture.
struct TextBoxesView: View {
    /// The corners of each line, in points.
    let outlines: [[CGPoint]]

    var body: some View {
        ZStack {
            OutlinesShape(outlines: outlines)
                .fill(Color.yellow.opacity(0.15))
            OutlinesShape(outlines: outlines)
                .stroke(Color.yellow, lineWidth: 1.5)
        }
        .allowsHitTesting(false)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Text in the picture")
        .accessibilityValue("\(outlines.count) lines of text")
        .accessibilityAddTraits(.updatesFrequently)
        .accessibilityIdentifier("text-boxes")
    }
}

private struct OutlinesShape: Shape {
    let outlines: [[CGPoint]]

    func path(in rect: CGRect) -> Path {
        Path { path in
            for outline in outlines {
                guard let first = outline.first else { continue }
                path.move(to: first)
                for corner in outline.dropFirst() { path.addLine(to: corner) }
                path.closeSubpath()
            }
        }
    }
}
