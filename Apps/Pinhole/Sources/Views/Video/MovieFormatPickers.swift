import CameraEngine
import SwiftUI

/// The size and the rate of movies, only where there is a choice; and why a choice was refused.
struct MovieFormatPickers: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        @Bindable var format = app.movieFormat
        if !format.sizes.isEmpty {
            Picker("Movie size", selection: $format.size) {
                Text("Automatic").tag(PhotoSize?.none)
                ForEach(format.sizes, id: \.self) { size in
                    Text(verbatim: size.movieTitle).tag(PhotoSize?.some(size))
                }
            }
            .disabled(!format.isEnabled)
            .accessibilityIdentifier("setting-movie-size")
        }
        if !format.rates.isEmpty {
            Picker("Frames a second", selection: $format.rate) {
                ForEach(format.rates, id: \.self) { Text(verbatim: "\($0)").tag($0) }
            }
            .disabled(!format.isEnabled)
            .accessibilityIdentifier("setting-movie-rate")
        }
        if let refusal = format.refusal {
            MessageRow(message: refusal, symbol: "exclamationmark.triangle")
                .accessibilityIdentifier("movie-format-refusal")
        }
    }
}

/// Why movies are not recorded as they were chosen, if that is so.
struct MovieFormatRemark: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if let remark = app.movieFormat.remark {
            Text(remark.title)
                .accessibilityIdentifier("movie-format-remark")
        }
    }
}
