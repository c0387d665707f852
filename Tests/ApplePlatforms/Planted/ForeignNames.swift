// What a module has for the rest of the package is not there.
// expects: value of type 'AVAssetWriter' has no member 'bytesWritten'
import AVFoundation

func state(of writer: AVAssetWriter) -> Int64 { writer.bytesWritten }
