import CameraEngine
import SwiftUI

/// Whether photos come with a movie of the moment.
struct LivePhotoButton: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        RoundButton(
            title: "Live Photo",
            symbol: "livephoto",
            side: layout.buttonSide,
            isOn: app.settings.takesLivePhotos
        ) {
            app.shutter.toggleLivePhotos()
        }
        .accessibilityIdentifier("live-photo")
    }
}

/// The shape of photos.
struct PhotoShapePicker: View {
    @Environment(AppModel.self) private var app

    private static let cuts = PhotoShape.allCases.filter { $0 != .full }

    var body: some View {
        @Bindable var settings = app.settings
        Picker("Photo shape", selection: $settings.photoShape) {
            Text("Full picture").tag(PhotoShape.full)
            ForEach(Self.cuts, id: \.self) { Text(verbatim: $0.rawValue).tag($0) }
        }
        .accessibilityIdentifier("setting-photo-shape")
    }
}

/// The kind of file that photos are; only where there is a choice.
struct PhotoFormatPicker: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        @Bindable var settings = app.settings
        if !app.shutter.formats.isEmpty {
            Picker("Photo format", selection: $settings.photoFormat) {
                ForEach(app.shutter.formats, id: \.self) { Text($0.title).tag($0) }
            }
            .accessibilityIdentifier("setting-photo-format")
        }
    }
}
