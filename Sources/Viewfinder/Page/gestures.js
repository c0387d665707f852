// Taps, pinches and the wheel on the picture.

/** A pointer that moved less than this many pixels tapped. */
const TAP_SLOP = 10;
/** Two taps within this time and distance are a double tap, in milliseconds and pixels. */
const DOUBLE_TAP = 500;
const DOUBLE_TAP_SLOP = 30;
const WHEEL_SPEED = 0.002;
const PINCH_WHEEL_SPEED = 0.01;

/**
 * Reports gestures on the stage.
 *
 * @param handlers `tap(point)`, `doubleTap(point)` after both of its taps, `pinchStart()`, `pinch(ratio)` relative to its start, `wheel(ratio)`
 */
export function watchGestures(stage, handlers) {
  const pointers = new Map();
  let pinchDistance = null;
  let lastTap = null;

  const distance = () => {
    const [first, second] = [...pointers.values()];
    return Math.hypot(first.x - second.x, first.y - second.y);
  };

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY, taps: pointers.size === 0 });
    if (pointers.size === 2) {
      for (const pointer of pointers.values()) pointer.taps = false;
      pinchDistance = distance();
      handlers.pinchStart();
    }
  });

  stage.addEventListener('pointermove', (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (Math.hypot(pointer.x - pointer.startX, pointer.y - pointer.startY) > TAP_SLOP) pointer.taps = false;
    if (pointers.size === 2 && pinchDistance > 0) handlers.pinch(distance() / pinchDistance);
  });

  const end = (event) => {
    const pointer = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (pointers.size < 2) pinchDistance = null;
    if (pointer?.taps && event.type === 'pointerup') tap({ x: event.clientX, y: event.clientY }, event.timeStamp);
  };

  const tap = (point, time) => {
    handlers.tap(point);
    const isDouble = lastTap && time - lastTap.time < DOUBLE_TAP
      && Math.hypot(point.x - lastTap.x, point.y - lastTap.y) <= DOUBLE_TAP_SLOP;
    lastTap = isDouble ? null : { ...point, time };
    if (isDouble) handlers.doubleTap(point);
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
