/// Uncompressed audio (`lpcm`).
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// AC-3 (`ac-3`).
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33
/// IMA 4:1 (`ima4`).
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134
/// MPEG-4 AAC, low complexity (`aac `).
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// μ-law 2:1 (`ulaw`).
public let kAudioFormatULaw: AudioFormatID = 0x756C_6177
/// A-law 2:1 (`alaw`).
public let kAudioFormatALaw: AudioFormatID = 0x616C_6177
/// MPEG-1 or 2 layer III (`.mp3`).
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033
/// Apple Lossless (`alac`).
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// MPEG-4 high-efficiency AAC (`aach`).
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
/// MPEG-4 low-delay AAC (`aacl`).
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636C
/// MPEG-4 enhanced low-delay AAC (`aace`).
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365
/// MPEG-4 enhanced low-delay AAC with spectral band replication (`aacf`).
public let kAudioFormatMPEG4AAC_ELD_SBR: AudioFormatID = 0x6161_6366
/// MPEG-4 high-efficiency AAC, version 2 (`aacp`).
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370
/// AMR narrow band (`samr`).
public let kAudioFormatAMR: AudioFormatID = 0x7361_6D72
/// FLAC (`flac`).
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus (`opus`).
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// Samples have the most significant byte first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// Samples fill all of their bytes' bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Samples lie in the high bits of their bytes.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The samples cannot be mixed.
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 1 << 6
/// All flags are clear, where 0 stands for anything.
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000
/// The byte order of this machine: least significant byte first.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Packed floating-point numbers in the byte order of this machine.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
    kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked
/// ``kAudioFormatFlagIsFloat`` for uncompressed audio.
public let kLinearPCMFormatFlagIsFloat: AudioFormatFlags = kAudioFormatFlagIsFloat
/// ``kAudioFormatFlagIsBigEndian`` for uncompressed audio.
public let kLinearPCMFormatFlagIsBigEndian: AudioFormatFlags = kAudioFormatFlagIsBigEndian
/// ``kAudioFormatFlagIsSignedInteger`` for uncompressed audio.
public let kLinearPCMFormatFlagIsSignedInteger: AudioFormatFlags = kAudioFormatFlagIsSignedInteger
/// ``kAudioFormatFlagIsPacked`` for uncompressed audio.
public let kLinearPCMFormatFlagIsPacked: AudioFormatFlags = kAudioFormatFlagIsPacked
/// ``kAudioFormatFlagIsNonInterleaved`` for uncompressed audio.
public let kLinearPCMFormatFlagIsNonInterleaved: AudioFormatFlags = kAudioFormatFlagIsNonInterleaved
