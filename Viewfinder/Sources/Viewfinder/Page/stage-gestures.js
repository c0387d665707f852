// What fingers, the mouse and the wheel do on the picture, and fingers on the modes.

import { watchGestures, watchSwipes } from './gestures.js';

const element = (id) => document.getElementById(id);

/** `rules()` are the server's numbers for fingers, null until it has told them. */
export function watchStage({ focus, zoom, recorder, dual }, rules) {
  let factorAtStart = 1;
  watchGestures(element('stage'), {
    rules,
    tap: (point) => focus.tap(point),
    hold: (point) => focus.hold(point),
    drag: (way) => focus.drag(way),
    dragEnd: () => focus.endDrag(),
    swipe: (by) => recorder.stepMode(by),
    doubleTap: () => dual.swap(),
    pinchStart: () => { factorAtStart = zoom.factor; },
    pinch: (ratio) => zoom.set(factorAtStart * ratio, false),
    wheel: (ratio) => zoom.set(zoom.factor * ratio, false),
  });
  watchSwipes(element('mode'), { rules, swipe: (by) => recorder.stepMode(by) });
}
