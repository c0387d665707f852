"""The page's modules: what imports what, and the pure ones, run where they live: in the browser."""

import graphlib
import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "Sources/Viewfinder/Page"

#: Modules that are imported at once and those that are imported when they are wanted.
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*['"]\./([\w-]+\.js)['"]""")


def imports():
    """Each module of the page, with the modules that it imports."""
    return {path.name: set(IMPORT.findall(path.read_text())) for path in PAGE.glob("*.js")}


def test_no_module_imports_itself_by_way_of_others():
    modules = imports()
    assert sum(map(len, modules.values())) > len(modules), "imports are written otherwise than this test reads them"
    try:
        graphlib.TopologicalSorter(modules).prepare()
    except graphlib.CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_what_modules_import_is_there():
    modules = imports()
    assert set().union(*modules.values()) <= modules.keys()


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


def test_frames_of_h264_are_told_from_pictures(evaluate):
    assert evaluate(
        """async () => {
        const { FrameParser } = await import('/page/frame-reader.js');
        const got = [];
        for (const [kind, flags] of [[1, 2], [2, 2], [2, 1], [3, 0]]) {
          const bytes = new Uint8Array(49);
          bytes.set([0x50, 0x4e, 0x48, 0x4c, 1, kind, flags, 0, 1]);
          try {
            new FrameParser().push(bytes, ({ codec, isKeyFrame, isMirrored }) => got.push([codec, isKeyFrame, isMirrored]));
          } catch { got.push('unknown'); }
        }
        return got;
      }"""
    ) == [["jpeg", True, False], ["h264", True, False], ["h264", False, True], "unknown"]


def test_the_codec_is_read_from_a_key_frame(evaluate):
    assert evaluate(
        """async () => {
        const { codecOf, joined } = await import('/page/video-decoding.js');
        const bytes = (...values) => new Uint8Array(values);
        return [
          codecOf(bytes(0, 0, 0, 1, 0x67, 0x64, 0, 0x28, 9, 0, 0, 0, 1, 0x68)),
          codecOf(bytes(0, 0, 1, 6, 5, 0, 0, 1, 0x27, 0x42, 0xc0, 0x0d)),
          codecOf(bytes(0, 0, 0, 1, 0x41, 1, 2, 3)), codecOf(bytes(0, 0, 0, 1, 0x67, 0x64)), codecOf(bytes()),
          [...joined([bytes(1, 2), bytes(), bytes(3)])], [...joined([bytes(4)])], [...joined([])],
        ];
      }"""
    ) == ["avc1.640028", "avc1.42c00d", None, None, None, [1, 2, 3], [4], []]


def test_what_follows_a_lost_frame_waits_for_a_key_frame(evaluate):
    assert evaluate(
        """async () => {
        const { DecodingGate } = await import('/page/video-decoding.js');
        const gate = new DecodingGate();
        const steps = [[false, 0], [true, 0], [false, 23], [false, 24], [false, 0], [true, 24], [false, 1]]
          .map(([isKeyFrame, queueLength]) => gate.next({ isKeyFrame, queueLength }));
        gate.reset();
        return [...steps, gate.next({ isKeyFrame: false, queueLength: 0 })];
      }"""
    ) == ["skip", "decode", "decode", "behind", "skip", "restart", "decode", "skip"]


def test_trouble_that_comes_often_is_too_much(evaluate):
    assert evaluate(
        """async () => {
        const { DecodingTrouble } = await import('/page/video-decoding.js');
        const first = (kind, times) => {
          const trouble = new DecodingTrouble();
          return times.map((time) => trouble.record(kind, time)).indexOf(true);
        };
        const every = (distance) => Array.from({ length: 40 }, (_, number) => number * distance);
        // Three failures close to each other; behind now and then, and at every key frame.
        return [first('failed', [0, 20000, 40000, 45000, 46000]), first('behind', every(3000)), first('behind', every(1000))];
      }"""
    ) == [3, -1, 11]


def test_how_the_picture_comes(evaluate):
    assert evaluate(
        """async () => {
        const t = await import('/page/transport.js');
        const choose = (wanted, isSupported, isNear, failure) => t.transportFor({ wanted, isSupported, isNear, failure });
        return [
          choose('automatic', true, false, null), choose('automatic', true, true, null), choose('automatic', false, false, null),
          choose('automatic', true, false, 'slow'), choose('h264', true, true, null), choose('h264', true, true, 'unloaded'),
          choose('h264', false, false, null), choose('jpeg', true, false, null),
        ];
      }"""
    ) == ["h264", "jpeg", "jpeg", "jpeg", "h264", "jpeg", "jpeg", "jpeg"]


def test_why_the_picture_comes_otherwise(evaluate):
    automatic, shown, unable, insecure, slow, unloaded = evaluate(
        """async () => {
        const { transportText } = await import('/page/transport.js');
        return [['automatic', false, false, 'slow'], ['h264', true, true, null], ['h264', false, true, null],
          ['h264', false, false, null], ['h264', true, true, 'slow'], ['h264', true, true, 'unloaded']]
          .map(([wanted, isSupported, isSecure, failure]) => transportText({ wanted, isSupported, isSecure, failure }));
      }"""
    )
    assert automatic == shown == ""
    assert "does not decode H.264" in unable and "TLS" in insecure and "could not keep up" in slow and "reload" in unloaded


def test_what_a_browser_decodes_and_where(evaluate):
    assert evaluate(
        """async () => {
        const { decodesVideo, isNear } = await import('/page/transport.js');
        const asking = (answer) => decodesVideo({ VideoDecoder: Object.assign(() => {}, { isConfigSupported: answer }) });
        return [
          await decodesVideo({}), await asking(async () => ({ supported: true })), await asking(async () => ({ supported: false })),
          await asking(async () => { throw new TypeError('unknown'); }),
          ['localhost', 'a.localhost', '127.0.0.1', '127.1.2.3', '[::1]', '192.168.1.2', '127.0.0.1.example', 'camera.local'].map(isNear),
        ];
      }"""
    ) == [False, True, False, False, [True, True, True, True, True, False, False, False]]


def test_a_picture_is_cut_on_both_sides_alike(evaluate):
    cut = evaluate(
        """async () => {
        const { cutToShape } = await import('/page/geometry.js');
        const cuts = [[1920, 1080, 'full'], [1920, 1080, '4:3'], [1080, 1920, '16:9'], [1440, 1920, '16:9'], [1440, 1080, '1:1']];
        return cuts.map(([width, height, shape]) => Object.values(cutToShape({ width, height }, shape)));
      }"""
    )
    assert cut == [[0, 0, 1920, 1080], [240, 0, 1440, 1080], [0, 0, 1080, 1920], [180, 0, 1080, 1920], [180, 0, 1080, 1080]]


def test_photos_are_called_by_their_time(evaluate):
    titles = evaluate(
        """async () => {
        const { dayAndTime } = await import('/page/format.js');
        const now = new Date(2026, 4, 12, 0, 10);
        return [[2026, 4, 12, 0, 5], [2026, 4, 11, 23, 59], [2026, 4, 10, 12, 0], [2025, 11, 31, 8, 30], [2026, 4, 13, 1, 0]]
          .map((moment) => dayAndTime(new Date(...moment).toISOString(), now));
      }"""
    )
    beginnings = [
        "Today, 12:05", "Yesterday, 11:59", "Sunday, May 10, 12:00", "Wednesday, December 31, 2025", "Wednesday, May 13",
    ]
    for title, beginning in zip(titles, beginnings):
        assert title.startswith(beginning), title


def test_durations_that_need_not_be_exact(evaluate):
    assert evaluate(
        """async () => {
        const { roughDuration } = await import('/page/outages.js');
        return [200, 1400, 2000, 119000, 120000, 200000, 7200000, 90000000].map(roughDuration);
      }"""
    ) == ["1 second", "1 second", "2 seconds", "119 seconds", "2 minutes", "3 minutes", "2 hours", "25 hours"]


def test_a_device_that_sleeps_is_told_from_one_that_is_busy(evaluate):
    assert evaluate(
        """async () => {
        const { SleepDetector } = await import('/page/outages.js');
        const detector = new SleepDetector();
        const looks = [50000, 51000, 55000, 56000, 5000, 6000, 67000, 68000].map((now) => detector.check(now));
        detector.forget();
        return [...looks, detector.check(900000)];
      }"""
    ) == [0, 0, 0, 0, 0, 0, 60000, 0, 0]


def test_what_is_said_of_a_loss_once_it_is_over(evaluate):
    assert evaluate(
        """async () => {
        const { Outages } = await import('/page/outages.js');
        const outages = new Outages();
        const said = [];
        const connect = (now, run) => {
          const { message, isRestarted } = outages.connect(now, run);
          said.push([message, isRestarted]);
        };
        connect(0, 'a');
        connect(5000, 'a');
        outages.lose(10000);
        connect(11000, 'a');
        outages.lose(20000);
        outages.lose(30000);
        connect(32000, 'a');
        outages.lose(40000);
        connect(40500, 'b');
        outages.lose(50000);
        connect(60000, 'c');
        outages.sleep(180000);
        outages.lose(70000);
        connect(70100, 'c');
        outages.sleep(180000);
        connect(80000, 'd');
        connect(90000, null);
        connect(91000, 'd');
        return said;
      }"""
    ) == [
        [None, False],
        [None, False],
        [None, False],
        ["Connected again: the server was out of reach for 12 seconds.", False],
        ["The server was restarted. The viewfinder is connected again.", True],
        ["Connected again: the server was out of reach for 10 seconds. The server was restarted meanwhile.", True],
        ["Connected again: this device slept for 3 minutes.", False],
        ["Connected again: this device slept for 3 minutes. The server was restarted meanwhile.", True],
        [None, False],
        [None, False],
    ]


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


def test_a_swipe_is_told_from_other_ways_by_the_servers_numbers(evaluate):
    assert evaluate(
        """async () => {
        const { modeStep } = await import('/page/gestures.js');
        const rules = { swipeDistance: 50, swipeSlope: 1.5 };
        return [[-60, 0], [60, 0], [-50, 33], [-49, 0], [-60, 40], [0, 300]].map(([width, height]) => modeStep(width, height, rules))
          .concat(modeStep(-60, 0, null));
      }"""
    ) == [1, -1, 1, 0, 0, 0, 0]


def test_zoom_labels_and_slider(evaluate):
    assert evaluate(
        """async () => {
        const g = await import('/page/geometry.js');
        const { zoomLabel, zoomNumber } = await import('/page/format.js');
        const zoom = { minimum: 1, maximum: 16, fractionDigits: 1, omitsLeadingZero: true };
        return [0.5, 1, 1.4, 12.34, 12.04].map((shown) => zoomLabel(shown, zoom)).concat(
          zoomNumber(0.5, zoom), zoomLabel(0.5, { fractionDigits: 2, omitsLeadingZero: false }),
          [1, 4, 16].map((factor) => g.sliderPosition(factor, zoom)),
          [0, 0.5, 2].map((position) => g.factorAtPosition(position, zoom)));
      }"""
    ) == [".5", "1", "1.4", "12.3", "12", "0.5", "0.5", 0, 0.5, 1, 1, 4, 16]


def test_the_pressed_zoom_button_is_the_last_one_reached(evaluate):
    assert evaluate(
        """async () => {
        const { selectedMark } = await import('/page/zoom.js');
        const marks = [0, 1.99, 9.99].map((reachedAt) => ({ reachedAt }));
        return [0.5, 1.98, 1.99, 5, 20].map((factor) => selectedMark(marks, factor));
      }"""
    ) == [0, 0, 1, 1, 2]


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
  const { rules } = await (await fetch('/state')).json();
  a.takeRules(rules.arrangement);
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
          a.snapped({ x: 0.9, y: 0.7, width: 0.3 }), a.snapped({ x: 0.49, y: 0.5, width: 0.3 }),
          a.resized(a.inCorner('topRight', 0.3), 0.5), a.resized({ x: 0.5, y: 0.4, width: 0.3 }, 0.2),
          a.cornerOf(a.inCorner('bottomLeft', 0.2)), a.cornerOf({ x: 0.5, y: 0.5, width: 0.3 }),
          a.placeText(a.inCorner('topLeft', 0.3)), a.placeText({ x: 0.6, y: 0.6, width: 0.3 }),
        ]""",
    ), [
        {"x": 0.85, "y": 0.15, "width": 0.3}, {"x": 0.5, "y": 0.5, "width": 0.5},
        {"x": 0.828, "y": 0.81, "width": 0.3}, {"x": 0.098, "y": 0.115, "width": 0.15},
        {"x": 0.828, "y": 0.81, "width": 0.3}, {"x": 0.172, "y": 0.81, "width": 0.3},
        {"x": 0.728, "y": 0.29, "width": 0.5}, {"x": 0.878, "y": 0.14, "width": 0.2},
        "bottomLeft", None, "upper left corner", "lower right",
    ])


def test_several_pictures_stand_as_in_the_movie(evaluate):
    """R-MULTI-8: the places of the engine's arrangement"""
    assert same(evaluate(
        ARRANGED,
        """(() => {
          const places = (list) => list.map(({ camera, x, y, width, height }) => [camera, x, y, width, height]);
          const of = (change, cameras) => places(a.placements({ layout: 'pictureInPicture', leading: 0, ...change }, cameras));
          const pip = a.inCorner('bottomRight', 0.3);
          const animator = new a.Animator({ layout: 'sideBySide', leading: 0, pip }, [0, 1]);
          animator.show([0, 1, 2], 1000);
          return [
            of({ pip, leading: 2 }, [0, 1, 2]), of({ pip: a.inCorner('topLeft', 0.5) }, [0, 1, 2]),
            of({ layout: 'topAndBottom', leading: 1, pip }, [0, 1, 3]), of({ pip, leading: 2 }, [1]),
            places(animator.placements(1125)), places(animator.placements(1250)),
          ];
        })()""",
    ), [
        [[2, 0, 0, 1, 1], [1, 0.6775, 0.66, 0.3, 0.3], [0, 0.355, 0.66, 0.3, 0.3]],
        [[0, 0, 0, 1, 1], [1, 0.0225, 0.04, 0.5, 0.5], [2, 0.545, 0.0737, 0.4325, 0.4325]],
        [[1, 0, 0, 1, 0.333], [0, 0, 0.333, 1, 0.333], [3, 0, 0.667, 1, 0.333]],
        [[1, 0, 0, 1, 1]],
        # One that comes grows out of the middle of its place.
        [[0, 0, 0, 0.4167, 1], [1, 0.4167, 0, 0.4167, 1], [2, 0.75, 0.25, 0.1667, 0.5]],
        [[0, 0, 0, 0.333, 1], [1, 0.333, 0, 0.333, 1], [2, 0.667, 0, 0.333, 1]],
    ])


def test_pictures_move_as_in_the_movie(evaluate):
    """R-MULTI-8"""
    assert same(evaluate(
        ARRANGED,
        """(() => {
          const pip = a.inCorner('bottomRight', 0.3);
          const places = (list) => list.map(({ camera, x, y, width, height }) => [camera, x, y, width, height]);
          const animator = new a.Animator({ layout: 'pictureInPicture', leading: 0, pip }, [0, 1]);
          const start = places(animator.placements(0));
          animator.move({ layout: 'pictureInPicture', leading: 1, pip }, 1000);
          const times = [1000, 1062.5, 1125, 1187.5, 1250].map((now) => places(animator.placements(now)));
          const moving = [animator.isMoving(1249), animator.isMoving(1250)];
          animator.move({ layout: 'sideBySide', leading: 1, pip }, 2000);
          animator.move({ layout: 'topAndBottom', leading: 1, pip }, 2125);
          const onTheWay = places(animator.placements(2125 + 62.5));
          return { start, times, moving, onTheWay };
        })()""",
    ), {
        "start": [[0, 0, 0, 1, 1], [1, 0.677, 0.66, 0.3, 0.3]],
        # Half on the way, of one size, they change their order.
        "times": [
            [[0, 0, 0, 1, 1], [1, 0.677, 0.66, 0.3, 0.3]],
            [[0, 0.106, 0.103, 0.891, 0.891], [1, 0.572, 0.557, 0.409, 0.409]],
            [[1, 0.339, 0.33, 0.65, 0.65], [0, 0.339, 0.33, 0.65, 0.65]],
            [[1, 0.106, 0.103, 0.891, 0.891], [0, 0.572, 0.557, 0.409, 0.409]],
            [[1, 0, 0, 1, 1], [0, 0.677, 0.66, 0.3, 0.3]],
        ],
        "moving": [True, False],
        # What begins on the way only eases out.
        "onTheWay": [[1, 0, 0, 0.894, 0.711], [0, 0.248, 0.428, 0.747, 0.563]],
    })
