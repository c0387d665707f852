// Taps, long presses, drags and pinches on whatever listens to them.

/** How far a finger may move and still press or hold, in points. */
const SLOP = 10;
const LONG_PRESS = 0.5;
/** A drag's speed is that of its last milliseconds. */
const VELOCITY_WINDOW = 80;
/** A wheel that rests this long has ended its pinch, in milliseconds. */
const WHEEL_REST = 200;
const WHEEL_SPEED = 0.01;

/** Sends what fingers, or a mouse, do below `root`. */
export function watchTouches(root, tree, sender, device) {
  const touches = new Map();
  let pinch = null;
  /** The click that belongs to a finger which has dragged or held is none. */
  let suppressed = null;
  const send = (element, event, value) => sender.send(tree.record(element).id, event, value);

  root.addEventListener('click', (event) => {
    if (event.detail === 2) {
      const twice = tree.listener(event.target, 'doubleTap');
      if (twice) send(twice, 'doubleTap', device.pointIn(twice, event));
    }
    const element = tree.listener(event.target, 'tap');
    if (!element) return;
    // Links of the page would leave it.
    if (event.target.closest('a')) event.preventDefault();
    if (suppressed && performance.now() - suppressed.time < 500 && suppressed.element.contains(event.target)) {
      suppressed = null;
      return;
    }
    send(element, 'tap', event.detail === 0 ? centre(element) : device.pointIn(element, event));
  });

  root.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const touch = new Touch(event, tree, device, send);
    touches.set(event.pointerId, touch);
    if (touches.size === 2) beginPinch();
    else touch.begin();
    // A finger that leaves the element still belongs to it.
    if (touch.isWanted) event.target.setPointerCapture(event.pointerId);
  });

  root.addEventListener('pointermove', (event) => {
    const touch = touches.get(event.pointerId);
    if (!touch) return;
    touch.move(event);
    if (pinch) continuePinch();
  });

  const end = (event) => {
    const touch = touches.get(event.pointerId);
    if (!touch) return;
    touches.delete(event.pointerId);
    if (pinch) endPinch();
    if (touch.end(event)) suppressed = { element: touch.suppresses, time: performance.now() };
  };
  root.addEventListener('pointerup', end);
  root.addEventListener('pointercancel', end);

  function beginPinch() {
    const [first, second] = [...touches.values()];
    let element = tree.listener(first.target, 'pinch');
    while (element && !element.contains(second.target)) element = tree.listener(element.parentElement, 'pinch');
    if (!element) return;
    first.cancel();
    second.cancel();
    pinch = { element, distance: distance(first, second), magnification: 1 };
  }

  function continuePinch() {
    const [first, second] = [...touches.values()];
    if (!second || pinch.distance === 0) return;
    pinch.magnification = distance(first, second) / pinch.distance;
    send(pinch.element, 'pinch', { phase: 'changed', magnification: pinch.magnification, ...middle(pinch.element) });
  }

  function endPinch() {
    send(pinch.element, 'pinch', { phase: 'ended', magnification: pinch.magnification, ...middle(pinch.element) });
    pinch = null;
  }

  let wheel = null;
  root.addEventListener('wheel', (event) => {
    // Trackpads report a pinch as a wheel with the control key.
    if (!event.ctrlKey) return;
    const element = tree.listener(event.target, 'pinch');
    event.preventDefault();
    if (!element) return;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE;
    wheel ??= { element, magnification: 1, timer: null };
    wheel.magnification *= Math.exp(-event.deltaY * (lines ? 16 : 1) * WHEEL_SPEED);
    const value = { magnification: wheel.magnification, ...device.pointIn(element, event) };
    send(wheel.element, 'pinch', { phase: 'changed', ...value });
    clearTimeout(wheel.timer);
    wheel.timer = setTimeout(() => {
      const { element: pinched } = wheel;
      wheel = null;
      if (pinched.isConnected) send(pinched, 'pinch', { phase: 'ended', ...value });
    }, WHEEL_REST);
  }, { passive: false });

  root.addEventListener('contextmenu', (event) => {
    const element = tree.listener(event.target, 'contextMenu') ?? tree.listener(event.target, 'longPress');
    if (!element) return;
    event.preventDefault();
    const name = tree.record(element).events.has('contextMenu') ? 'contextMenu' : 'longPress';
    if (event.pointerType !== 'touch') send(element, name, device.pointIn(element, event));
  });

  root.addEventListener('scroll', ({ target }) => {
    const element = tree.listener(target, 'scroll');
    if (element === target) send(element, 'scroll', { x: element.scrollLeft, y: element.scrollTop });
  }, { capture: true, passive: true });

  // Buttons with a look of their own for a finger on them.
  let pressed = null;
  root.addEventListener('pointerdown', (event) => {
    pressed = event.button === 0 ? tree.listener(event.target, 'press') : null;
    if (pressed) send(pressed, 'press', true);
  });
  for (const type of ['pointerup', 'pointercancel']) {
    addEventListener(type, () => {
      if (pressed?.isConnected && tree.record(pressed)) send(pressed, 'press', false);
      pressed = null;
    });
  }

  const middle = (element) => centre(element);
}

/** One finger on its way. */
class Touch {
  target;
  x;
  y;
  /** Below which element no click follows. */
  suppresses = null;
  #start;
  #samples = [];
  #tree;
  #device;
  #send;
  /** Who wants to know of the drag: the innermost element that listens, and those around it whose gestures are simultaneous. */
  #drags;
  #hold;
  #timer = null;
  #isCancelled = false;

  constructor(event, tree, device, send) {
    this.target = event.target;
    this.#tree = tree;
    this.#device = device;
    this.#send = send;
    this.#start = { x: event.clientX, y: event.clientY };
    this.x = event.clientX;
    this.y = event.clientY;
    this.#drags = dragListeners(tree, event.target).map((element) => (
      { element, minimum: Number(element.dataset.minimumDistance ?? SLOP), isUnderWay: false }
    ));
    this.#hold = tree.listener(event.target, 'longPress');
  }

  /** Whether anybody wants to know where the finger goes. */
  get isWanted() {
    return Boolean(this.#drags[0] ?? this.#hold ?? this.#tree.listener(this.target, 'pinch'));
  }

  begin() {
    this.#sample();
    for (const drag of this.#drags) if (drag.minimum <= 0) this.#report(drag, 'changed');
    if (!this.#hold) return;
    const seconds = Number(this.#hold.dataset.longPress ?? LONG_PRESS);
    this.#timer = setTimeout(() => this.#held(), seconds * 1000);
  }

  move(event) {
    this.x = event.clientX;
    this.y = event.clientY;
    if (this.#isCancelled) return;
    this.#sample();
    if (this.#travelled > SLOP) this.#release();
    for (const drag of this.#drags) {
      if (drag.isUnderWay || this.#travelled >= Math.max(drag.minimum, 1)) this.#report(drag, 'changed');
    }
  }

  /** Says whether the click that follows is none. */
  end(event) {
    this.#release();
    if (this.#isCancelled) return this.suppresses !== null;
    this.x = event.clientX || this.x;
    this.y = event.clientY || this.y;
    for (const drag of this.#drags.filter(({ isUnderWay }) => isUnderWay)) {
      this.#report(drag, 'ended');
      if (this.#travelled > SLOP) this.suppresses = drag.element;
    }
    return this.suppresses !== null;
  }

  /** The finger is one of two now. */
  cancel() {
    this.#release();
    for (const drag of this.#drags) if (drag.isUnderWay) this.#report(drag, 'ended');
    this.#isCancelled = true;
    this.suppresses = this.target;
  }

  get #travelled() {
    return Math.hypot(this.x - this.#start.x, this.y - this.#start.y) / this.#device.scale;
  }

  #release() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  #held() {
    this.suppresses = this.#hold;
    const point = this.#device.pointIn(this.#hold, { clientX: this.#start.x, clientY: this.#start.y });
    if (this.#hold.isConnected) this.#send(this.#hold, 'longPress', point);
  }

  #sample() {
    const time = performance.now();
    this.#samples.push({ time, x: this.x, y: this.y });
    this.#samples = this.#samples.filter((sample) => sample.time > time - VELOCITY_WINDOW || sample === this.#samples.at(-1));
  }

  #report(drag, phase) {
    drag.isUnderWay = phase === 'changed';
    const { element } = drag;
    // What disappeared under the finger has nobody to tell.
    if (!this.#tree.record(element) || !element.isConnected) return;
    const { scale } = this.#device;
    const first = this.#samples[0];
    const seconds = (performance.now() - first.time) / 1000;
    const velocity = (distance) => (seconds > 0 ? Math.round(distance / scale / seconds) : 0);
    this.#send(element, 'drag', {
      phase,
      ...this.#device.pointIn(element, { clientX: this.x, clientY: this.y }),
      dx: (this.x - this.#start.x) / scale,
      dy: (this.y - this.#start.y) / scale,
      vx: velocity(this.x - first.x),
      vy: velocity(this.y - first.y),
    });
  }
}

/** The innermost element from `target` outwards that listens to drags, and those farther out that do so at the same time. */
function dragListeners(tree, target) {
  const elements = [];
  for (let at = tree.listener(target, 'drag'); at; at = tree.listener(at.parentElement, 'drag')) {
    if (elements.length === 0 || at.dataset.gesture === 'simultaneous') elements.push(at);
  }
  return elements;
}

function distance(first, second) {
  return Math.hypot(first.x - second.x, first.y - second.y);
}

function centre(element) {
  return { x: element.offsetWidth / 2, y: element.offsetHeight / 2 };
}
