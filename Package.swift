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
    ]
)
