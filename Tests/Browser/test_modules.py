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
