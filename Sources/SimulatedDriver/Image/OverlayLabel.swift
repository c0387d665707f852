import CaptureDriver
import SceneDrawing

/// What people read in the picture: the camera's name and the running time, `mm:ss:ff`.
final class OverlayLabel {
    private let view: SceneView
    private let plate: Sprite
    private let digits: [Sprite]
    private let height: Int
    private let left: Int
    private let top: Int
    private let digitWidth: Int
    private let digitPlaces: [Int]
    private let framesPerSecond: Int

    init(view: SceneView, framesPerSecond: Int) {
        self.view = view
        self.framesPerSecond = max(1, framesPerSecond)
        let shorter = Int(min(view.transform.sensor.width, view.transform.sensor.height))
        let height = max(10, shorter * 52 / 1080) & ~1
        let size = Double(height) * 0.52
        let ruler = Canvas(width: 2, height: 2)
        ruler.setFont(size: size, bold: true)
        let digitWidth = Int(ruler.textWidth("0").rounded(.up))
        let colonWidth = Int(ruler.textWidth(":").rounded(.up))
        let nameWidth = Int(ruler.textWidth(view.cameraName).rounded(.up))
        let pad = height / 2
        let timeStart = pad + nameWidth + pad
        let places = [0, 1, 2, 3, 4, 5].map { timeStart + $0 * digitWidth + $0 / 2 * colonWidth }
        self.height = height
        self.digitWidth = digitWidth
        digitPlaces = places
        // In the middle of the upper edge, where no viewfinder has its controls.
        let width = places[5] + digitWidth + pad
        left = max(0, (Int(view.transform.upright.width) - width) / 2) & ~1
        top = shorter / 30
        digits = (0...9).map { digit in
            view.makeSprite(pixelWidth: digitWidth, pixelHeight: height) { canvas in
                canvas.setFont(size: size, bold: true)
                canvas.text("\(digit)", x: 0, y: Double(height) * 0.69, SceneColor(0xffe9b8))
            }
        }
        plate = view.makeSprite(pixelWidth: width, pixelHeight: height) { canvas in
            canvas.roundedRectangle(0, 0, Double(width), Double(height), radius: Double(height) / 2)
            canvas.fill(SceneColor(0x0b1220, alpha: 0.55))
            canvas.setFont(size: size, bold: true)
            canvas.text(view.cameraName, x: Double(pad), y: Double(height) * 0.69, SceneColor(0xffffff))
            for colon in [2, 4] {
                canvas.text(":", x: Double(places[colon] - colonWidth), y: Double(height) * 0.69, SceneColor(0xffe9b8))
            }
        }
    }

    /// Draws the label with the time at which a frame stands in its stream.
    func draw(counter: UInt64, into image: PlanarImageView) {
        view.draw(plate, uprightX: left, uprightY: top, into: image)
        let seconds = Int(counter / UInt64(framesPerSecond))
        draw(seconds / 60 % 100, at: 0, into: image)
        draw(seconds % 60, at: 2, into: image)
        draw(Int(counter % UInt64(framesPerSecond)) % 100, at: 4, into: image)
    }

    private func draw(_ number: Int, at place: Int, into image: PlanarImageView) {
        view.draw(digits[number / 10], uprightX: left + digitPlaces[place], uprightY: top, into: image)
        view.draw(digits[number % 10], uprightX: left + digitPlaces[place + 1], uprightY: top, into: image)
    }
}
