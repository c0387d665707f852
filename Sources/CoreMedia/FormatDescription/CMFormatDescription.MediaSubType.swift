import FoundationExtras

extension CMFormatDescription {
    /// The codec, pixel format or other coding of media, as four characters.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The four characters.
        public let rawValue: FourCharCode

        /// Makes a value from four characters.
        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        /// The four characters in quotes, or the number if they are no characters.
        public var description: String { fourCharacters(rawValue) }

        /// A law (`alaw`).
        public static let aLaw = MediaSubType(rawValue: 0x616C6177)
        /// Aac audible protected (`aaac`).
        public static let aacAudibleProtected = MediaSubType(rawValue: 0x61616163)
        /// Aac lc protected (`paac`).
        public static let aacLCProtected = MediaSubType(rawValue: 0x70616163)
        /// Ac3 (`ac-3`).
        public static let ac3 = MediaSubType(rawValue: 0x61632D33)
        /// Aes3 (`aes3`).
        public static let aes3 = MediaSubType(rawValue: 0x61657333)
        /// Amr (`samr`).
        public static let amr = MediaSubType(rawValue: 0x73616D72)
        /// Amr wb (`sawb`).
        public static let amr_WB = MediaSubType(rawValue: 0x73617762)
        /// Animation: `kCMVideoCodecType_Animation`.
        public static let animation = MediaSubType(rawValue: kCMVideoCodecType_Animation)
        /// Apple ima4 (`ima4`).
        public static let appleIMA4 = MediaSubType(rawValue: 0x696D6134)
        /// Apple lossless (`alac`).
        public static let appleLossless = MediaSubType(rawValue: 0x616C6163)
        /// Atsc (`atcc`).
        public static let atsc = MediaSubType(rawValue: 0x61746363)
        /// Audible (`AUDB`).
        public static let audible = MediaSubType(rawValue: 0x41554442)
        /// Boxed (`mebx`).
        public static let boxed = MediaSubType(rawValue: 0x6D656278)
        /// Cea608 (`c608`).
        public static let cea608 = MediaSubType(rawValue: 0x63363038)
        /// Cea708 (`c708`).
        public static let cea708 = MediaSubType(rawValue: 0x63373038)
        /// Cinepak: `kCMVideoCodecType_Cinepak`.
        public static let cinepak = MediaSubType(rawValue: kCMVideoCodecType_Cinepak)
        /// Counter32 (`cn32`).
        public static let counter32 = MediaSubType(rawValue: 0x636E3332)
        /// Counter64 (`cn64`).
        public static let counter64 = MediaSubType(rawValue: 0x636E3634)
        /// Dv (`dv  `).
        public static let dv = MediaSubType(rawValue: 0x64762020)
        /// Dvc ntsc: `kCMVideoCodecType_DVCNTSC`.
        public static let dvcNTSC = MediaSubType(rawValue: kCMVideoCodecType_DVCNTSC)
        /// Dvc pal: `kCMVideoCodecType_DVCPAL`.
        public static let dvcPAL = MediaSubType(rawValue: kCMVideoCodecType_DVCPAL)
        /// Dvc prohd1080i50: `kCMVideoCodecType_DVCPROHD1080i50`.
        public static let dvcPROHD1080i50 = MediaSubType(rawValue: kCMVideoCodecType_DVCPROHD1080i50)
        /// Dvc prohd1080i60: `kCMVideoCodecType_DVCPROHD1080i60`.
        public static let dvcPROHD1080i60 = MediaSubType(rawValue: kCMVideoCodecType_DVCPROHD1080i60)
        /// Dvc prohd1080p25: `kCMVideoCodecType_DVCPROHD1080p25`.
        public static let dvcPROHD1080p25 = MediaSubType(rawValue: kCMVideoCodecType_DVCPROHD1080p25)
        /// Dvc prohd1080p30: `kCMVideoCodecType_DVCPROHD1080p30`.
        public static let dvcPROHD1080p30 = MediaSubType(rawValue: kCMVideoCodecType_DVCPROHD1080p30)
        /// Dvc prohd720p50: `kCMVideoCodecType_DVCPROHD720p50`.
        public static let dvcPROHD720p50 = MediaSubType(rawValue: kCMVideoCodecType_DVCPROHD720p50)
        /// Dvc prohd720p60: `kCMVideoCodecType_DVCPROHD720p60`.
        public static let dvcPROHD720p60 = MediaSubType(rawValue: kCMVideoCodecType_DVCPROHD720p60)
        /// Dvc pro50 ntsc: `kCMVideoCodecType_DVCPro50NTSC`.
        public static let dvcPro50NTSC = MediaSubType(rawValue: kCMVideoCodecType_DVCPro50NTSC)
        /// Dvc pro50 pal: `kCMVideoCodecType_DVCPro50PAL`.
        public static let dvcPro50PAL = MediaSubType(rawValue: kCMVideoCodecType_DVCPro50PAL)
        /// Dvc pro pal: `kCMVideoCodecType_DVCProPAL`.
        public static let dvcProPAL = MediaSubType(rawValue: kCMVideoCodecType_DVCProPAL)
        /// Dvi intel ima.
        public static let dviIntelIMA = MediaSubType(rawValue: 0x6d730011)
        /// Embedded device screen recording (`isr `).
        public static let embeddedDeviceScreenRecording = MediaSubType(rawValue: 0x69737220)
        /// Emsg (`emsg`).
        public static let emsg = MediaSubType(rawValue: 0x656D7367)
        /// Enhanced ac3 (`ec-3`).
        public static let enhancedAC3 = MediaSubType(rawValue: 0x65632D33)
        /// Flac (`flac`).
        public static let flac = MediaSubType(rawValue: 0x666C6163)
        /// H263: `kCMVideoCodecType_H263`.
        public static let h263 = MediaSubType(rawValue: kCMVideoCodecType_H263)
        /// H264: `kCMVideoCodecType_H264`.
        public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
        /// Hevc: `kCMVideoCodecType_HEVC`.
        public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
        /// Hevc with alpha: `kCMVideoCodecType_HEVCWithAlpha`.
        public static let hevcWithAlpha = MediaSubType(rawValue: kCMVideoCodecType_HEVCWithAlpha)
        /// Ilbc (`ilbc`).
        public static let iLBC = MediaSubType(rawValue: 0x696C6263)
        /// Icy (`icy `).
        public static let icy = MediaSubType(rawValue: 0x69637920)
        /// Id3 (`id3 `).
        public static let id3 = MediaSubType(rawValue: 0x69643320)
        /// Iec60958 ac3 (`cac3`).
        public static let iec60958AC3 = MediaSubType(rawValue: 0x63616333)
        /// Jpeg: `kCMVideoCodecType_JPEG`.
        public static let jpeg = MediaSubType(rawValue: kCMVideoCodecType_JPEG)
        /// Jpeg open dml: `kCMVideoCodecType_JPEG_OpenDML`.
        public static let jpeg_OpenDML = MediaSubType(rawValue: kCMVideoCodecType_JPEG_OpenDML)
        /// Linear pcm (`lpcm`).
        public static let linearPCM = MediaSubType(rawValue: 0x6C70636D)
        /// Mace3 (`MAC3`).
        public static let mace3 = MediaSubType(rawValue: 0x4D414333)
        /// Mace6 (`MAC6`).
        public static let mace6 = MediaSubType(rawValue: 0x4D414336)
        /// Microsoft gsm.
        public static let microsoftGSM = MediaSubType(rawValue: 0x6d730031)
        /// Midi stream (`midi`).
        public static let midiStream = MediaSubType(rawValue: 0x6D696469)
        /// Mobile3 gpp (`tx3g`).
        public static let mobile3GPP = MediaSubType(rawValue: 0x74783367)
        /// Mpeg1 system (`mp1s`).
        public static let mpeg1System = MediaSubType(rawValue: 0x6D703173)
        /// Mpeg1 video: `kCMVideoCodecType_MPEG1Video`.
        public static let mpeg1Video = MediaSubType(rawValue: kCMVideoCodecType_MPEG1Video)
        /// Mpeg2 program (`mp2p`).
        public static let mpeg2Program = MediaSubType(rawValue: 0x6D703270)
        /// Mpeg2 transport (`mp2t`).
        public static let mpeg2Transport = MediaSubType(rawValue: 0x6D703274)
        /// Mpeg2 video: `kCMVideoCodecType_MPEG2Video`.
        public static let mpeg2Video = MediaSubType(rawValue: kCMVideoCodecType_MPEG2Video)
        /// Mpeg4 aac (`aac `).
        public static let mpeg4AAC = MediaSubType(rawValue: 0x61616320)
        /// Mpeg4 aac eld (`aace`).
        public static let mpeg4AAC_ELD = MediaSubType(rawValue: 0x61616365)
        /// Mpeg4 aac eld sbr (`aacf`).
        public static let mpeg4AAC_ELD_SBR = MediaSubType(rawValue: 0x61616366)
        /// Mpeg4 aac eld v2 (`aacg`).
        public static let mpeg4AAC_ELD_V2 = MediaSubType(rawValue: 0x61616367)
        /// Mpeg4 aac he (`aach`).
        public static let mpeg4AAC_HE = MediaSubType(rawValue: 0x61616368)
        /// Mpeg4 aac he v2 (`aacp`).
        public static let mpeg4AAC_HE_V2 = MediaSubType(rawValue: 0x61616370)
        /// Mpeg4 aac ld (`aacl`).
        public static let mpeg4AAC_LD = MediaSubType(rawValue: 0x6161636C)
        /// Mpeg4 aac spatial (`aacs`).
        public static let mpeg4AAC_Spatial = MediaSubType(rawValue: 0x61616373)
        /// Mpeg4 celp (`celp`).
        public static let mpeg4CELP = MediaSubType(rawValue: 0x63656C70)
        /// Mpeg4 hvxc (`hvxc`).
        public static let mpeg4HVXC = MediaSubType(rawValue: 0x68767863)
        /// Mpeg4 twin vq (`twvq`).
        public static let mpeg4TwinVQ = MediaSubType(rawValue: 0x74777671)
        /// Mpeg4 video: `kCMVideoCodecType_MPEG4Video`.
        public static let mpeg4Video = MediaSubType(rawValue: kCMVideoCodecType_MPEG4Video)
        /// Mpeg d usac (`usac`).
        public static let mpegD_USAC = MediaSubType(rawValue: 0x75736163)
        /// Mpeg layer1 (`.mp1`).
        public static let mpegLayer1 = MediaSubType(rawValue: 0x2E6D7031)
        /// Mpeg layer2 (`.mp2`).
        public static let mpegLayer2 = MediaSubType(rawValue: 0x2E6D7032)
        /// Mpeg layer3 (`.mp3`).
        public static let mpegLayer3 = MediaSubType(rawValue: 0x2E6D7033)
        /// Opus (`opus`).
        public static let opus = MediaSubType(rawValue: 0x6F707573)
        /// Parameter value stream (`apvs`).
        public static let parameterValueStream = MediaSubType(rawValue: 0x61707673)
        /// Pixel format 16 be555: `kCMPixelFormat_16BE555`.
        public static let pixelFormat_16BE555 = MediaSubType(rawValue: kCMPixelFormat_16BE555)
        /// Pixel format 16 be565: `kCMPixelFormat_16BE565`.
        public static let pixelFormat_16BE565 = MediaSubType(rawValue: kCMPixelFormat_16BE565)
        /// Pixel format 16 le555: `kCMPixelFormat_16LE555`.
        public static let pixelFormat_16LE555 = MediaSubType(rawValue: kCMPixelFormat_16LE555)
        /// Pixel format 16 le5551: `kCMPixelFormat_16LE5551`.
        public static let pixelFormat_16LE5551 = MediaSubType(rawValue: kCMPixelFormat_16LE5551)
        /// Pixel format 16 le565: `kCMPixelFormat_16LE565`.
        public static let pixelFormat_16LE565 = MediaSubType(rawValue: kCMPixelFormat_16LE565)
        /// Pixel format 24 rgb: `kCMPixelFormat_24RGB`.
        public static let pixelFormat_24RGB = MediaSubType(rawValue: kCMPixelFormat_24RGB)
        /// Pixel format 32 argb: `kCMPixelFormat_32ARGB`.
        public static let pixelFormat_32ARGB = MediaSubType(rawValue: kCMPixelFormat_32ARGB)
        /// Pixel format 32 bgra: `kCMPixelFormat_32BGRA`.
        public static let pixelFormat_32BGRA = MediaSubType(rawValue: kCMPixelFormat_32BGRA)
        /// Pixel format 422 yp cb cr10: `kCMPixelFormat_422YpCbCr10`.
        public static let pixelFormat_422YpCbCr10 = MediaSubType(rawValue: kCMPixelFormat_422YpCbCr10)
        /// Pixel format 422 yp cb cr16: `kCMPixelFormat_422YpCbCr16`.
        public static let pixelFormat_422YpCbCr16 = MediaSubType(rawValue: kCMPixelFormat_422YpCbCr16)
        /// Pixel format 422 yp cb cr8: `kCMPixelFormat_422YpCbCr8`.
        public static let pixelFormat_422YpCbCr8 = MediaSubType(rawValue: kCMPixelFormat_422YpCbCr8)
        /// Pixel format 422 yp cb cr8 yuvs: `kCMPixelFormat_422YpCbCr8_yuvs`.
        public static let pixelFormat_422YpCbCr8_yuvs = MediaSubType(rawValue: kCMPixelFormat_422YpCbCr8_yuvs)
        /// Pixel format 4444 yp cb cr a8: `kCMPixelFormat_4444YpCbCrA8`.
        public static let pixelFormat_4444YpCbCrA8 = MediaSubType(rawValue: kCMPixelFormat_4444YpCbCrA8)
        /// Pixel format 444 yp cb cr10: `kCMPixelFormat_444YpCbCr10`.
        public static let pixelFormat_444YpCbCr10 = MediaSubType(rawValue: kCMPixelFormat_444YpCbCr10)
        /// Pixel format 444 yp cb cr8: `kCMPixelFormat_444YpCbCr8`.
        public static let pixelFormat_444YpCbCr8 = MediaSubType(rawValue: kCMPixelFormat_444YpCbCr8)
        /// Pixel format 8 indexed gray white is zero: `kCMPixelFormat_8IndexedGray_WhiteIsZero`.
        public static let pixelFormat_8IndexedGray_WhiteIsZero = MediaSubType(
            rawValue: kCMPixelFormat_8IndexedGray_WhiteIsZero
        )
        /// Pro res422: `kCMVideoCodecType_AppleProRes422`.
        public static let proRes422 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422)
        /// Pro res422 hq: `kCMVideoCodecType_AppleProRes422HQ`.
        public static let proRes422HQ = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422HQ)
        /// Pro res422 lt: `kCMVideoCodecType_AppleProRes422LT`.
        public static let proRes422LT = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422LT)
        /// Pro res422 proxy: `kCMVideoCodecType_AppleProRes422Proxy`.
        public static let proRes422Proxy = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422Proxy)
        /// Pro res4444: `kCMVideoCodecType_AppleProRes4444`.
        public static let proRes4444 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes4444)
        /// Pro res4444 xq: `kCMVideoCodecType_AppleProRes4444XQ`.
        public static let proRes4444XQ = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes4444XQ)
        /// Pro res raw: `kCMVideoCodecType_AppleProResRAW`.
        public static let proResRAW = MediaSubType(rawValue: kCMVideoCodecType_AppleProResRAW)
        /// Pro res rawhq: `kCMVideoCodecType_AppleProResRAWHQ`.
        public static let proResRAWHQ = MediaSubType(rawValue: kCMVideoCodecType_AppleProResRAWHQ)
        /// Q design (`QDMC`).
        public static let qDesign = MediaSubType(rawValue: 0x51444D43)
        /// Q design2 (`QDM2`).
        public static let qDesign2 = MediaSubType(rawValue: 0x51444D32)
        /// Qt (`text`).
        public static let qt = MediaSubType(rawValue: 0x74657874)
        /// Qualcomm (`Qclp`).
        public static let qualcomm = MediaSubType(rawValue: 0x51636C70)
        /// Sorenson video: `kCMVideoCodecType_SorensonVideo`.
        public static let sorensonVideo = MediaSubType(rawValue: kCMVideoCodecType_SorensonVideo)
        /// Sorenson video3: `kCMVideoCodecType_SorensonVideo3`.
        public static let sorensonVideo3 = MediaSubType(rawValue: kCMVideoCodecType_SorensonVideo3)
        /// Tbgr (`tbgr`).
        public static let tbgr = MediaSubType(rawValue: 0x74626772)
        /// Time code (`time`).
        public static let timeCode = MediaSubType(rawValue: 0x74696D65)
        /// Time code32 (`tmcd`).
        public static let timeCode32 = MediaSubType(rawValue: 0x746D6364)
        /// Time code64 (`tc64`).
        public static let timeCode64 = MediaSubType(rawValue: 0x74633634)
        /// U law (`ulaw`).
        public static let uLaw = MediaSubType(rawValue: 0x756C6177)
        /// Web vtt (`wvtt`).
        public static let webVTT = MediaSubType(rawValue: 0x77767474)
    }
}

/// A video codec or pixel format, as four characters.
public typealias CMVideoCodecType = FourCharCode

/// Video codec: 422 yp cb Cr8.
public let kCMVideoCodecType_422YpCbCr8: CMVideoCodecType = kCMPixelFormat_422YpCbCr8
/// Video codec: AV1 (`av01`).
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x61763031
/// Video codec: animation (`rle `).
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726C6520
/// Video codec: apple pro Res422 (`apcn`).
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170636E
/// Video codec: apple pro Res422 HQ (`apch`).
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x61706368
/// Video codec: apple pro Res422 LT (`apcs`).
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x61706373
/// Video codec: apple pro Res422 proxy (`apco`).
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170636F
/// Video codec: apple pro Res4444 (`ap4h`).
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x61703468
/// Video codec: apple pro Res4444 XQ (`ap4x`).
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x61703478
/// Video codec: apple pro res RAW (`aprn`).
public let kCMVideoCodecType_AppleProResRAW: CMVideoCodecType = 0x6170726E
/// Video codec: apple pro res RAWHQ (`aprh`).
public let kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType = 0x61707268
/// Video codec: cinepak (`cvid`).
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x63766964
/// Video codec: DVCNTSC (`dvc `).
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x64766320
/// Video codec: DVCPAL (`dvcp`).
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x64766370
/// Video codec: DVCPROHD1080i50 (`dvh5`).
public let kCMVideoCodecType_DVCPROHD1080i50: CMVideoCodecType = 0x64766835
/// Video codec: DVCPROHD1080i60 (`dvh6`).
public let kCMVideoCodecType_DVCPROHD1080i60: CMVideoCodecType = 0x64766836
/// Video codec: DVCPROHD1080p25 (`dvh2`).
public let kCMVideoCodecType_DVCPROHD1080p25: CMVideoCodecType = 0x64766832
/// Video codec: DVCPROHD1080p30 (`dvh3`).
public let kCMVideoCodecType_DVCPROHD1080p30: CMVideoCodecType = 0x64766833
/// Video codec: DVCPROHD720p50 (`dvhq`).
public let kCMVideoCodecType_DVCPROHD720p50: CMVideoCodecType = 0x64766871
/// Video codec: DVCPROHD720p60 (`dvhp`).
public let kCMVideoCodecType_DVCPROHD720p60: CMVideoCodecType = 0x64766870
/// Video codec: DVC Pro50 NTSC (`dv5n`).
public let kCMVideoCodecType_DVCPro50NTSC: CMVideoCodecType = 0x6476356E
/// Video codec: DVC Pro50 PAL (`dv5p`).
public let kCMVideoCodecType_DVCPro50PAL: CMVideoCodecType = 0x64763570
/// Video codec: DVC pro PAL (`dvpp`).
public let kCMVideoCodecType_DVCProPAL: CMVideoCodecType = 0x64767070
/// Video codec: depth HEVC (`deph`).
public let kCMVideoCodecType_DepthHEVC: CMVideoCodecType = 0x64657068
/// Video codec: disparity HEVC (`dish`).
public let kCMVideoCodecType_DisparityHEVC: CMVideoCodecType = 0x64697368
/// Video codec: dolby vision HEVC (`dvh1`).
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x64766831
/// Video codec: H263 (`h263`).
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x68323633
/// Video codec: H264 (`avc1`).
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x61766331
/// Video codec: HEVC (`hvc1`).
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x68766331
/// Video codec: HEVC with alpha (`muxa`).
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6D757861
/// Video codec: JPEG (`jpeg`).
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6A706567
/// Video codec: JPEG open DML (`dmb1`).
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646D6231
/// Video codec: JPEG XL (`jxlc`).
public let kCMVideoCodecType_JPEG_XL: CMVideoCodecType = 0x6A786C63
/// Video codec: MPEG1 video (`mp1v`).
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6D703176
/// Video codec: MPEG2 video (`mp2v`).
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6D703276
/// Video codec: MPEG4 video (`mp4v`).
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6D703476
/// Video codec: sorenson video (`SVQ1`).
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x53565131
/// Video codec: sorenson Video3 (`SVQ3`).
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x53565133
/// Video codec: VP9 (`vp09`).
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x76703039

/// A pixel format, as four characters.
public typealias CMPixelFormatType = FourCharCode

/// Pixel format: 16 BE555.
public let kCMPixelFormat_16BE555: CMPixelFormatType = 16
/// Pixel format: 16 BE565 (`B565`).
public let kCMPixelFormat_16BE565: CMPixelFormatType = 0x42353635
/// Pixel format: 16 LE555 (`L555`).
public let kCMPixelFormat_16LE555: CMPixelFormatType = 0x4C353535
/// Pixel format: 16 LE5551 (`5551`).
public let kCMPixelFormat_16LE5551: CMPixelFormatType = 0x35353531
/// Pixel format: 16 LE565 (`L565`).
public let kCMPixelFormat_16LE565: CMPixelFormatType = 0x4C353635
/// Pixel format: 24 RGB.
public let kCMPixelFormat_24RGB: CMPixelFormatType = 24
/// Pixel format: 32 ARGB.
public let kCMPixelFormat_32ARGB: CMPixelFormatType = 32
/// Pixel format: 32 BGRA (`BGRA`).
public let kCMPixelFormat_32BGRA: CMPixelFormatType = 0x42475241
/// Pixel format: 422 yp cb Cr10 (`v210`).
public let kCMPixelFormat_422YpCbCr10: CMPixelFormatType = 0x76323130
/// Pixel format: 422 yp cb Cr16 (`v216`).
public let kCMPixelFormat_422YpCbCr16: CMPixelFormatType = 0x76323136
/// Pixel format: 422 yp cb Cr8 (`2vuy`).
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = 0x32767579
/// Pixel format: 422 yp cb Cr8 yuvs (`yuvs`).
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = 0x79757673
/// Pixel format: 4444 yp cb cr A8 (`v408`).
public let kCMPixelFormat_4444YpCbCrA8: CMPixelFormatType = 0x76343038
/// Pixel format: 444 yp cb Cr10 (`v410`).
public let kCMPixelFormat_444YpCbCr10: CMPixelFormatType = 0x76343130
/// Pixel format: 444 yp cb Cr8 (`v308`).
public let kCMPixelFormat_444YpCbCr8: CMPixelFormatType = 0x76333038
/// Pixel format: 8 indexed gray white is zero.
public let kCMPixelFormat_8IndexedGray_WhiteIsZero: CMPixelFormatType = 40
