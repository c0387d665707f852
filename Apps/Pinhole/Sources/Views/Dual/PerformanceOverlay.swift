import CameraEngine
import SwiftUI

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
