// A name that compiles and is in no list, which the surface has to tell.
// not listed: CFAbsoluteTimeGetCurrent()
import AVFoundation

func now() -> Double { CFAbsoluteTimeGetCurrent() }
