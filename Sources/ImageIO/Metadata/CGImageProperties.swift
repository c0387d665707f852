import FoundationExtras

// Keys of image metadata.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// How the picture must be turned to be upright, 1 to 8.
nonisolated(unsafe) public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Width in pixels.
nonisolated(unsafe) public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// Height in pixels.
nonisolated(unsafe) public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Pixels per inch, across.
nonisolated(unsafe) public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// Pixels per inch, down.
nonisolated(unsafe) public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// Bits per sample.
nonisolated(unsafe) public let kCGImagePropertyDepth: CFString = "Depth"
/// The colour model, such as `RGB`.
nonisolated(unsafe) public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The colour profile's name.
nonisolated(unsafe) public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// Whether there is alpha.
nonisolated(unsafe) public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The size of the file, in bytes.
nonisolated(unsafe) public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The number of images.
nonisolated(unsafe) public let kCGImagePropertyImageCount: CFString = "ImageCount"
/// The colour model of red, green and blue.
nonisolated(unsafe) public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The colour model of brightness.
nonisolated(unsafe) public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// The colour model of inks.
nonisolated(unsafe) public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// The dictionary of PNG values.
nonisolated(unsafe) public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The dictionary of EXIF values.
nonisolated(unsafe) public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The dictionary of further EXIF values.
nonisolated(unsafe) public let kCGImagePropertyExifAuxDictionary: CFString = "{ExifAux}"
/// The dictionary of TIFF values.
nonisolated(unsafe) public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The dictionary of places.
nonisolated(unsafe) public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// The dictionary of IPTC values.
nonisolated(unsafe) public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
/// The dictionary of JFIF values.
nonisolated(unsafe) public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// The dictionary of Apple's own values.
nonisolated(unsafe) public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"

// MARK: EXIF

/// The EXIF value `ExposureTime`.
nonisolated(unsafe) public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// The EXIF value `FNumber`.
nonisolated(unsafe) public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// The EXIF value `ExposureProgram`.
nonisolated(unsafe) public let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// The EXIF value `ISOSpeedRatings`.
nonisolated(unsafe) public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// The EXIF value `SensitivityType`.
nonisolated(unsafe) public let kCGImagePropertyExifSensitivityType: CFString = "SensitivityType"
/// The EXIF value `DateTimeOriginal`.
nonisolated(unsafe) public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// The EXIF value `DateTimeDigitized`.
nonisolated(unsafe) public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// The EXIF value `OffsetTime`.
nonisolated(unsafe) public let kCGImagePropertyExifOffsetTime: CFString = "OffsetTime"
/// The EXIF value `OffsetTimeOriginal`.
nonisolated(unsafe) public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// The EXIF value `OffsetTimeDigitized`.
nonisolated(unsafe) public let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// The EXIF value `ShutterSpeedValue`.
nonisolated(unsafe) public let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// The EXIF value `ApertureValue`.
nonisolated(unsafe) public let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// The EXIF value `BrightnessValue`.
nonisolated(unsafe) public let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// The EXIF value `ExposureBiasValue`.
nonisolated(unsafe) public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// The EXIF value `MaxApertureValue`.
nonisolated(unsafe) public let kCGImagePropertyExifMaxApertureValue: CFString = "MaxApertureValue"
/// The EXIF value `SubjectDistance`.
nonisolated(unsafe) public let kCGImagePropertyExifSubjectDistance: CFString = "SubjectDistance"
/// The EXIF value `MeteringMode`.
nonisolated(unsafe) public let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// The EXIF value `LightSource`.
nonisolated(unsafe) public let kCGImagePropertyExifLightSource: CFString = "LightSource"
/// The EXIF value `Flash`.
nonisolated(unsafe) public let kCGImagePropertyExifFlash: CFString = "Flash"
/// The EXIF value `FocalLength`.
nonisolated(unsafe) public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// The EXIF value `SubjectArea`.
nonisolated(unsafe) public let kCGImagePropertyExifSubjectArea: CFString = "SubjectArea"
/// The EXIF value `MakerNote`.
nonisolated(unsafe) public let kCGImagePropertyExifMakerNote: CFString = "MakerNote"
/// The EXIF value `UserComment`.
nonisolated(unsafe) public let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// The EXIF value `SubsecTime`.
nonisolated(unsafe) public let kCGImagePropertyExifSubsecTime: CFString = "SubsecTime"
/// The EXIF value `SubsecTimeOriginal`.
nonisolated(unsafe) public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// The EXIF value `SubsecTimeDigitized`.
nonisolated(unsafe) public let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// The EXIF value `FlashPixVersion`.
nonisolated(unsafe) public let kCGImagePropertyExifFlashPixVersion: CFString = "FlashPixVersion"
/// The EXIF value `ColorSpace`.
nonisolated(unsafe) public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// The EXIF value `PixelXDimension`.
nonisolated(unsafe) public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// The EXIF value `PixelYDimension`.
nonisolated(unsafe) public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// The EXIF value `SensingMethod`.
nonisolated(unsafe) public let kCGImagePropertyExifSensingMethod: CFString = "SensingMethod"
/// The EXIF value `SceneType`.
nonisolated(unsafe) public let kCGImagePropertyExifSceneType: CFString = "SceneType"
/// The EXIF value `CustomRendered`.
nonisolated(unsafe) public let kCGImagePropertyExifCustomRendered: CFString = "CustomRendered"
/// The EXIF value `ExposureMode`.
nonisolated(unsafe) public let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// The EXIF value `WhiteBalance`.
nonisolated(unsafe) public let kCGImagePropertyExifWhiteBalance: CFString = "WhiteBalance"
/// The EXIF value `DigitalZoomRatio`.
nonisolated(unsafe) public let kCGImagePropertyExifDigitalZoomRatio: CFString = "DigitalZoomRatio"
/// The EXIF value `FocalLenIn35mmFilm`.
nonisolated(unsafe) public let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// The EXIF value `SceneCaptureType`.
nonisolated(unsafe) public let kCGImagePropertyExifSceneCaptureType: CFString = "SceneCaptureType"
/// The EXIF value `Contrast`.
nonisolated(unsafe) public let kCGImagePropertyExifContrast: CFString = "Contrast"
/// The EXIF value `Saturation`.
nonisolated(unsafe) public let kCGImagePropertyExifSaturation: CFString = "Saturation"
/// The EXIF value `Sharpness`.
nonisolated(unsafe) public let kCGImagePropertyExifSharpness: CFString = "Sharpness"
/// The EXIF value `SubjectDistRange`.
nonisolated(unsafe) public let kCGImagePropertyExifSubjectDistRange: CFString = "SubjectDistRange"
/// The EXIF value `ImageUniqueID`.
nonisolated(unsafe) public let kCGImagePropertyExifImageUniqueID: CFString = "ImageUniqueID"
/// The EXIF value `BodySerialNumber`.
nonisolated(unsafe) public let kCGImagePropertyExifBodySerialNumber: CFString = "BodySerialNumber"
/// The EXIF value `LensSpecification`.
nonisolated(unsafe) public let kCGImagePropertyExifLensSpecification: CFString = "LensSpecification"
/// The EXIF value `LensMake`.
nonisolated(unsafe) public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// The EXIF value `LensModel`.
nonisolated(unsafe) public let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// The EXIF value `LensSerialNumber`.
nonisolated(unsafe) public let kCGImagePropertyExifLensSerialNumber: CFString = "LensSerialNumber"
/// The EXIF value `ExifVersion`.
nonisolated(unsafe) public let kCGImagePropertyExifVersion: CFString = "ExifVersion"

// MARK: TIFF

/// The TIFF value `Compression`.
nonisolated(unsafe) public let kCGImagePropertyTIFFCompression: CFString = "Compression"
/// The TIFF value `DocumentName`.
nonisolated(unsafe) public let kCGImagePropertyTIFFDocumentName: CFString = "DocumentName"
/// The TIFF value `ImageDescription`.
nonisolated(unsafe) public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// The TIFF value `Make`.
nonisolated(unsafe) public let kCGImagePropertyTIFFMake: CFString = "Make"
/// The TIFF value `Model`.
nonisolated(unsafe) public let kCGImagePropertyTIFFModel: CFString = "Model"
/// The TIFF value `Orientation`.
nonisolated(unsafe) public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// The TIFF value `XResolution`.
nonisolated(unsafe) public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// The TIFF value `YResolution`.
nonisolated(unsafe) public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// The TIFF value `ResolutionUnit`.
nonisolated(unsafe) public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// The TIFF value `Software`.
nonisolated(unsafe) public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// The TIFF value `TransferFunction`.
nonisolated(unsafe) public let kCGImagePropertyTIFFTransferFunction: CFString = "TransferFunction"
/// The TIFF value `DateTime`.
nonisolated(unsafe) public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// The TIFF value `Artist`.
nonisolated(unsafe) public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// The TIFF value `HostComputer`.
nonisolated(unsafe) public let kCGImagePropertyTIFFHostComputer: CFString = "HostComputer"
/// The TIFF value `Copyright`.
nonisolated(unsafe) public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
/// The TIFF value `WhitePoint`.
nonisolated(unsafe) public let kCGImagePropertyTIFFWhitePoint: CFString = "WhitePoint"
/// The TIFF value `PrimaryChromaticities`.
nonisolated(unsafe) public let kCGImagePropertyTIFFPrimaryChromaticities: CFString = "PrimaryChromaticities"

// MARK: GPS

/// The GPS value `GPSVersion`.
nonisolated(unsafe) public let kCGImagePropertyGPSVersion: CFString = "GPSVersion"
/// The GPS value `LatitudeRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// The GPS value `Latitude`.
nonisolated(unsafe) public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// The GPS value `LongitudeRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// The GPS value `Longitude`.
nonisolated(unsafe) public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// The GPS value `AltitudeRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
/// The GPS value `Altitude`.
nonisolated(unsafe) public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// The GPS value `TimeStamp`.
nonisolated(unsafe) public let kCGImagePropertyGPSTimeStamp: CFString = "TimeStamp"
/// The GPS value `Satellites`.
nonisolated(unsafe) public let kCGImagePropertyGPSSatellites: CFString = "Satellites"
/// The GPS value `Status`.
nonisolated(unsafe) public let kCGImagePropertyGPSStatus: CFString = "Status"
/// The GPS value `MeasureMode`.
nonisolated(unsafe) public let kCGImagePropertyGPSMeasureMode: CFString = "MeasureMode"
/// The GPS value `DOP`.
nonisolated(unsafe) public let kCGImagePropertyGPSDOP: CFString = "DOP"
/// The GPS value `SpeedRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSSpeedRef: CFString = "SpeedRef"
/// The GPS value `Speed`.
nonisolated(unsafe) public let kCGImagePropertyGPSSpeed: CFString = "Speed"
/// The GPS value `TrackRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSTrackRef: CFString = "TrackRef"
/// The GPS value `Track`.
nonisolated(unsafe) public let kCGImagePropertyGPSTrack: CFString = "Track"
/// The GPS value `ImgDirectionRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSImgDirectionRef: CFString = "ImgDirectionRef"
/// The GPS value `ImgDirection`.
nonisolated(unsafe) public let kCGImagePropertyGPSImgDirection: CFString = "ImgDirection"
/// The GPS value `MapDatum`.
nonisolated(unsafe) public let kCGImagePropertyGPSMapDatum: CFString = "MapDatum"
/// The GPS value `DestLatitudeRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSDestLatitudeRef: CFString = "DestLatitudeRef"
/// The GPS value `DestLatitude`.
nonisolated(unsafe) public let kCGImagePropertyGPSDestLatitude: CFString = "DestLatitude"
/// The GPS value `DestLongitudeRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSDestLongitudeRef: CFString = "DestLongitudeRef"
/// The GPS value `DestLongitude`.
nonisolated(unsafe) public let kCGImagePropertyGPSDestLongitude: CFString = "DestLongitude"
/// The GPS value `DestBearingRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSDestBearingRef: CFString = "DestBearingRef"
/// The GPS value `DestBearing`.
nonisolated(unsafe) public let kCGImagePropertyGPSDestBearing: CFString = "DestBearing"
/// The GPS value `DestDistanceRef`.
nonisolated(unsafe) public let kCGImagePropertyGPSDestDistanceRef: CFString = "DestDistanceRef"
/// The GPS value `DestDistance`.
nonisolated(unsafe) public let kCGImagePropertyGPSDestDistance: CFString = "DestDistance"
/// The GPS value `ProcessingMethod`.
nonisolated(unsafe) public let kCGImagePropertyGPSProcessingMethod: CFString = "ProcessingMethod"
/// The GPS value `AreaInformation`.
nonisolated(unsafe) public let kCGImagePropertyGPSAreaInformation: CFString = "AreaInformation"
/// The GPS value `DateStamp`.
nonisolated(unsafe) public let kCGImagePropertyGPSDateStamp: CFString = "DateStamp"
/// The GPS value `Differental`.
nonisolated(unsafe) public let kCGImagePropertyGPSDifferental: CFString = "Differental"
/// The GPS value `HPositioningError`.
nonisolated(unsafe) public let kCGImagePropertyGPSHPositioningError: CFString = "HPositioningError"
/// The EXIF value `ComponentsConfiguration`.
nonisolated(unsafe) public let kCGImagePropertyExifComponentsConfiguration: CFString = "ComponentsConfiguration"
/// The EXIF value `CompressedBitsPerPixel`.
nonisolated(unsafe) public let kCGImagePropertyExifCompressedBitsPerPixel: CFString = "CompressedBitsPerPixel"
/// The EXIF value `SpectralSensitivity`.
nonisolated(unsafe) public let kCGImagePropertyExifSpectralSensitivity: CFString = "SpectralSensitivity"
/// The EXIF value `FlashEnergy`.
nonisolated(unsafe) public let kCGImagePropertyExifFlashEnergy: CFString = "FlashEnergy"
/// The EXIF value `FocalPlaneXResolution`.
nonisolated(unsafe) public let kCGImagePropertyExifFocalPlaneXResolution: CFString = "FocalPlaneXResolution"
/// The EXIF value `FocalPlaneYResolution`.
nonisolated(unsafe) public let kCGImagePropertyExifFocalPlaneYResolution: CFString = "FocalPlaneYResolution"
/// The EXIF value `FocalPlaneResolutionUnit`.
nonisolated(unsafe) public let kCGImagePropertyExifFocalPlaneResolutionUnit: CFString = "FocalPlaneResolutionUnit"
/// The EXIF value `ExposureIndex`.
nonisolated(unsafe) public let kCGImagePropertyExifExposureIndex: CFString = "ExposureIndex"
/// The EXIF value `FileSource`.
nonisolated(unsafe) public let kCGImagePropertyExifFileSource: CFString = "FileSource"
/// The EXIF value `GainControl`.
nonisolated(unsafe) public let kCGImagePropertyExifGainControl: CFString = "GainControl"
/// The EXIF value `StandardOutputSensitivity`.
nonisolated(unsafe) public let kCGImagePropertyExifStandardOutputSensitivity: CFString = "StandardOutputSensitivity"
/// The EXIF value `RecommendedExposureIndex`.
nonisolated(unsafe) public let kCGImagePropertyExifRecommendedExposureIndex: CFString = "RecommendedExposureIndex"
/// The EXIF value `CameraOwnerName`.
nonisolated(unsafe) public let kCGImagePropertyExifCameraOwnerName: CFString = "CameraOwnerName"
/// The EXIF value `CompositeImage`.
nonisolated(unsafe) public let kCGImagePropertyExifCompositeImage: CFString = "CompositeImage"

// Images that belong to others, such as depth maps, as dictionaries. No file here has any: `CGImageSourceCopyAuxiliaryDataInfoAtIndex`
// finds none.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The type of a depth map.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeDepth: CFString = "kCGImageAuxiliaryDataTypeDepth"
/// The type of a disparity map.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeDisparity: CFString = "kCGImageAuxiliaryDataTypeDisparity"
/// The type of a portrait effects matte.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypePortraitEffectsMatte: CFString =
    "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
/// The type of a matte of skin.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte: CFString =
    "kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte"
/// The type of a matte of hair.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte: CFString =
    "kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte"
/// The type of a matte of teeth.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte: CFString =
    "kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte"
/// The type of a matte of glasses.
nonisolated(unsafe) public let kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte: CFString =
    "kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte"
/// The pixels, as `Data`.
nonisolated(unsafe) public let kCGImageAuxiliaryDataInfoData: CFString = "kCGImageAuxiliaryDataInfoData"
/// What the pixels are: a dictionary with width, height, bytes per row and pixel format.
nonisolated(unsafe) public let kCGImageAuxiliaryDataInfoDataDescription: CFString =
    "kCGImageAuxiliaryDataInfoDataDescription"
/// What else is known of them.
nonisolated(unsafe) public let kCGImageAuxiliaryDataInfoMetadata: CFString = "kCGImageAuxiliaryDataInfoMetadata"

/// Width in pixels, in the description of auxiliary data.
nonisolated(unsafe) public let kCGImagePropertyWidth: CFString = "Width"
/// Height in pixels, in the description of auxiliary data.
nonisolated(unsafe) public let kCGImagePropertyHeight: CFString = "Height"
/// Bytes from one row to the next, in the description of auxiliary data.
nonisolated(unsafe) public let kCGImagePropertyBytesPerRow: CFString = "BytesPerRow"
/// Core Video's pixel format, in the description of auxiliary data.
nonisolated(unsafe) public let kCGImagePropertyPixelFormat: CFString = "PixelFormat"
