// The small picture in the hand: dragged, pinched, turned by the wheel, pulled at its corner, or moved by keys.

import { rules } from './arrangement.js';

/** A pointer that moved less than this many pixels tapped. */
const TAP_SLOP = 6;
/** Two taps within this time are one double tap, in milliseconds. */
const DOUBLE_TAP = 500;
const WHEEL_SPEED = 0.0015;
const PINCH_WHEEL_SPEED = 0.01;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** What keys on the handle add to the width. Arrows are fine, as on every slider. */
const SIZE_KEYS = { ArrowLeft: -0.01, ArrowDown: -0.01, ArrowRight: 0.01, ArrowUp: 0.01 };
const STEP_KEYS = { PageDown: -1, PageUp: 1 };

/**
 * Reports what is done to the small picture.
 *
 * @param root what lies upon the picture; its buttons are `#pip-move` and `#pip-size`
 * @param handlers `area()` is the whole picture's rectangle and `pip()` where the small one is, both as they are now; `hold()`,
 *   `drag(pip)` and `letGo(hasMoved)`; `swap()`; `resize(width)`; `toSide(x, y)` for keys
 */
export function watchSmallPicture(root, handlers) {
  watchBody(root.querySelector('#pip-move'), handlers);
  watchHandle(root.querySelector('#pip-size'), root, handlers);
}

function watchBody(body, { area, pip, hold, drag, letGo, swap, resize, toSide }) {
  const pointers = new Map();
  let start = null;
  let lastTap = -Infinity;

  const middle = () => {
    const all = [...pointers.values()];
    const x = all.reduce((sum, pointer) => sum + pointer.x, 0) / all.length;
    const y = all.reduce((sum, pointer) => sum + pointer.y, 0) / all.length;
    return { x, y, spread: all.length < 2 ? 0 : Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) };
  };
  const begin = () => { start = { ...middle(), pip: pip() }; };

  body.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || pointers.size === 2) return;
    // The keyboard stays with the camera: who moves the picture by hand does not want the keys for it.
    event.preventDefault();
    body.setPointerCapture(event.pointerId);
    // Two fingers do not tap.
    for (const other of pointers.values()) other.hasMoved = true;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, hasMoved: pointers.size > 0 });
    if (pointers.size === 1) hold();
    begin();
  });

  body.addEventListener('pointermove', (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    const now = middle();
    if (!pointer.hasMoved && Math.hypot(now.x - start.x, now.y - start.y) <= TAP_SLOP) return;
    pointer.hasMoved = true;
    const { width, height } = area();
    const grown = start.spread > 0 ? now.spread / start.spread : 1;
    drag({
      x: start.pip.x + (now.x - start.x) / width, y: start.pip.y + (now.y - start.y) / height, width: start.pip.width * grown,
    });
  });

  const end = (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointers.delete(event.pointerId);
    if (pointers.size > 0) {
      for (const other of pointers.values()) other.hasMoved = true;
      return begin();
    }
    letGo(pointer.hasMoved);
    if (event.type !== 'pointerup' || pointer.hasMoved) return;
    const isDouble = event.timeStamp - lastTap < DOUBLE_TAP;
    lastTap = isDouble ? -Infinity : event.timeStamp;
    if (isDouble) swap();
  };
  body.addEventListener('pointerup', end);
  body.addEventListener('pointercancel', end);
  // A picture that goes away while it is held is let go without either of these.
  body.addEventListener('lostpointercapture', end);

  body.addEventListener('wheel', (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    resize(pip().width * Math.exp(-pixels * (event.ctrlKey ? PINCH_WHEEL_SPEED : WHEEL_SPEED)));
  }, { passive: false });

  body.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) toSide(...arrow);
    else if (event.key === '+' || event.key === '=') resize(pip().width + rules.sizeStep);
    else if (event.key === '-') resize(pip().width - rules.sizeStep);
    else if (event.key === 'Enter') swap();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function watchHandle(handle, root, { area, pip, hold, drag, letGo, resize }) {
  let anchor = null;

  handle.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || anchor) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const { x, y, width } = pip();
    // The corner opposite to the handle stays where it is.
    const [vertical, horizontal] = root.dataset.handle.split('-');
    const [right, down] = [horizontal === 'right' ? 1 : -1, vertical === 'bottom' ? 1 : -1];
    anchor = { x: x - right * width / 2, y: y - down * width / 2, right, down, id: event.pointerId };
    hold();
  });

  handle.addEventListener('pointermove', (event) => {
    if (event.pointerId !== anchor?.id) return;
    const whole = area();
    const across = ((event.clientX - whole.x) / whole.width - anchor.x) * anchor.right;
    const down = ((event.clientY - whole.y) / whole.height - anchor.y) * anchor.down;
    const width = Math.min(rules.maximumWidth, Math.max(rules.minimumWidth, across, down));
    drag({ x: anchor.x + anchor.right * width / 2, y: anchor.y + anchor.down * width / 2, width });
  });

  const end = (event) => {
    if (event.pointerId !== anchor?.id) return;
    anchor = null;
    letGo(true);
  };
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
  handle.addEventListener('lostpointercapture', end);

  handle.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const change = SIZE_KEYS[event.key] ?? STEP_KEYS[event.key] * rules.sizeStep;
    if (change) resize(pip().width + change);
    else if (event.key === 'Home') resize(rules.minimumWidth);
    else if (event.key === 'End') resize(rules.maximumWidth);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
