// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

let package = Package(
    name: "pinhole",
    products: [],
    targets: [
        .target(
            name: "FoundationExtras",
            swiftSettings: strict
        ),
        .testTarget(
            name: "FoundationExtrasTests",
            dependencies: ["FoundationExtras"],
            swiftSettings: strict
        ),
        .target(
            name: "CoreVideo",
            dependencies: ["FoundationExtras"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoreVideoTests",
            dependencies: ["CoreVideo", "FoundationExtras"],
            swiftSettings: strict
        ),
        .target(
            name: "CoreMedia",
            dependencies: ["CoreVideo", "FoundationExtras"],
            swiftSettings: strict
        ),
        .target(
            name: "QuartzCore",
            dependencies: ["FoundationExtras"],
            swiftSettings: strict
        ),
        .target(
            name: "CaptureDriver",
            dependencies: ["CoreMedia", "CoreVideo", "FoundationExtras"],
            swiftSettings: strict
        ),
    ]
)
