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
