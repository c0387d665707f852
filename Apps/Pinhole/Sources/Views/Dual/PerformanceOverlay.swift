import CameraEngine
import SwiftUI

/// Frames, losses, cost and heat of two cameras.
struct PerformanceOverlay: View {
    @Environment(AppModel.self) private var app
    @ScaledMetric(relativeTo: .caption2) private var width = 230.0

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            ForEach(app.performance.figures) { CameraFigures(figures: $0) }
            FigureRow(title: "Hardware cost", value: "\(app.performance.hardwareCost) %")
            FigureRow(title: "Pressure cost", value: "\(app.performance.pressureCost) %")
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

private struct CameraFigures: View {
    let figures: PerformanceModel.Figures

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: figures.heading)
                .bold()
                .lineLimit(1)
                .minimumScaleFactor(0.7)
            FigureRow(
                title: "Frames a second",
                value: figures.rates
            )
            FigureRow(title: "Lost frames", value: "\(figures.droppedCount)")
            if let latency = figures.latency { FigureRow(title: "Latency", value: "\(latency) ms") }
            HStack {
                Text("Heat")
                    .foregroundStyle(.white.opacity(0.8))
                Spacer()
                Text(figures.pressure.title)
            }
        }
    }
}

private struct FigureRow: View {
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
