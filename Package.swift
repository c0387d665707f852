// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

let package = Package(
    name: "pinhole",
    products: [],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "FoundationExtras",
            swiftSettings: strict
        ),
        .target(
            name: "CoreVideo",
            dependencies: ["FoundationExtras"],
            swiftSettings: strict
        ),
        .target(
            name: "CoreMedia",
            dependencies: ["CoreVideo", "FoundationExtras"],
            swiftSettings: strict
        ),
        .target(
            name: "CaptureDriver",
            dependencies: ["CoreMedia", "CoreVideo", "FoundationExtras"],
            swiftSettings: strict
        ),
        .target(
            name: "Viewfinder",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Page")],
            swiftSettings: strict
        ),
        .target(
            name: "ViewfinderTestSupport",
            dependencies: [
                "Viewfinder",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/ViewfinderTestSupport",
            resources: [.copy("Frames")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "scripted-camera-server",
            dependencies: [
                "Viewfinder",
                "ViewfinderTestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Tests/ScriptedCameraServer",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ViewfinderTests",
            dependencies: [
                "Viewfinder",
                "ViewfinderTestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
    ]
)
