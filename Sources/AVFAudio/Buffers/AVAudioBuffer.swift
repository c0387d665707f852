import CoreMedia
import Foundation

/// Sound in memory, exactly as Apple's class of the same name. Its subclasses have the memory. One thread at a time.
open class AVAudioBuffer: NSObject {
    /// How the sound looks.
    public let format: AVAudioFormat
    let list: UnsafeMutableAudioBufferListPointer

    init(format: AVAudioFormat, buffers: Int) {
        self.format = format
        list = AudioBufferList.allocate(maximumBuffers: buffers)
        super.init()
    }

    deinit {
        free(list.unsafeMutablePointer)
    }

    /// Where the sound lies; valid as long as the buffer.
    open var audioBufferList: UnsafePointer<AudioBufferList> { list.unsafePointer }

    /// Where the sound lies; valid as long as the buffer.
    open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { list.unsafeMutablePointer }
}
