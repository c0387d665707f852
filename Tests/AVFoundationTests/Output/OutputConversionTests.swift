import AVFoundation
import Testing

extension AVFoundationBehaviour {
    @Suite("Conversions between an output's pictures and the sensor")
    struct OutputConversionTests {
        private let wholeSensor = CGRect(x: 0, y: 0, width: 1, height: 1)

        @Test(
            "S-207: the corner that a turn brings to the top left is found again on the sensor",
            arguments: [0, 90, 180, 270]
        )
        func corner(angle: Int) throws {
            let fixture = Fixture()
            try fixture.addInput()
            let output = fixture.addVideoOutput(FrameRecorder())
            try #require(output.connection(with: .video)).videoRotationAngle = CGFloat(angle)
            let corner = output.metadataOutputRectConverted(fromOutputRect: .zero)
            let expected: [Int: CGPoint] = [
                0: CGPoint(x: 0, y: 0), 90: CGPoint(x: 0, y: 1), 180: CGPoint(x: 1, y: 1), 270: CGPoint(x: 1, y: 0),
            ]
            #expect(corner == CGRect(origin: try #require(expected[angle]), size: .zero))
        }

        @Test("The whole sensor is the whole picture, in pixels after the turn", arguments: [0, 90])
        func wholePicture(angle: Int) throws {
            let fixture = Fixture()
            try fixture.addInput()
            let output = fixture.addVideoOutput(FrameRecorder())
            try #require(output.connection(with: .video)).videoRotationAngle = CGFloat(angle)
            let size = CMVideoFormatDescriptionGetDimensions(try fixture.camera.activeFormat.formatDescription)
            let (width, height) = angle == 0 ? (size.width, size.height) : (size.height, size.width)
            let picture = output.outputRectConverted(fromMetadataOutputRect: wholeSensor)
            #expect(picture == CGRect(x: 0, y: 0, width: Int(width), height: Int(height)))
            #expect(output.metadataOutputRectConverted(fromOutputRect: picture) == wholeSensor)
        }

        @Test("An output that is connected to nothing converts to nothing")
        func unconnected() {
            let output = AVCaptureVideoDataOutput()
            #expect(output.outputRectConverted(fromMetadataOutputRect: wholeSensor) == .zero)
            #expect(output.metadataOutputRectConverted(fromOutputRect: wholeSensor) == .zero)
        }
    }
}
