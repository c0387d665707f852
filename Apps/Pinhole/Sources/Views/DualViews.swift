import CameraEngine
import SwiftUI

/// Whether figures lie over two pictures.
struct PerformanceButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(
            title: "Performance",
            symbol: "speedometer",
            side: layout.buttonSide,
            isOn: app.settings.showsPerformance
        ) {
            app.settings.showsPerformance.toggle()
        }
        .accessibilityIdentifier("performance-button")
    }
}

/// How the pictures share the canvas.
struct LayoutMenu: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        Menu {
            ForEach(CameraArrangement.Layout.allCases, id: \.self) { choice in
                Button {
                    app.dual.choose(choice)
                } label: {
                    Label {
                        Text(choice.title)
                    } icon: {
                        Image(systemName: choice == app.dual.layout ? "checkmark" : choice.symbol)
                    }
                }
            }
        } label: {
            RoundSymbol(symbol: app.dual.layout.symbol, side: layout.buttonSide)
        }
        .accessibilityLabel("Layout")
        .accessibilityShowsLargeContentViewer { Label("Layout", systemImage: app.dual.layout.symbol) }
        .accessibilityValue(Text(app.dual.layout.title))
        .accessibilityIdentifier("layout")
    }
}

extension CameraArrangement.Layout {
    fileprivate var symbol: String {
        switch self {
        case .pictureInPicture: "pip"
        case .sideBySide: "rectangle.split.2x1"
        case .topAndBottom: "rectangle.split.1x2"
        }
    }
}

/// Frames, losses, cost and heat of two cameras.
struct PerformanceOverlay: View {
    @Environment(AppModel.self) private var app
    @ScaledMetric(relativeTo: .caption2) private var width = 230.0

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            ForEach(app.performance.metrics) { CameraMetricsView(metrics: $0) }
            MetricRow(title: "Hardware cost", value: "\(app.performance.hardwareCost) %")
            MetricRow(title: "Pressure cost", value: "\(app.performance.pressureCost) %")
            ForEach(app.performance.ladder, id: \.self) { step in
                Text(verbatim: step)
                    .foregroundStyle(.orange)
            }
        }
        .font(.caption2)
        .monospacedDigit()
        .foregroundStyle(.white)
        .padding(10)
        .frame(width: width)
        .glassBackground(in: RoundedRectangle(cornerRadius: 12))
        .allowsHitTesting(false)
        .task { await app.performance.watch() }
        .accessibilityElement(children: .combine)
        .accessibilityLabel("Performance")
        .accessibilityIdentifier("performance")
    }
}

private struct CameraMetricsView: View {
    let metrics: PerformanceModel.Metrics

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: metrics.heading)
                .bold()
                .lineLimit(1)
                .minimumScaleFactor(0.7)
            MetricRow(
                title: "Frames a second",
                value: metrics.rates
            )
            MetricRow(title: "Lost frames", value: "\(metrics.droppedCount)")
            if let latency = metrics.latency { MetricRow(title: "Latency", value: "\(latency) ms") }
            HStack {
                Text("Heat")
                    .foregroundStyle(.white.opacity(0.8))
                Spacer()
                Text(metrics.pressure.title)
            }
        }
    }
}

private struct MetricRow: View {
    let title: LocalizedStringKey
    let value: String

    var body: some View {
        HStack {
            Text(title)
                .foregroundStyle(.white.opacity(0.8))
            Spacer()
            Text(verbatim: value)
        }
    }
}

/// What a finger does with the small picture: it is dragged into a corner, resized by two fingers, and swapped by two taps.
struct SmallPreviewTouchAreas: View {
    let viewport: AppModel.Viewport

    var body: some View {
        ForEach(viewport.smallPreviews) { preview in
            SmallPreviewTouchArea(preview: preview, canvas: viewport.canvas)
        }
    }
}

private struct SmallPreviewTouchArea: View {
    @Environment(AppModel.self) private var app
    let preview: DualModel.PlacedPreview
    let canvas: CGRect
    // However a touch is over, also when the system takes it away, the picture is let go.
    @GestureState private var isDragged = false
    @GestureState private var isPinched = false

    var body: some View {
        Color.clear
            .contentShape(Rectangle())
            .frame(width: preview.frame.width, height: preview.frame.height)
            .gesture(
                DragGesture(minimumDistance: 4)
                    .updating($isDragged) { _, isDragged, _ in isDragged = true }
                    .onChanged { drag in app.dual.drag(drag.translation, on: canvas.size) }
            )
            .simultaneousGesture(
                MagnifyGesture()
                    .updating($isPinched) { _, isPinched, _ in isPinched = true }
                    .onChanged { pinch in app.dual.resize(pinch.magnification) }
            )
            .onChange(of: isDragged || isPinched) { _, isTouched in
                if !isTouched { app.dual.letGo() }
            }
            .onTapGesture(count: 2) { app.dual.swap() }
            .position(x: canvas.minX + preview.frame.midX, y: canvas.minY + preview.frame.midY)
            .accessibilityElement()
            .accessibilityLabel("Small picture")
            .accessibilityValue("\(app.dual.name(of: preview.camera)), \(app.dual.smallWidthPercent) percent wide")
            .accessibilityHint("Drag it into a corner, or pinch to resize it")
            .accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: app.dual.resize(larger: true)
                case .decrement: app.dual.resize(larger: false)
                @unknown default: break
                }
            }
            .accessibilityAction(named: "Swap pictures") { app.dual.swap() }
            .accessibilityAction(named: "Move to the next corner") { app.dual.moveToNextCorner() }
            .accessibilityIdentifier("small-picture")
    }
}

/// Says that both cameras run.
struct MultiCamBadge: View {
    var body: some View {
        Text("DUAL")
            .font(.caption2)
            .bold()
            .foregroundStyle(.black)
            .padding(.horizontal, 6)
            .padding(.vertical, 3)
            .background(Color.yellow, in: Capsule())
            .allowsHitTesting(false)
            .accessibilityLabel("Both cameras run")
            .accessibilityIdentifier("multi-cam-badge")
    }
}
