import CaptureCore
import Foundation
import SimulatedDriver
import Testing

@testable import AVFoundation

/// A folder for one test.
private final class TestFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ path: String, _ text: String = "") throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}

extension AVFoundationBehaviour {
    @Suite("External storage")
    struct ExternalStorageTests {
        @Test("A simulated phone has no external drives, and nobody is asked for permission")
        func phone() async {
            _ = Fixture()
            #expect(!AVExternalStorageDeviceDiscoverySession.isSupported)
            #expect(AVExternalStorageDeviceDiscoverySession.shared == nil)
            #expect(AVExternalStorageDevice.authorizationStatus == .restricted)
            #expect(await !AVExternalStorageDevice.requestAccess())
        }

        @Test("A computer's drives are the mounted file systems of devices with a plug or a card, whatever their names")
        func mounts() throws {
            let folder = try TestFolder()
            try folder.write("devices/pci/usb1/sdb/removable", "0\n")
            try folder.write("devices/pci/usb1/sdb/sdb1/size", "8")
            try folder.write("devices/mmc/mmcblk0/removable", "1\n")
            try folder.write("devices/mmc/mmcblk0/mmcblk0p1/size", "8")
            try folder.write("devices/ata/sda/removable", "0\n")
            try folder.write("devices/ata/sda/sda1/size", "8")
            let blocks = folder.url.appendingPathComponent("block")
            try FileManager.default.createDirectory(at: blocks, withIntermediateDirectories: true)
            for (name, path) in [
                ("sdb1", "pci/usb1/sdb/sdb1"), ("mmcblk0p1", "mmc/mmcblk0/mmcblk0p1"), ("sda1", "ata/sda/sda1"),
            ] {
                try FileManager.default.createSymbolicLink(
                    at: blocks.appendingPathComponent(name),
                    withDestinationURL: folder.url.appendingPathComponent("devices/\(path)")
                )
            }
            try folder.write(
                "mounts",
                """
                /dev/sda1 / ext4 rw 0 0
                proc /proc proc rw 0 0
                /dev/sdb1 /media/My\\040Stick vfat rw 0 0
                /dev/sdb1 /mnt/again vfat rw 0 0
                /dev/mmcblk0p1 /media/EOS\\134x exfat rw 0 0
                /dev/gone /media/gone vfat rw 0 0
                """
            )
            let volumes = MountedVolume.removable(
                mounts: folder.url.appendingPathComponent("mounts"),
                blockDevices: blocks
            )
            #expect(volumes.map(\.device) == ["/dev/sdb1", "/dev/mmcblk0p1"])
            #expect(volumes.map(\.folder.path) == ["/media/My Stick", "/media/EOS\\x"])
            let nowhere = folder.url.appendingPathComponent("nothing")
            #expect(MountedVolume.removable(mounts: nowhere, blockDevices: nowhere) == [])
        }

        @Test("A drive has a name and a size, and is not connected any more when it is not mounted")
        func device() throws {
            let folder = try TestFolder()
            let device = AVExternalStorageDevice(MountedVolume(device: "/dev/none", folder: folder.url))
            #expect(device.displayName == folder.url.lastPathComponent && !device.isConnected)
            #expect(device.totalSize > 0 && (0...device.totalSize).contains(device.freeSize))
            #expect(device == AVExternalStorageDevice(MountedVolume(device: "/dev/none", folder: folder.url)))
            let gone = folder.url.appendingPathComponent("gone")
            #expect(AVExternalStorageDevice(MountedVolume(device: "/dev/none", folder: gone)).totalSize == -1)
        }

        @Test("Files get the next free number of the newest folder, and a new folder when that is full")
        func names() throws {
            let folder = try TestFolder()
            let camera = CameraFolder(root: folder.url)
            func next() throws -> [String] {
                try camera.nextURLs(withPathExtensions: ["MOV", "HEIC"]).map {
                    $0.pathComponents.suffix(3).joined(separator: "/")
                }
            }
            #expect(try next() == ["DCIM/100APPLE/IMG_0001.MOV", "DCIM/100APPLE/IMG_0001.HEIC"])
            try folder.write("DCIM/100APPLE/IMG_0041.JPG")
            try folder.write("DCIM/100APPLE/notes.txt")
            #expect(try next().first == "DCIM/100APPLE/IMG_0042.MOV")
            try folder.write("DCIM/102CANON/MVI_0007.MP4")
            #expect(try next().first == "DCIM/102APPLE/IMG_0001.MOV")
            try folder.write("DCIM/102APPLE/IMG_9999.MOV")
            #expect(try next().first == "DCIM/103APPLE/IMG_0001.MOV")
            try folder.write("DCIM/999APPLE/IMG_9999.MOV")
            #expect(throws: AVError.self) { try next() }
        }
    }
}
