import AVFoundation
import BarcodeDetection
import BarcodeScene
import CaptureDriver
import SimulatedDriver
import Testing

@testable import ModernClientSources

@Suite("Client code that scans codes")
struct ScannerClientTests {
    @Test("A scanner reads codes, marks them in its preview, keeps to its frame, and hears that one is gone")
    func scanner() async {
        await #expect(processExitsWith: .success) {
            let qr = try #require(DrawnBarcode(.qr, "https://example.com"))
            let ean = try #require(DrawnBarcode(.ean13, "9780141439518"))
            _ = ClientPhone.inForce(
                scene: BarcodeScene([
                    .init(qr, center: CGPoint(x: 0.5, y: 0.25), moduleSize: 0.01),
                    .init(ean, center: CGPoint(x: 0.5, y: 0.75), moduleSize: 0.006),
                ])
            )
            let scanner = CodeScanner()
            try scanner.start(bounds: CGRect(x: 0, y: 0, width: 360, height: 640))
            scanner.scanOnly(in: CGRect(x: 60, y: 100, width: 240, height: 120))
            var scans = scanner.scans.makeAsyncIterator()
            var scan: CodeScanner.Scan?
            while scan?.type != "org.iso.QRCode", let next = await scans.next() { scan = next }
            #expect(scan?.value == "https://example.com")
            let marker = try #require(scan?.marker)
            #expect(marker.count == 4 && marker.allSatisfy { abs($0.x - 180) < 80 && abs($0.y - 160) < 80 })
            scanner.scanOnly(in: CGRect(x: 60, y: 420, width: 240, height: 120))
            while scan?.type != "org.gs1.EAN-13", let next = await scans.next() { scan = next }
            #expect(scan?.value == "9780141439518")
            scanner.scanOnly(in: CGRect(x: 0, y: 0, width: 20, height: 20))
            while scan != nil, let next = await scans.next() { scan = next }
            scanner.stop()
        }
    }
}
