"""The page's pure modules, run where they live: in the browser."""

import pytest


@pytest.fixture
def evaluate(url, open_viewfinder):
    viewfinder = open_viewfinder(url)
    return viewfinder.page.evaluate


def test_frames_are_put_together_from_pieces_of_any_size(evaluate):
    result = evaluate(
        """async () => {
        const { FrameParser } = await import('/page/frame-reader.js');
        const frames = [0, 1, 5].map((length, index) => {
          const bytes = new Uint8Array(48 + length).fill(7);
          const view = new DataView(bytes.buffer);
          bytes.set([0x50, 0x4e, 0x48, 0x4c, 1, 1, index % 2, 0]);
          view.setUint32(8, length, true);
          view.setUint32(12, 1920, true);
          view.setUint32(16, 1080, true);
          view.setUint32(20, index, true);
          view.setBigUint64(24, BigInt(index), true);
          view.setBigUint64(32, 5000000000n, true);
          view.setBigUint64(40, 5001500000n, true);
          return bytes;
        });
        const all = new Uint8Array(frames.flatMap((frame) => [...frame]));
        for (let size = 1; size <= all.length; size += 1) {
          const parser = new FrameParser();
          const got = [];
          for (let start = 0; start < all.length; start += size) parser.push(all.subarray(start, start + size), (f) => got.push(f));
          const summary = JSON.stringify(got.map((f) => [f.byteCount, f.sequence, f.skipped, f.isMirrored, f.width, f.height,
            f.captureTime, f.sendTime]));
          const expected = JSON.stringify([[0, 0, 0, false, 1920, 1080, 5000, 5001.5], [1, 1, 1, true, 1920, 1080, 5000, 5001.5],
            [5, 2, 2, false, 1920, 1080, 5000, 5001.5]]);
          if (summary !== expected) return `pieces of ${size}: ${summary}`;
        }
        return 'ok';
      }"""
    )
    assert result == "ok"


def test_an_unknown_frame_is_refused(evaluate):
    assert evaluate(
        """async () => {
        const { FrameParser } = await import('/page/frame-reader.js');
        try { new FrameParser().push(new Uint8Array(48), () => {}); return null; } catch (error) { return error.message; }
      }"""
    ).startswith("The server sends frames that this page does not know")


def test_geometry(evaluate):
    assert evaluate(
        """async () => {
        const g = await import('/page/geometry.js');
        const stage = { width: 400, height: 400 }, picture = { width: 1600, height: 800 };
        return [
          g.pictureRectangle(stage, picture, 'cover'), g.pictureRectangle(stage, picture, 'contain'),
          g.pointInPicture({ x: 0, y: 0 }, stage, picture, 'cover', false),
          g.pointInPicture({ x: 0, y: 400 }, stage, picture, 'cover', true),
          g.pointInPicture({ x: 200, y: 50 }, stage, picture, 'contain', false),
        ];
      }"""
    ) == [
        {"x": -200, "y": 0, "width": 800, "height": 400},
        {"x": 0, "y": 100, "width": 400, "height": 200},
        {"x": 0.25, "y": 0},
        {"x": 0.75, "y": 1},
        None,
    ]


def test_zoom_labels_and_slider(evaluate):
    assert evaluate(
        """async () => {
        const g = await import('/page/geometry.js');
        const zoom = { minimum: 1, maximum: 16, displayMultiplier: 0.5 };
        return [1, 2, 2.8, 16].map((factor) => g.zoomLabel(factor, zoom)).concat(
          [1, 4, 16].map((factor) => g.sliderPosition(factor, zoom)),
          [0, 0.5, 2].map((position) => g.factorAtPosition(position, zoom)));
      }"""
    ) == [".5×", "1×", "1.4×", "8×", 0, 0.5, 1, 1, 4, 16]


def test_percentiles(evaluate):
    assert evaluate(
        """async () => {
        const { Ring, percentile } = await import('/page/timing.js');
        const ring = new Ring(100);
        for (let value = 1; value <= 250; value += 1) ring.push(value);
        const values = ring.toArray();
        return [values.length, values[0], values.at(-1), percentile(values, 0.5), percentile(values, 0.99), percentile([], 0.5)];
      }"""
    ) == [100, 151, 250, 200, 249, None]


def test_reconnection_backs_off_to_a_bound(evaluate):
    assert evaluate(
        """async () => {
        const { delayBeforeAttempt } = await import('/page/reconnection.js');
        return [0, 1, 2, 3, 10, 1000].map((attempt) => Math.round(delayBeforeAttempt(attempt, 0.5)));
      }"""
    ) == [100, 200, 400, 800, 3000, 3000]


ARRANGED = """async (body) => {
  const a = await import('/page/arrangement.js');
  return new Function('a', `return (${body})`)(a);
}"""


def same(value, wanted):
    """Whether two values of JSON are equal, but for the last digits of their numbers."""
    if isinstance(wanted, dict):
        return value.keys() == wanted.keys() and all(same(value[key], wanted[key]) for key in wanted)
    if isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(same, value, wanted))
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        return abs(value - wanted) < 0.001
    return value == wanted


def test_a_small_picture_stays_on_the_large_one_and_snaps(evaluate):
    assert same(evaluate(
        ARRANGED,
        """[
          a.clamped({ x: 2, y: -1, width: 0.3 }), a.clamped({ x: 0.5, y: 0.5, width: 0.9 }),
          a.inCorner('bottomRight', 0.3), a.inCorner('topLeft', 0.01),
          a.snapped({ x: 0.9, y: 0.7, width: 0.3 }), a.snapped({ x: 0.5, y: 0.5, width: 0.3 }),
          a.resized(a.inCorner('topRight', 0.3), 0.5), a.resized({ x: 0.5, y: 0.4, width: 0.3 }, 0.2),
          a.cornerOf(a.inCorner('bottomLeft', 0.2)), a.cornerOf({ x: 0.5, y: 0.5, width: 0.3 }),
          a.placeWords(a.inCorner('topLeft', 0.3)), a.placeWords({ x: 0.6, y: 0.6, width: 0.3 }),
        ]""",
    ), [
        {"x": 0.85, "y": 0.15, "width": 0.3}, {"x": 0.5, "y": 0.5, "width": 0.5},
        {"x": 0.828, "y": 0.81, "width": 0.3}, {"x": 0.098, "y": 0.115, "width": 0.15},
        {"x": 0.828, "y": 0.81, "width": 0.3}, {"x": 0.5, "y": 0.5, "width": 0.3},
        {"x": 0.728, "y": 0.29, "width": 0.5}, {"x": 0.5, "y": 0.4, "width": 0.2},
        "bottomLeft", None, "upper left corner", "lower right",
    ])


def test_pictures_move_as_in_the_movie(evaluate):
    """R-MULTI-8"""
    assert same(evaluate(
        ARRANGED,
        """(() => {
          const pip = a.inCorner('bottomRight', 0.3);
          const places = (list) => list.map(({ camera, x, y, width, height }) => [camera, x, y, width, height]);
          const animator = new a.Animator({ layout: 'pictureInPicture', isSwapped: false, pip });
          const start = places(animator.placements(0));
          animator.move({ layout: 'pictureInPicture', isSwapped: true, pip }, 1000);
          const times = [1000, 1062.5, 1125, 1187.5, 1250].map((now) => places(animator.placements(now)));
          const moving = [animator.isMoving(1249), animator.isMoving(1250)];
          animator.move({ layout: 'sideBySide', isSwapped: true, pip }, 2000);
          animator.move({ layout: 'topAndBottom', isSwapped: true, pip }, 2125);
          const onTheWay = places(animator.placements(2125 + 62.5));
          return { start, times, moving, onTheWay };
        })()""",
    ), {
        "start": [["first", 0, 0, 1, 1], ["second", 0.677, 0.66, 0.3, 0.3]],
        # Half on the way, of one size, they change their order.
        "times": [
            [["first", 0, 0, 1, 1], ["second", 0.677, 0.66, 0.3, 0.3]],
            [["first", 0.106, 0.103, 0.891, 0.891], ["second", 0.572, 0.557, 0.409, 0.409]],
            [["second", 0.339, 0.33, 0.65, 0.65], ["first", 0.339, 0.33, 0.65, 0.65]],
            [["second", 0.106, 0.103, 0.891, 0.891], ["first", 0.572, 0.557, 0.409, 0.409]],
            [["second", 0, 0, 1, 1], ["first", 0.677, 0.66, 0.3, 0.3]],
        ],
        "moving": [True, False],
        # What begins on the way only eases out.
        "onTheWay": [["second", 0, 0, 0.894, 0.711], ["first", 0.248, 0.428, 0.747, 0.563]],
    })
