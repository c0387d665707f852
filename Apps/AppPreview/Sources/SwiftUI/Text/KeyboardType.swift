import UIKit

extension View {
    /// The keyboard for what is typed inside. A browser on a phone shows it; others have a keyboard of their own.
    public func keyboardType(_ type: UIKeyboardType) -> some View {
        InEnvironment(self) { environment in
            environment.keyboardType =
                switch type {
                case .default: nil
                case .URL: "url"
                }
        }
    }
}
