// Apple's names for OpenCombine, with its schedulers and publishers for Dispatch and Foundation.
@_exported import OpenCombine
@_exported import OpenCombineDispatch
@_exported import OpenCombineFoundation
