import SwiftUI

/// What is chosen once for always.
struct SettingsView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Form {
                ImageSettings()
                MovieSettings()
                ScanSettings()
                PermissionSettings()
            }
            .navigationTitle("Settings")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Done") { dismiss() }
                        .accessibilityIdentifier("done")
                }
            }
        }
        .onDisappear { Task { await app.scanner.settingsChanged() } }
        .accessibilityIdentifier("settings-view")
    }
}

private struct ImageSettings: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        @Bindable var settings = app.settings
        Section("Picture") {
            Toggle("Grid", isOn: $settings.showsGrid)
                .accessibilityIdentifier("setting-grid")
            Picker("Timer", selection: $settings.timer) {
                ForEach(SelfTimer.allCases) { Text($0.title).tag($0) }
            }
            .accessibilityIdentifier("setting-timer")
            PhotoFormatPicker()
            PhotoShapePicker()
            Toggle("Save copies to Photos", isOn: $settings.savesToLibrary)
                .accessibilityIdentifier("setting-library")
        }
    }
}

private struct MovieSettings: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        @Bindable var settings = app.settings
        Section {
            MovieFormatPickers()
            Toggle("Record sound", isOn: $settings.recordsAudio)
                .accessibilityIdentifier("setting-audio")
            Toggle("A file of its own for each camera", isOn: $settings.recordsSeparateFiles)
                .accessibilityIdentifier("setting-separate")
            Toggle("Show performance of both cameras", isOn: $settings.showsPerformance)
                .accessibilityIdentifier("setting-performance")
            LabeledContent("Microphone") {
                Text(verbatim: app.camera.audioInput ?? "–")
            }
        } header: {
            Text("Movies")
        } footer: {
            MovieFormatRemark()
        }
    }
}

private struct ScanSettings: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        @Bindable var settings = app.settings
        Section {
            TextField("Address of the recogniser", text: $settings.recognizer)
                .keyboardType(.URL)
                .textInputAutocapitalization(.never)
                .autocorrectionDisabled()
                .submitLabel(.done)
                .accessibilityIdentifier("setting-recognizer")
            Toggle("Larger scans", isOn: $settings.takesLargerScans)
                .accessibilityIdentifier("setting-larger")
            LabeledContent("Scan size") {
                Text(verbatim: app.camera.scanSize.title)
            }
        } header: {
            Text("Scans")
        } footer: {
            if settings.recognizerIsInvalid {
                Text("This is no address. It begins with http:// or https://.")
            } else {
                Text("Scans are sent to this address. Without one they wait on this device.")
            }
        }
    }
}

private struct PermissionSettings: View {
    var body: some View {
        Section {
            OpenSettingsButton()
        } header: {
            Text("Permissions")
        } footer: {
            Text("Camera, microphone, Photos and the local network are allowed or refused in the system's settings.")
        }
    }
}
