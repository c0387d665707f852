// swift-tools-version: 6.1
import PackageDescription

// Programs that use Pinhole as anybody would: through its products.
let linux = TargetDependencyCondition.when(platforms: [.linux])
let avFoundation = Target.Dependency.product(name: "AVFoundation", package: "pinhole", condition: linux)
let combine = Target.Dependency.product(name: "Combine", package: "pinhole", condition: linux)
let os = Target.Dependency.product(name: "os", package: "pinhole", condition: linux)
let simulatedPhone = Target.Dependency.product(name: "SimulatedDriver", package: "pinhole", condition: linux)
let captureDriver = Target.Dependency.product(name: "CaptureDriver", package: "pinhole", condition: linux)
let conformance = Target.Dependency.product(name: "CaptureDriverConformance", package: "pinhole", condition: linux)
let coreMedia = Target.Dependency.product(name: "CoreMedia", package: "pinhole", condition: linux)
let coreVideo = Target.Dependency.product(name: "CoreVideo", package: "pinhole", condition: linux)
let imageProcessing = Target.Dependency.product(name: "ImageProcessing", package: "pinhole", condition: linux)
let captureSystemTesting = Target.Dependency.product(name: "CaptureSystemTesting", package: "pinhole", condition: linux)
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "Examples",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .executable(name: "session-manager", targets: ["SessionManager"]),
        .executable(name: "kiosk", targets: ["Kiosk"]),
    ],
    dependencies: [
        .package(name: "pinhole", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The first lines of a program with a camera.
        .executableTarget(name: "Frames", dependencies: [avFoundation]),

        // The shortest session manager, as one finds it in many apps.
        .executableTarget(
            name: "SessionManager",
            dependencies: [avFoundation, combine, os, simulatedPhone, argumentParser],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),

        // A photo as an asynchronous function.
        .target(name: "PhotoCapture", dependencies: [avFoundation]),

        // A camera app, but for its views, and its tests.
        .target(name: "CameraApp", dependencies: ["PhotoCapture", avFoundation, combine, os]),
        .testTarget(
            name: "CameraAppTests",
            dependencies: ["CameraApp", avFoundation, combine, captureSystemTesting, simulatedPhone],
            resources: [.copy("Resources/bad-day.json")]
        ),

        // A camera written with Combine, and its tests.
        .target(
            name: "CombineCamera",
            dependencies: [avFoundation, combine],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "CombineCameraTests",
            dependencies: ["CombineCamera", avFoundation, combine, simulatedPhone],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),

        // Combine's part of Apple's SDK.
        .testTarget(name: "CombineTests", dependencies: [avFoundation, combine, simulatedPhone]),

        // A photo every minute.
        .executableTarget(
            name: "Kiosk",
            dependencies: ["PhotoCapture", avFoundation, os, simulatedPhone, argumentParser]
        ),
        .testTarget(
            name: "KioskTests",
            dependencies: ["Kiosk", avFoundation, captureSystemTesting, simulatedPhone]
        ),
    ]
)

// Drivers are Linux's alone: on Apple's platforms the system has the cameras.
#if os(Linux)
    package.targets += [
        // A driver: the JPEG files of a folder as a camera.
        .target(
            name: "FolderCamera",
            dependencies: [captureDriver, coreMedia, coreVideo, imageProcessing]
        ),
        .testTarget(
            name: "FolderCameraTests",
            dependencies: [
                "FolderCamera", avFoundation, captureDriver, conformance, coreMedia, coreVideo, imageProcessing,
            ]
        ),
    ]
#endif
