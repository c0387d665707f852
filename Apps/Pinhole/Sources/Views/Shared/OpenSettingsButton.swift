import SwiftUI
import UIKit

/// Opens the system's settings of this app.
struct OpenSettingsButton: View {
    @Environment(\.openURL) private var openURL

    var body: some View {
        Button("Open Settings") {
            if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
        }
        .accessibilityIdentifier("open-settings")
    }
}
