import SwiftUI

@main
struct PinholeApp: App {
    @State private var app: AppModel

    init() {
        let app = AppModel.live()
        // Before there is any view: the session is configured while the first one is made (R-LIFE-11).
        app.camera.prewarm()
        _app = State(initialValue: app)
    }

    var body: some Scene {
        WindowGroup {
            RootView()
                .environment(app)
        }
    }
}
