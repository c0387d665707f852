// Taps, holds, drags, swipes, pinches and the wheel on the picture.

/** A pointer that moved less than this many pixels tapped. */
const TAP_SLOP = 10;
/** Two taps within this time are a double tap, in milliseconds. */
const DOUBLE_TAP = 500;
/** They are if they are no farther from each other than this, in pixels. */
const DOUBLE_TAP_SLOP = 30;
const WHEEL_SPEED = 0.002;
const PINCH_WHEEL_SPEED = 0.01;

/** Tells which taps are the second of a double tap. A third one begins anew. */
export class DoubleTap {
  #within;
  #last = null;

  /** `within` milliseconds. */
  constructor(within) {
    this.#within = within;
  }

  /** Whether a tap at a place and a time is the second one. */
  isSecond({ x, y }, time) {
    const last = this.#last;
    const isSecond = last !== null && time - last.time < this.#within && Math.hypot(x - last.x, y - last.y) <= DOUBLE_TAP_SLOP;
    this.#last = isSecond ? null : { x, y, time };
    return isSecond;
  }
}

/** The mode that a finger asks for which has gone so far: the next one (1), the one before (-1), or none (0). */
export function modeStep(width, height, rules) {
  if (!rules || Math.abs(width) < rules.swipeDistance || Math.abs(width) <= Math.abs(height) * rules.swipeSlope) return 0;
  return width < 0 ? 1 : -1;
}

/**
 * Reports gestures on the stage.
 *
 * @param handlers `tap(point)`, `doubleTap(point)` after both of its taps, `hold(point)`,
 *   `drag(way)` in pixels downwards since the finger came down and `dragEnd()`,
 *   `swipe(by)`, 1 to the left and -1 to the right, `pinchStart()`, `pinch(ratio)` relative to its start, `wheel(ratio)`;
 *   `rules()` are the server's numbers (`TouchRules`), null until it has told them
 */
export function watchGestures(stage, handlers) {
  const pointers = new Map();
  let pinchDistance = null;
  const doubleTap = new DoubleTap(DOUBLE_TAP);
  let holding = null;
  let isDragging = false;
  /** Whether one finger goes to a side. A mouse has the buttons for what that does. */
  let isSwiping = false;

  const distance = () => {
    const [first, second] = [...pointers.values()];
    return Math.hypot(first.x - second.x, first.y - second.y);
  };

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY, taps: pointers.size === 0 });
    clearTimeout(holding);
    const rules = handlers.rules();
    if (rules && pointers.size === 1) holding = setTimeout(() => hold(event.pointerId), rules.holdMilliseconds);
    if (pointers.size === 2) {
      for (const pointer of pointers.values()) pointer.taps = false;
      endDrag();
      isSwiping = false;
      pinchDistance = distance();
      handlers.pinchStart();
    }
  });

  stage.addEventListener('pointermove', (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (Math.hypot(pointer.x - pointer.startX, pointer.y - pointer.startY) > TAP_SLOP) {
      clearTimeout(holding);
      // A finger that has pinched, or held, neither drags nor swipes.
      if (pointer.taps) {
        isSwiping = event.pointerType !== 'mouse' && Math.abs(pointer.x - pointer.startX) > Math.abs(pointer.y - pointer.startY);
        isDragging = !isSwiping;
      }
      pointer.taps = false;
    }
    if (isDragging && pointers.size === 1) handlers.drag(pointer.y - pointer.startY);
    if (pointers.size === 2 && pinchDistance > 0) handlers.pinch(distance() / pinchDistance);
  });

  const hold = (id) => {
    const pointer = pointers.get(id);
    if (!pointer?.taps) return;
    pointer.taps = false;
    handlers.hold({ x: pointer.x, y: pointer.y });
  };

  const endDrag = () => {
    if (isDragging) handlers.dragEnd();
    isDragging = false;
  };

  const end = (event) => {
    clearTimeout(holding);
    endDrag();
    const pointer = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (pointers.size < 2) pinchDistance = null;
    if (pointer && isSwiping) swipe(event, pointer);
    if (pointer?.taps && event.type === 'pointerup') tap({ x: event.clientX, y: event.clientY }, event.timeStamp);
  };

  const swipe = (event, { startX, startY }) => {
    isSwiping = false;
    const by = modeStep(event.clientX - startX, event.clientY - startY, handlers.rules());
    if (event.type === 'pointerup' && by !== 0) handlers.swipe(by);
  };

  const tap = (point, time) => {
    handlers.tap(point);
    if (doubleTap.isSecond(point, time)) handlers.doubleTap(point);
  };
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);

  stage.addEventListener('wheel', (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    // Trackpads report a pinch as a wheel with the control key.
    handlers.wheel(Math.exp(-pixels * (event.ctrlKey ? PINCH_WHEEL_SPEED : WHEEL_SPEED)));
  }, { passive: false });
}

/**
 * Reports swipes of a finger over a row of buttons, which then are not pressed: `swipe(by)`, 1 to the left and -1 to the right;
 * `rules()` as above.
 */
export function watchSwipes(row, { swipe, rules }) {
  let start = null;
  row.addEventListener('pointerdown', (event) => {
    start = event.pointerType === 'mouse' || start ? start : { x: event.clientX, id: event.pointerId };
  });
  row.addEventListener('pointermove', (event) => {
    // Whoever has the pointer gets the click.
    if (event.pointerId === start?.id && Math.abs(event.clientX - start.x) > TAP_SLOP) row.setPointerCapture(event.pointerId);
  });
  const end = (event) => {
    if (event.pointerId !== start?.id) return;
    const way = event.clientX - start.x;
    start = null;
    // On so small a row half of the way will do, and up and down do not matter.
    const by = modeStep(way * 2, 0, rules());
    if (event.type === 'pointerup' && by !== 0) swipe(by);
  };
  row.addEventListener('pointerup', end);
  row.addEventListener('pointercancel', end);
}
