import CameraEngine
import SwiftUI

/// What is chosen for two pictures: where they are, and whether figures lie over them.
struct DualTools: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        LayoutMenu(layout: layout)
        RoundButton(
            title: "Performance",
            symbol: "speedometer",
            side: layout.buttonSide,
            isOn: app.settings.showsPerformance
        ) {
            app.settings.showsPerformance.toggle()
        }
        .accessibilityIdentifier("performance-button")
        TorchButton(layout: layout)
    }
}

/// How the pictures share the canvas.
private struct LayoutMenu: View {
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

/// Why there is one picture where two are wanted, and how to ask again.
struct DualObstacle: View {
    @Environment(AppModel.self) private var app
    let message: Message

    var body: some View {
        VStack(spacing: 8) {
            MessageBanner(message: message, symbol: "video.badge.ellipsis", symbolColor: .orange)
            Button("Try both again") { app.retrySecondCamera() }
                .buttonStyle(.bordered)
                .accessibilityIdentifier("retry-dual")
        }
        .accessibilityElement(children: .contain)
        .accessibilityIdentifier("dual-obstacle")
    }
}
