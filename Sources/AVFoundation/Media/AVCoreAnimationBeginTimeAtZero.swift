import Foundation

/// The `beginTime` of an animation that begins with a movie: Core Animation takes zero for "now", so this is a bit more.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// The type name of keys for protected streams.
public let AVStreamingKeyDeliveryContentKeyType = "com.apple.streamingkeydelivery.contentkey"

/// The type name of keys for protected streams that are kept.
public let AVStreamingKeyDeliveryPersistentContentKeyType = "com.apple.streamingkeydelivery.persistentcontentkey"
