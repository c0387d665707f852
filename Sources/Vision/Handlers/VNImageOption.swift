/// What a handler is told about an image besides.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The image's metadata.
    public static let properties = Self(rawValue: "VNImageOptionProperties")
    /// The lens's intrinsic matrix.
    public static let cameraIntrinsics = Self(rawValue: "VNImageOptionCameraIntrinsics")
}
