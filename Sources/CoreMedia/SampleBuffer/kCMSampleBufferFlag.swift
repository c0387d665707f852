import FoundationExtras

/// Flag: audio buffer list Assure16 byte alignment.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1
