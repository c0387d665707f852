// swift-tools-version: 6.1
import PackageDescription

// What `scripts/bench` measures with. For Linux.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]

func pinhole(_ product: String) -> Target.Dependency {
    .product(name: product, package: "pinhole")
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "pinhole", path: ".."),
        .package(name: "Books", path: "../Books"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    ],
    targets: [
        .target(name: "AllocationCounter", path: "AllocationCounter"),
        .executableTarget(
            name: "pinhole-bench",
            dependencies: [
                "AllocationCounter", pinhole("AVFoundation"), pinhole("BarcodeScene"), pinhole("CameraEngine"),
                pinhole("CameraSimulation"), pinhole("CaptureCore"), pinhole("CoreMedia"), pinhole("CoreVideo"),
                pinhole("ImageProcessing"), pinhole("SimulatedDriver"), argumentParser, logging,
            ],
            path: "PinholeBench",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "scanner-bench",
            dependencies: [
                pinhole("BookshelfScene"), pinhole("CoreMedia"), pinhole("CoreVideo"), pinhole("ImageProcessing"),
                pinhole("LiveText"), .product(name: "BookRecognition", package: "Books"),
                .product(name: "SwiftCSV", package: "SwiftCSV"), argumentParser,
            ],
            path: "ScannerBench",
            swiftSettings: strict
        ),
    ],
    cxxLanguageStandard: .cxx17
)
