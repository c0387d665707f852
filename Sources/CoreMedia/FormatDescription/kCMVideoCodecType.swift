import FoundationExtras

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
