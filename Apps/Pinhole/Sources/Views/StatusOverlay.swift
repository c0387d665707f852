import SwiftUI
import UIKit

/// What lies over the picture because of the camera's status.
struct StatusOverlay: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        ZStack {
            switch app.status {
            case .nothing: EmptyView()
            case .page(let page): StatusPageView(page: page)
            case .progress(let message): ProgressMessage(message: message)
            case .banner(let message, let symbol): InterruptionView(message: message, symbol: symbol)
            case .restart(let message): RestartOverlay(message: message)
            }
        }
    }
}

/// A whole screen of words in the place of the picture. It scrolls where text is too large for it.
private struct StatusPageView: View {
    @ScaledMetric(relativeTo: .body) private var width = 420.0
    let page: StatusPage

    var body: some View {
        GeometryReader { proxy in
            ScrollView {
                VStack(spacing: 18) {
                    Image(systemName: page.symbol)
                        .font(.system(size: 52, weight: .light))
                        .foregroundStyle(.secondary)
                        .accessibilityHidden(true)
                    Text(page.message.title)
                        .font(.title2)
                        .bold()
                        .accessibilityAddTraits(.isHeader)
                    if let advice = page.message.advice {
                        Text(advice)
                            .font(.body)
                            .foregroundStyle(.secondary)
                    }
                    StatusAction(action: page.action)
                }
                .foregroundStyle(.white)
                .multilineTextAlignment(.center)
                .frame(maxWidth: width)
                .padding(28)
                .frame(maxWidth: .infinity, minHeight: proxy.size.height)
            }
        }
        .background {
            Color.black
                .ignoresSafeArea()
        }
        .accessibilityElement(children: .contain)
        .accessibilityIdentifier("status-page")
    }
}

/// The way out, if there is one for a finger.
private struct StatusAction: View {
    @Environment(AppModel.self) private var app
    let action: StatusPage.Action?

    var body: some View {
        switch action {
        case .start:
            Button {
                app.start()
            } label: {
                Text("Start camera")
                    .bold()
                    .foregroundStyle(.black)
            }
            .buttonStyle(.borderedProminent)
            .controlSize(.large)
            .accessibilityIdentifier("start-camera")
        case .openSettings:
            OpenSettingsButton(color: .black)
                .buttonStyle(.borderedProminent)
                .controlSize(.large)
        case nil: EmptyView()
        }
    }
}

/// The camera starts, or is brought back.
private struct ProgressMessage: View {
    let message: Message

    var body: some View {
        VStack(spacing: 12) {
            ProgressView()
                .controlSize(.large)
                .tint(.white)
            Text(message.title)
                .font(.headline)
            if let advice = message.advice {
                Text(advice)
                    .font(.footnote)
                    .foregroundStyle(.white.opacity(0.85))
            }
        }
        .foregroundStyle(.white)
        .multilineTextAlignment(.center)
        .padding(24)
        .glassBackground(in: RoundedRectangle(cornerRadius: 24))
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("progress")
    }
}

/// The system has the camera for a while; it comes back by itself.
private struct InterruptionView: View {
    @ScaledMetric(relativeTo: .body) private var width = 320.0
    let message: Message
    let symbol: String

    var body: some View {
        VStack(spacing: 12) {
            Image(systemName: symbol)
                .font(.system(size: 40, weight: .light))
                .accessibilityHidden(true)
            Text(message.title)
                .font(.headline)
            if let advice = message.advice {
                Text(advice)
                    .font(.subheadline)
                    .foregroundStyle(.white.opacity(0.85))
            }
        }
        .foregroundStyle(.white)
        .multilineTextAlignment(.center)
        .frame(maxWidth: width)
        .padding(24)
        .glassBackground(in: RoundedRectangle(cornerRadius: 24))
        .padding(24)
        .accessibilityElement(children: .combine)
        .accessibilityIdentifier("interruption")
    }
}

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
