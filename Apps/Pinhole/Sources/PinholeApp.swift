import SwiftUI

@main
struct PinholeApp: App {
    /// `nil` in the process in which unit tests run: those have cameras of their own, and need neither this one nor a permission.
    @State private var app: AppModel?

    init() {
        guard !TestHost.isNeeded(environment: ProcessInfo.processInfo.environment) else {
            _app = State(initialValue: nil)
            return
        }
        let app = AppModel.live()
        // Before there is any view: the session is configured while the first one is made (R-LIFE-11).
        app.camera.prewarm()
        _app = State(initialValue: app)
    }

    var body: some Scene {
        WindowGroup {
            if let app {
                RootView()
                    .environment(app)
            }
        }
    }
}
