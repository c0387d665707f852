// libyuv's functions take a pointer and a stride for each plane that they read, then for each that they write, then the source's size.
// These call them with views, for each number of planes that there is. They answer with libyuv's code, zero for success. What takes
// more, or in another order, comes in a closure, which does not escape and so costs no memory.

/// A plane that is read.
typealias Input = UnsafePointer<UInt8>?
/// A plane that is written.
typealias Output = UnsafeMutablePointer<UInt8>?

/// From one plane to one.
func call(_ function: (Input, Int32, Output, Int32, Int32, Int32) -> Int32, _ s: PixelView, _ t: PixelView) -> Int32 {
    function(s.first.base, s.first.stride, t.first.base, t.first.stride, s.columns, s.rows)
}

/// From one plane to two.
func call(
    _ function: (Input, Int32, Output, Int32, Output, Int32, Int32, Int32) -> Int32,
    _ s: PixelView,
    _ t: PixelView
) -> Int32 {
    let (a, y, uv) = (s.first, t.first, t.second)
    return function(a.base, a.stride, y.base, y.stride, uv.base, uv.stride, s.columns, s.rows)
}

/// From one plane to three.
func call(
    _ function: (Input, Int32, Output, Int32, Output, Int32, Output, Int32, Int32, Int32) -> Int32,
    _ s: PixelView,
    _ t: PixelView
) -> Int32 {
    let (a, y, u, v) = (s.first, t.first, t.second, t.third)
    return function(a.base, a.stride, y.base, y.stride, u.base, u.stride, v.base, v.stride, s.columns, s.rows)
}

/// From two planes to one.
func call(
    _ function: (Input, Int32, Input, Int32, Output, Int32, Int32, Int32) -> Int32,
    _ s: PixelView,
    _ t: PixelView
) -> Int32 {
    let (y, uv, out) = (s.first, s.second, t.first)
    return function(y.base, y.stride, uv.base, uv.stride, out.base, out.stride, s.columns, s.rows)
}

/// From two planes to two.
func call(
    _ function: (Input, Int32, Input, Int32, Output, Int32, Output, Int32, Int32, Int32) -> Int32,
    _ s: PixelView,
    _ t: PixelView
) -> Int32 {
    let (a, b, y, uv) = (s.first, s.second, t.first, t.second)
    return function(a.base, a.stride, b.base, b.stride, y.base, y.stride, uv.base, uv.stride, s.columns, s.rows)
}

/// From two planes to three.
func call(
    _ function: (Input, Int32, Input, Int32, Output, Int32, Output, Int32, Output, Int32, Int32, Int32) -> Int32,
    _ s: PixelView,
    _ t: PixelView
) -> Int32 {
    let (a, b, y, u, v) = (s.first, s.second, t.first, t.second, t.third)
    let (columns, rows) = (s.columns, s.rows)
    return function(
        a.base,
        a.stride,
        b.base,
        b.stride,
        y.base,
        y.stride,
        u.base,
        u.stride,
        v.base,
        v.stride,
        columns,
        rows
    )
}

/// From three planes to one.
func call(
    _ function: (Input, Int32, Input, Int32, Input, Int32, Output, Int32, Int32, Int32) -> Int32,
    _ s: PixelView,
    _ t: PixelView
) -> Int32 {
    let (y, u, v, out) = (s.first, s.second, s.third, t.first)
    return function(y.base, y.stride, u.base, u.stride, v.base, v.stride, out.base, out.stride, s.columns, s.rows)
}

/// From three planes to two.
func call(
    _ function: (Input, Int32, Input, Int32, Input, Int32, Output, Int32, Output, Int32, Int32, Int32) -> Int32,
    _ s: PixelView,
    _ t: PixelView
) -> Int32 {
    let (a, b, c, y, z, w, h) = (s.first, s.second, s.third, t.first, t.second, s.columns, s.rows)
    return function(a.base, a.stride, b.base, b.stride, c.base, c.stride, y.base, y.stride, z.base, z.stride, w, h)
}

/// From three planes to three.
func call(
    _ function: (Input, Int32, Input, Int32, Input, Int32, Output, Int32, Output, Int32, Output, Int32, Int32, Int32)
        -> Int32,
    _ s: PixelView,
    _ t: PixelView
) -> Int32 {
    let (a, b, c, x, y, z) = (s.first, s.second, s.third, t.first, t.second, t.third)
    return function(
        a.base,
        a.stride,
        b.base,
        b.stride,
        c.base,
        c.stride,
        x.base,
        x.stride,
        y.base,
        y.stride,
        z.base,
        z.stride,
        s.columns,
        s.rows
    )
}
