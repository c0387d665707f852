import SwiftUI
import UIKit

/// The camera has failed for good; nothing but its restart is of use (R-LIFE-6).
struct RestartOverlay: View {
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency
    let message: Message

    var body: some View {
        ZStack {
            Color.black.opacity(reduceTransparency ? 1 : 0.75)
                .ignoresSafeArea()
                .contentShape(Rectangle())
                .accessibilityHidden(true)
            GeometryReader { proxy in
                ScrollView {
                    RestartPanel(message: message)
                        .frame(maxWidth: .infinity, minHeight: proxy.size.height)
                }
            }
        }
        // VoiceOver goes to what has come, and finds nothing else.
        .onAppear { UIAccessibility.post(notification: .screenChanged, argument: nil) }
    }
}

private struct RestartPanel: View {
    @Environment(AppModel.self) private var app
    @ScaledMetric(relativeTo: .body) private var width = 320.0
    let message: Message

    var body: some View {
        VStack(spacing: 16) {
            Image(systemName: "exclamationmark.triangle")
                .font(.system(size: 44, weight: .light))
                .foregroundStyle(.orange)
                .accessibilityHidden(true)
            Text(message.title)
                .font(.title3)
                .bold()
                .accessibilityAddTraits(.isHeader)
            if let advice = message.advice {
                Text(advice)
                    .font(.subheadline)
                    .foregroundStyle(.white.opacity(0.85))
            }
            Button {
                app.restartCamera()
            } label: {
                Text("Restart Camera")
                    .bold()
                    .foregroundStyle(.black)
                    .frame(maxWidth: .infinity, minHeight: 32)
            }
            .buttonStyle(.borderedProminent)
            .accessibilityIdentifier("restart-camera")
        }
        .foregroundStyle(.white)
        .multilineTextAlignment(.center)
        .frame(maxWidth: width)
        .padding(24)
        .glassBackground(in: RoundedRectangle(cornerRadius: 24))
        .padding(24)
        .accessibilityElement(children: .contain)
        .accessibilityAddTraits(.isModal)
        .accessibilityIdentifier("restart")
    }
}
