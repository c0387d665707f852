import CaptureCore
import CoreVideo
import FoundationExtras
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    @Suite("Depth data")
    struct DepthDataTests {
        /// Two rows of three: 1 to 5 metres, and a hole.
        private static let numbers: [Float] = [1, 2, 4, 5, .nan, 0.5]

        private func data(_ calibration: CameraCalibration? = nil) throws -> AVDepthData {
            let map = try #require(DepthMap.makeBuffer(kCVPixelFormatType_DepthFloat32, width: 3, height: 2))
            map.write(Self.numbers)
            return AVDepthData(DepthRecord(map: map, type: .depthFloat32, calibration: calibration))
        }

        @Test(
            "Depth becomes disparity and back, with 16 bits and with 32; holes stay holes",
            arguments: [
                kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32,
                kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DepthFloat32,
            ]
        )
        func conversions(type: OSType) throws {
            let original = try data()
            #expect(original.availableDepthDataTypes.contains(type) && original.availableDepthDataTypes.count == 4)
            let converted = original.converting(toDepthDataType: type)
            #expect(converted.depthDataType == type)
            #expect(CVPixelBufferGetPixelFormatType(converted.depthDataMap) == type)
            #expect(!converted.isDepthDataFiltered && converted.depthDataAccuracy == .absolute)
            #expect(converted.depthDataQuality == .high)
            let isDepth = type == kCVPixelFormatType_DepthFloat16 || type == kCVPixelFormatType_DepthFloat32
            let expected = isDepth ? Self.numbers : Self.numbers.map { 1 / $0 }
            #expect(converted.depthDataMap.isNear(expected))
            let back = converted.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32)
            #expect(back.depthDataMap.isNear(Self.numbers))
        }

        @Test("Another type stops the program")
        func unknownType() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let map = try #require(DepthMap.makeBuffer(kCVPixelFormatType_DepthFloat16, width: 2, height: 2))
                let data = AVDepthData(DepthRecord(map: map, type: .depthFloat16))
                _ = data.converting(toDepthDataType: kCVPixelFormatType_32BGRA)
            }
            expectMessage(result, "NSInvalidArgumentException", "depthDataByConvertingToDepthDataType:")
        }

        @Test(
            "Orientations turn and mirror the map",
            arguments: [
                (.up, [1, 2, 4, 5, .nan, 0.5]), (.upMirrored, [4, 2, 1, 0.5, .nan, 5]),
                (.down, [0.5, .nan, 5, 4, 2, 1]), (.downMirrored, [5, .nan, 0.5, 1, 2, 4]),
                (.leftMirrored, [1, 5, 2, .nan, 4, 0.5]), (.right, [5, 1, .nan, 2, 0.5, 4]),
                (.rightMirrored, [0.5, 4, .nan, 2, 5, 1]), (.left, [4, 0.5, 2, .nan, 1, 5]),
            ] as [(CGImagePropertyOrientation, [Float])]
        )
        func orientations(orientation: CGImagePropertyOrientation, expected: [Float]) throws {
            for type in try data().availableDepthDataTypes {
                let turned = try data().converting(toDepthDataType: type).applyingExifOrientation(orientation)
                let isTurned = orientation.rawValue > 4
                #expect(CVPixelBufferGetWidth(turned.depthDataMap) == (isTurned ? 2 : 3))
                #expect(CVPixelBufferGetHeight(turned.depthDataMap) == (isTurned ? 3 : 2))
                let depth = turned.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32)
                #expect(depth.depthDataMap.isNear(expected))
            }
        }

        @Test("A camera's calibration turns with its map")
        func calibration() throws {
            let calibration = CameraCalibration(
                dimensions: CGSize(width: 640, height: 480),
                focalLength: SIMD2(500, 510),
                principalPoint: CGPoint(x: 300, y: 200),
                pixelSize: 0.002
            )
            let original = try data(calibration)
            let plain = try #require(original.cameraCalibrationData)
            #expect(plain.intrinsicMatrix.columns.0 == SIMD3(500, 0, 0))
            #expect(plain.intrinsicMatrix.columns.1 == SIMD3(0, 510, 0))
            #expect(plain.intrinsicMatrix.columns.2 == SIMD3(300, 200, 1))
            #expect(plain.lensDistortionCenter == CGPoint(x: 300, y: 200) && plain.pixelSize == 0.002)
            #expect(plain.extrinsicMatrix.columns.2 == SIMD3(0, 0, 1))
            #expect(plain.extrinsicMatrix.columns.3 == .zero)
            #expect(plain.lensDistortionLookupTable?.allSatisfy { $0 == 0 } == true)
            #expect(plain.inverseLensDistortionLookupTable?.count == 168)
            let turned = try #require(original.applyingExifOrientation(.right).cameraCalibrationData)
            #expect(turned.intrinsicMatrixReferenceDimensions == CGSize(width: 480, height: 640))
            #expect(turned.intrinsicMatrix.columns.0 == SIMD3(510, 0, 0))
            #expect(turned.lensDistortionCenter == CGPoint(x: 279, y: 300))
            let unknown = try data()
            #expect(unknown.cameraCalibrationData == nil)
        }

        @Test("Filling holes makes them as far as what is farthest")
        func filtering() throws {
            let record = try data().record
            for type in DepthDataType.allCases {
                let filled = try #require(record.converted(to: type)?.converted(to: type, fillsHoles: true))
                #expect(filled.isFiltered)
                let depth = try #require(filled.converted(to: .depthFloat32))
                #expect(depth.map.isNear([1, 2, 4, 5, 5, 0.5]) && depth.isFiltered)
            }
            let holes = try #require(DepthMap.makeBuffer(kCVPixelFormatType_DepthFloat32, width: 2, height: 1))
            holes.write([.nan, .nan])
            let empty = DepthRecord(map: holes, type: .depthFloat32)
            let filled = try #require(empty.converted(to: .depthFloat32, fillsHoles: true))
            #expect(filled.map.isNear([.nan, .nan]))
        }

        @Test("A map can be replaced by another one, but not by a picture")
        func replacing() throws {
            let other = try #require(DepthMap.makeBuffer(kCVPixelFormatType_DisparityFloat16, width: 5, height: 4))
            let replaced = try data().replacingDepthDataMap(with: other)
            #expect(replaced.depthDataMap === other && replaced.depthDataType == kCVPixelFormatType_DisparityFloat16)
            let picture = try #require(DepthMap.makeBuffer(kCVPixelFormatType_32BGRA, width: 5, height: 4))
            #expect(throws: AVError(.malformedDepth)) { try data().replacingDepthDataMap(with: picture) }
        }

        @Test("A dictionary for ImageIO gives the map back")
        func dictionary() throws {
            for type in try data().availableDepthDataTypes {
                let original = try data().converting(toDepthDataType: type)
                var kind: NSString?
                let dictionary = try #require(original.dictionaryRepresentation(forAuxiliaryDataType: &kind))
                let isDepth = original.record.type.isDepth
                #expect(kind == (isDepth ? kCGImageAuxiliaryDataTypeDepth : kCGImageAuxiliaryDataTypeDisparity))
                let again = try AVDepthData(fromDictionaryRepresentation: dictionary)
                #expect(again.depthDataType == type && again.depthDataAccuracy == .relative)
                let depth = again.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32)
                #expect(depth.depthDataMap.isNear(Self.numbers))
            }
        }

        @Test("Dictionaries that lie are malformed depth")
        func malformedDictionaries() throws {
            let original = try data()
            let sound = try #require(original.dictionaryRepresentation(forAuxiliaryDataType: nil))
            let name = kCGImageAuxiliaryDataInfoDataDescription as String
            let description = try #require(sound[name] as? [AnyHashable: Any])
            let lies: [(String, Int)] = [
                ("Width", 4_000), ("Width", 0), ("Width", -3), ("Height", 3), ("Height", .max), ("BytesPerRow", 11),
                ("BytesPerRow", .max), ("BytesPerRow", 0), ("PixelFormat", 1), ("PixelFormat", -1),
            ]
            for (key, lie) in lies {
                var lying = sound
                lying[name] = description.merging([key: NSNumber(value: lie)]) { $1 }
                #expect(throws: AVError(.malformedDepth), "\(key) \(lie)") {
                    try AVDepthData(fromDictionaryRepresentation: lying)
                }
            }
            for key in sound.keys {
                var short = sound
                short[key] = nil
                #expect(throws: AVError(.malformedDepth)) { try AVDepthData(fromDictionaryRepresentation: short) }
            }
        }

        @Test("Mattes come from dictionaries, are turned and replaced, and go back into dictionaries")
        func mattes() throws {
            let image = try #require(DepthMap.makeBuffer(kCVPixelFormatType_OneComponent8, width: 3, height: 2))
            CVPixelBufferLockBaseAddress(image, [])
            CVPixelBufferGetBaseAddress(image)?.storeBytes(of: 7, toByteOffset: 2, as: UInt8.self)
            CVPixelBufferUnlockBaseAddress(image, [])
            func corner(_ buffer: CVPixelBuffer) -> UInt8? {
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
                return CVPixelBufferGetBaseAddress(buffer)?.load(fromByteOffset: 0, as: UInt8.self)
            }
            let dictionary = AuxiliaryMap(image).dictionary
            var kind: NSString?
            let portrait = try AVPortraitEffectsMatte(fromDictionaryRepresentation: dictionary)
            #expect(portrait.pixelFormatType == kCVPixelFormatType_OneComponent8)
            #expect(corner(portrait.applyingExifOrientation(.left).mattingImage) == 7)
            #expect(try portrait.replacingPortraitEffectsMatte(with: image).mattingImage === image)
            #expect(portrait.dictionaryRepresentation(forAuxiliaryDataType: &kind) != nil)
            #expect(kind == kCGImageAuxiliaryDataTypePortraitEffectsMatte)
            let hair = try AVSemanticSegmentationMatte(
                fromImageSourceAuxiliaryDataType: kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte,
                dictionaryRepresentation: dictionary
            )
            #expect(hair.matteType == .hair && hair.pixelFormatType == kCVPixelFormatType_OneComponent8)
            #expect(corner(hair.applyingExifOrientation(.upMirrored).mattingImage) == 7)
            #expect(try hair.replacingSemanticSegmentationMatte(with: image).matteType == .hair)
            #expect(hair.dictionaryRepresentation(forAuxiliaryDataType: &kind) != nil)
            #expect(kind == kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte)
            let depth = try data()
            let wrong = try #require(depth.dictionaryRepresentation(forAuxiliaryDataType: nil))
            #expect(throws: AVError.self) { try AVPortraitEffectsMatte(fromDictionaryRepresentation: wrong) }
            #expect(throws: AVError.self) { try portrait.replacingPortraitEffectsMatte(with: depth.depthDataMap) }
            #expect(throws: AVError.self) {
                try AVSemanticSegmentationMatte(
                    fromImageSourceAuxiliaryDataType: kCGImageAuxiliaryDataTypeDepth,
                    dictionaryRepresentation: dictionary
                )
            }
        }
    }
}

extension CVPixelBuffer {
    /// Fills a map of 32-bit numbers.
    func write(_ numbers: [Float]) {
        let width = CVPixelBufferGetWidth(self)
        CVPixelBufferLockBaseAddress(self, [])
        defer { CVPixelBufferUnlockBaseAddress(self, []) }
        guard let base = CVPixelBufferGetBaseAddress(self) else { return }
        for (index, number) in numbers.enumerated() {
            let offset = index / width * CVPixelBufferGetBytesPerRow(self) + index % width * 4
            base.storeBytes(of: number, toByteOffset: offset, as: Float.self)
        }
    }

    /// The numbers of a map.
    var depthNumbers: [Float] {
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(self),
            let type = DepthDataType(CVPixelBufferGetPixelFormatType(self))
        else { return [] }
        return (0..<CVPixelBufferGetHeight(self)).flatMap { y in
            let row = base + y * CVPixelBufferGetBytesPerRow(self)
            return (0..<CVPixelBufferGetWidth(self)).map { x in
                type.isHalf
                    ? Float(row.load(fromByteOffset: x * 2, as: Float16.self))
                    : row.load(fromByteOffset: x * 4, as: Float.self)
            }
        }
    }

    /// Whether a map has these numbers, as exactly as 16 bits can tell them.
    func isNear(_ numbers: [Float]) -> Bool {
        let own = depthNumbers
        return own.count == numbers.count
            && zip(own, numbers).allSatisfy { $0.isNaN ? $1.isNaN : abs($0 - $1) <= abs($1) * 0.002 }
    }
}
