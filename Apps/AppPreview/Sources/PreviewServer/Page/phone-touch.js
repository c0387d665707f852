// Taps, long presses, drags and pinches on whatever listens to them.

/** How far a finger may move and still press or hold, in points. */
const SLOP = 10;
const LONG_PRESS = 0.5;
/** A drag's speed is that of its last milliseconds. */
const VELOCITY_WINDOW = 80;
/** A wheel that rests this long has ended its pinch, in milliseconds. */
const WHEEL_REST = 200;
const WHEEL_SPEED = 0.01;

/** Time as it passes for fingers. Tests put another one in its place: on a busy machine a mouse rests longer than they mean. */
export class TouchClock {
  /** Milliseconds. */
  now() {
    return performance.now();
  }

  /** Calls `body` after some milliseconds. Gives a function that takes this back. */
  after(milliseconds, body) {
    const timer = setTimeout(body, milliseconds);
    return () => clearTimeout(timer);
  }
}

/** Sends what fingers, or a mouse, do below `root`. */
export function watchTouches(root, tree, sender, device, clock) {
  const touches = new Map();
  let pinch = null;
  /** Where a finger has dragged or held: the click that belongs to it is none. */
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
    // Clicks of the keyboard belong to no finger.
    const isSuppressed = event.detail > 0 && suppressed?.contains(event.target);
    if (event.detail > 0) suppressed = null;
    if (isSuppressed) return;
    send(element, 'tap', event.detail === 0 ? centre(element) : device.pointIn(element, event));
  });

  root.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    suppressed = null;
    const touch = new Touch(event, tree, device, send, clock);
    touches.set(event.pointerId, touch);
    if (touches.size === 2) beginPinch();
    else touch.begin();
    // A finger that leaves the element still belongs to it.
    if (touch.isWanted) event.target.setPointerCapture(event.pointerId);
  });

  // A finger that came down here is followed wherever it goes.
  addEventListener('pointermove', (event) => {
    const touch = touches.get(event.pointerId);
    if (!touch) return;
    touch.move(event);
    if (pinch) continuePinch();
  });

  addEventListener('pointerup', (event) => {
    const touch = touches.get(event.pointerId);
    if (!touch) return;
    if (pinch) endPinch('ended');
    touches.delete(event.pointerId);
    touch.end(event);
    suppressed = touch.suppresses;
  });

  // The system has taken the finger away: whatever it did has not come to its end.
  addEventListener('pointercancel', (event) => {
    const touch = touches.get(event.pointerId);
    if (!touch) return;
    if (pinch) endPinch('cancelled');
    touches.delete(event.pointerId);
    touch.cancel();
  });

  function beginPinch() {
    const [first, second] = [...touches.values()];
    let element = tree.listener(first.target, 'pinch');
    while (element && !element.contains(second.target)) element = tree.listener(element.parentElement, 'pinch');
    if (!element) return;
    first.cancel();
    second.cancel();
    pinch = { element, distance: distance(first, second), magnification: 1, start: startOfPinch(element, middle(first, second)) };
  }

  /** Where a pinch begins: in points of its element, and as shares of its size. */
  function startOfPinch(element, point) {
    const { x, y } = device.pointIn(element, point);
    return { x, y, anchorX: x / element.offsetWidth, anchorY: y / element.offsetHeight };
  }

  function continuePinch() {
    const [first, second] = [...touches.values()];
    if (!second || pinch.distance === 0) return;
    pinch.magnification = distance(first, second) / pinch.distance;
    send(pinch.element, 'pinch', { phase: 'changed', magnification: pinch.magnification, ...pinch.start });
  }

  function endPinch(phase) {
    const { element, magnification, start } = pinch;
    pinch = null;
    if (tree.record(element) && element.isConnected) send(element, 'pinch', { phase, magnification, ...start });
  }

  let wheel = null;
  root.addEventListener('wheel', (event) => {
    // Trackpads report a pinch as a wheel with the control key.
    if (!event.ctrlKey) return;
    const element = tree.listener(event.target, 'pinch');
    event.preventDefault();
    if (!element) return;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE;
    wheel ??= { element, magnification: 1, start: startOfPinch(element, event), stopWaiting: () => {} };
    wheel.magnification *= Math.exp(-event.deltaY * (lines ? 16 : 1) * WHEEL_SPEED);
    const value = { magnification: wheel.magnification, ...wheel.start };
    if (wheel.element.isConnected) send(wheel.element, 'pinch', { phase: 'changed', ...value });
    wheel.stopWaiting();
    wheel.stopWaiting = clock.after(WHEEL_REST, () => {
      const { element: pinched } = wheel;
      wheel = null;
      if (pinched.isConnected) send(pinched, 'pinch', { phase: 'ended', ...value });
    });
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
  #clock;
  /** Who wants to know of the drag: the innermost element that listens, and those around it whose gestures are simultaneous. */
  #drags;
  #hold;
  #isHeld = false;
  #stopWaiting = () => {};
  #isCancelled = false;

  constructor(event, tree, device, send, clock) {
    this.target = event.target;
    this.#tree = tree;
    this.#device = device;
    this.#send = send;
    this.#clock = clock;
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
    this.#stopWaiting = this.#clock.after(seconds * 1000, () => this.#held());
  }

  move(event) {
    this.x = event.clientX;
    this.y = event.clientY;
    if (this.#isCancelled) return;
    this.#sample();
    if (this.#hold && this.#travelled > Number(this.#hold.dataset.maximumDistance ?? SLOP)) this.#stopWaiting();
    for (const drag of this.#drags) {
      if (drag.isUnderWay || this.#travelled >= Math.max(drag.minimum, 1)) this.#report(drag, 'changed');
    }
  }

  /** The finger is gone. Afterwards `suppresses` says where the click that follows is none. */
  end(event) {
    this.#stopWaiting();
    if (this.#isCancelled) return;
    this.x = event.clientX || this.x;
    this.y = event.clientY || this.y;
    this.#cancelSequence();
    for (const drag of this.#drags.filter(({ isUnderWay }) => isUnderWay)) {
      this.#report(drag, 'ended');
      if (this.#travelled > SLOP) this.suppresses = drag.element;
    }
  }

  /** The finger is one of two now, or was taken away. */
  cancel() {
    this.#stopWaiting();
    if (this.#isCancelled) return;
    this.#cancelSequence();
    for (const drag of this.#drags) if (drag.isUnderWay) this.#report(drag, 'cancelled');
    this.#isCancelled = true;
    this.suppresses = this.target;
  }

  /** Who held, and was to drag then, but did not, has not done what was waited for. */
  #cancelSequence() {
    const waits = this.#isHeld && this.#hold.dataset.then === 'drag';
    if (!waits || this.#drags.some(({ element, isUnderWay }) => element === this.#hold && isUnderWay)) return;
    this.#report({ element: this.#hold }, 'cancelled');
  }

  get #travelled() {
    return Math.hypot(this.x - this.#start.x, this.y - this.#start.y) / this.#device.scale;
  }

  #held() {
    this.#isHeld = true;
    this.suppresses = this.#hold;
    const point = this.#device.pointIn(this.#hold, { clientX: this.#start.x, clientY: this.#start.y });
    if (this.#hold.isConnected) this.#send(this.#hold, 'longPress', point);
  }

  #sample() {
    const time = this.#clock.now();
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
    const seconds = (this.#clock.now() - first.time) / 1000;
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

function middle(first, second) {
  return { clientX: (first.x + second.x) / 2, clientY: (first.y + second.y) / 2 };
}

function centre(element) {
  return { x: element.offsetWidth / 2, y: element.offsetHeight / 2 };
}
