import SwiftUI
import UIKit

/// Opens the system's settings of this app.
struct OpenSettingsButton: View {
    @Environment(\.openURL) private var openURL
    /// The words' colour; `nil` for the button style's.
    var color: Color?

    var body: some View {
        Button {
            if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
        } label: {
            if let color {
                Text("Open Settings")
                    .bold()
                    .foregroundStyle(color)
            } else {
                Text("Open Settings")
            }
        }
        .accessibilityIdentifier("open-settings")
    }
}
