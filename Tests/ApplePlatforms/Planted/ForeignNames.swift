// It compiles here, and nowhere else.
// none of Apple's: AVAssetWriter.bytesWritten
// none of Apple's: AVAssetWriter.leftPlayableFile
import AVFoundation

func state(of writer: AVAssetWriter) -> (Int64, Bool) { (writer.bytesWritten, writer.leftPlayableFile) }
