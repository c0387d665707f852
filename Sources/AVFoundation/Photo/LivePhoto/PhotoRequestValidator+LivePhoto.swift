import Foundation

extension PhotoRequestValidator {
    /// The rules of Live Photos. Documented: S-164.
    ///
    /// That the URL must be "accessible to the app's sandbox" is not checked: where no file can be made, the delegate hears of it.
    func violationOfLivePhoto(_ request: PhotoCaptureRequest) -> String? {
        guard let movie = request.livePhoto else { return nil }
        if !options.isLivePhotoEnabled {
            return "settings.livePhotoMovieFileURL may not be set unless self.livePhotoCaptureEnabled is YES"
        }
        if options.isLivePhotoSuspended {
            return "settings.livePhotoMovieFileURL may not be set while self.livePhotoCaptureSuspended is YES"
        }
        if !movie.url.isFileURL {
            return "settings.livePhotoMovieFileURL must be a file URL"
        }
        if !capabilities.livePhotoCodecs.contains(movie.codec) {
            return "settings.livePhotoVideoCodecType must be present in self.availableLivePhotoVideoCodecTypes"
        }
        if !request.bracket.isEmpty {
            return "settings.livePhotoMovieFileURL may not be set for bracketed captures"
        }
        return nil
    }
}
