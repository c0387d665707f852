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
        .testTarget(
            name: "CoreMediaTests",
            dependencies: ["CoreMedia", "CoreVideo", "FoundationExtras"],
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
        // Constants and structures of the kernel's that Swift cannot import by itself.
        .target(name: "CVideo4Linux"),
        .systemLibrary(
            name: "CUdev",
            path: "Sources/CUdev",
            pkgConfig: "libudev",
            providers: [.apt(["libudev-dev"])]
        ),
        .target(
            name: "V4L2Driver",
            dependencies: [
                "CUdev", "CVideo4Linux", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "V4L2DriverTests",
            dependencies: [
                "CVideo4Linux", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "V4L2Driver",
            ],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CLibYUV",
            path: "Sources/CLibYUV",
            providers: [.apt(["libyuv-dev"])]
        ),
        .systemLibrary(
            name: "CTurboJPEG",
            path: "Sources/CTurboJPEG",
            pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]
        ),
        .systemLibrary(
            name: "CLibExif",
            path: "Sources/CLibExif",
            pkgConfig: "libexif",
            providers: [.apt(["libexif-dev"])]
        ),
        .systemLibrary(
            name: "CSwscale",
            path: "Sources/CSwscale",
            pkgConfig: "libswscale",
            providers: [.apt(["libswscale-dev"])]
        ),
        .target(
            name: "ImageProcessing",
            dependencies: [
                "CLibExif", "CLibYUV", "CSwscale", "CTurboJPEG", "CoreMedia", "CoreVideo", "FoundationExtras",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ImageProcessingTests",
            dependencies: ["ImageProcessing", "CoreVideo", "FoundationExtras"],
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
            exclude: ["LiveCamera"],
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
        .systemLibrary(
            name: "CCairo",
            path: "Sources/CCairo",
            pkgConfig: "cairo",
            providers: [.apt(["libcairo2-dev"])]
        ),
        .target(
            name: "SimulatedDriver",
            dependencies: [
                "CCairo", "CLibYUV", "CTurboJPEG", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SimulatedDriverTests",
            dependencies: ["CTurboJPEG", "CaptureDriver", "CoreMedia", "CoreVideo", "SimulatedDriver"],
            swiftSettings: strict
        ),
    ]
)

// These tests want a camera of the kernel's (vivid in a virtual machine) and fail without one, so that nobody believes
// they ran: they are built only when asked for.
if Context.environment["PINHOLE_KERNEL_CAMERA"] == "1" {
    package.targets.append(
        .testTarget(
            name: "V4L2KernelTests",
            dependencies: [
                "CVideo4Linux", "CaptureDriver", "CoreMedia", "CoreVideo", "FoundationExtras", "V4L2Driver",
            ],
            swiftSettings: strict
        ))
}
