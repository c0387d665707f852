internal import CTurboJPEG

/// How much of the chroma a JPEG image keeps.
public enum JPEGSubsampling: Sendable, CaseIterable {
    /// As much as the source has: 4:2:2 for `yuvs`, `yuvf` and `2vuy`, luma alone for `L008`, 4:2:0 for everything else.
    case source
    /// A sample for two by two pixels.
    case half
    /// A sample for two pixels side by side.
    case halfAcross
    /// A sample for every pixel.
    case none
    /// No chroma.
    case gray

    /// TurboJPEG's number, with ``source`` resolved for an arrangement.
    func turboJPEG(_ arrangement: PixelArrangement) -> TJSAMP {
        switch self {
        case .source:
            switch arrangement {
            case .gray: TJSAMP_GRAY
            case .yuyv, .uyvy: TJSAMP_422
            default: TJSAMP_420
            }
        case .half: arrangement == .gray ? TJSAMP_GRAY : TJSAMP_420
        case .halfAcross: arrangement == .gray ? TJSAMP_GRAY : TJSAMP_422
        case .none: arrangement == .gray ? TJSAMP_GRAY : TJSAMP_444
        case .gray: TJSAMP_GRAY
        }
    }
}
