/// Where sound comes from, for `AVEncoderContentSourceKey`. Raw values are Apple's.
///
/// No encoder here writes it down: settings with the key stop the program.
public enum AVAudioContentSource: Int, Sendable, CaseIterable {
    /// Nothing is said of it.
    case unspecified = -1
    /// Not for use.
    case reserved = 0
    /// Recorded on an Apple device, mono or stereo.
    case appleCapture_Traditional = 1
    /// Recorded on an Apple device, spatial.
    case appleCapture_Spatial = 2
    /// Recorded on an Apple device, spatial, and enhanced.
    case appleCapture_Spatial_Enhanced = 3
    /// Music of Apple's, mono or stereo.
    case appleMusic_Traditional = 4
    /// Music of Apple's, spatial.
    case appleMusic_Spatial = 5
    /// Sound of a film of Apple's, mono or stereo.
    case appleAV_Traditional_Offline = 6
    /// Sound of a film of Apple's, spatial.
    case appleAV_Spatial_Offline = 7
    /// Sound of a broadcast of Apple's, mono or stereo.
    case appleAV_Traditional_Live = 8
    /// Sound of a broadcast of Apple's, spatial.
    case appleAV_Spatial_Live = 9
    /// Passed on by Apple.
    case applePassthrough = 10
    /// Recorded, mono or stereo.
    case capture_Traditional = 33
    /// Recorded, spatial.
    case capture_Spatial = 34
    /// Recorded, spatial, and enhanced.
    case capture_Spatial_Enhanced = 35
    /// Music, mono or stereo.
    case music_Traditional = 36
    /// Music, spatial.
    case music_Spatial = 37
    /// Sound of a film, mono or stereo.
    case av_Traditional_Offline = 38
    /// Sound of a film, spatial.
    case av_Spatial_Offline = 39
    /// Sound of a broadcast, mono or stereo.
    case av_Traditional_Live = 40
    /// Sound of a broadcast, spatial.
    case av_Spatial_Live = 41
    /// Passed on.
    case passthrough = 42
}
