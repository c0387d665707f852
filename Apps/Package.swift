// swift-tools-version: 6.1
import PackageDescription

// The iPhone app on Linux: its sources, unchanged, over modules with the names of Apple's frameworks. On a Mac the app is
// opened as Pinhole/Pinhole.xcodeproj, and nothing of this package is used.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]
// Whoever imports Testing and a module UIKit is taken for somebody on an Apple platform, where a module joins the two.
let testing: [SwiftSetting] = strict + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]

func pinhole(_ product: String) -> Target.Dependency {
    .product(name: product, package: "pinhole")
}

func viewfinder(_ product: String) -> Target.Dependency {
    .product(name: product, package: "Viewfinder")
}

func layer(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "AppPreview/Sources/\(name)",
        resources: resources,
        swiftSettings: strict
    )
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: "AppPreview/Tests/\(name)",
        resources: resources,
        swiftSettings: testing
    )
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

/// What the app imports of Apple's frameworks, and of this project.
let frameworks: [Target.Dependency] = [
    "SwiftUI", "UIKit", "Photos", "QuickLook", pinhole("AVFoundation"), pinhole("AVKit"), pinhole("CoreMedia"),
    pinhole("QuartzCore"), pinhole("Vision"), pinhole("os"), pinhole("OSLog"), pinhole("CameraEngine"),
    .product(name: "BookScanner", package: "Books"), pinhole("LiveText"),
]

let package = Package(
    name: "Apps",
    dependencies: [
        .package(name: "pinhole", path: ".."),
        .package(name: "Books", path: "../Books"),
        // As everything else is built, lest the viewfinder be compiled twice.
        .package(name: "Viewfinder", path: "../Viewfinder", traits: ["TLS"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // A tree of elements, what changed between two of them, and the phone that shows it.
        layer("ViewTree", []),
        tests("ViewTreeTests", ["ViewTree"]),

        // The tree in a browser.
        layer(
            "PreviewServer",
            [
                "ViewTree", pinhole("AVFoundation"), pinhole("CameraSource"), pinhole("SimulatedDriver"),
                viewfinder("SimulatorControl"), viewfinder("Viewfinder"),
                .product(name: "ServerSentEvents", package: "Books"), argumentParser, httpTypes, hummingbird, logging,
                nioCore, serviceLifecycle,
            ],
            resources: [.copy("Page")]
        ),
        .target(
            name: "PreviewTestSupport",
            dependencies: ["ViewTree"],
            path: "AppPreview/Tests/PreviewTestSupport",
            swiftSettings: strict
        ),
        tests(
            "PreviewServerTests",
            [
                "PreviewServer", "PreviewTestSupport", "ViewTree", pinhole("AVFoundation"), pinhole("CameraSource"),
                pinhole("CaptureSystemTesting"), pinhole("SimulatedDriver"), viewfinder("SimulatorControl"),
                viewfinder("Viewfinder"), .product(name: "HTTPTestSupport", package: "Books"), argumentParser,
                httpTypes,
                hummingbird, logging, nioCore,
            ]
        ),
        // An app with one of each element, for the tests of the page.
        .executableTarget(
            name: "preview-gallery",
            dependencies: ["PreviewServer", "PreviewTestSupport", "ViewTree", pinhole("AVFoundation")],
            path: "AppPreview/Tests/Gallery",
            swiftSettings: strict
        ),

        // Apple's frameworks, as far as the app uses them.
        layer(
            "UIKit",
            [
                "ViewTree", pinhole("AVFoundation"), pinhole("CoreVideo"), pinhole("ImageIO"),
                pinhole("ImageProcessing"), pinhole("QuartzCore"),
            ]
        ),
        layer("Photos", ["ViewTree"]),
        layer(
            "SwiftUI",
            [
                "ViewTree", "PreviewServer", "UIKit", pinhole("AVFoundation"), pinhole("AVKit"),
                pinhole("CoreGraphics"),
                viewfinder("Localization"),
            ]
        ),
        layer("QuickLook", ["SwiftUI", "ViewTree"]),
        tests(
            "SwiftUITests",
            ["SwiftUI", "UIKit", "Photos", "QuickLook", "ViewTree", pinhole("AVKit"), viewfinder("Localization")]
        ),
        tests("AppleNamesTests", [], resources: [.copy("names.txt")]),

        // The app.
        .executableTarget(
            name: "PinholeApp",
            dependencies: frameworks,
            path: "Pinhole",
            exclude: ["Tests", "Pinhole.xcodeproj"],
            sources: ["Sources"],
            resources: [.copy("Resources")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PinholeAppTests",
            dependencies: frameworks + ["PinholeApp"],
            path: "Pinhole/Tests",
            // Those are Python's.
            exclude: ["Stories"],
            swiftSettings: testing
        ),
    ]
)
