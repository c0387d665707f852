public import Foundation

/// Opens a page in the desktop's browser, where there is a desktop.
@_spi(PageServer)
public enum BrowserOpener {
    /// Does nothing without a desktop, or without `xdg-open`.
    public static func open(_ url: URL) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        let path = "/usr/bin/xdg-open"
        guard FileManager.default.isExecutableFile(atPath: path) else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [url.absoluteString]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            print("The browser did not open by itself (\(error.localizedDescription)). Open the address above.")
        }
    }
}
