// A picture under fingers and wheel: pinched, moved, tapped twice; pushed aside for the next one.

import { DoubleTap } from './gestures.js';

/** The most that a picture is magnified. */
const MOST = 8;
/** How much a double tap magnifies. */
const DOUBLE_TAP_SCALE = 2.5;
/** Two taps within this time are a double tap, in milliseconds. */
const DOUBLE_TAP = 400;
/** A pointer that moved less than this many pixels tapped. */
const TAP_SLOP = 8;
/** A push this far takes the next picture, in pixels. */
const PUSH = 60;
const WHEEL_SPEED = 0.002;
/** At the lower end of a movie are the player's controls, with this share of its height. */
const PLAYER_CONTROLS = 0.25;

export class ImageZoom {
  #area;
  #image;
  #onStep;
  #scale = 1;
  #x = 0;
  #y = 0;
  #pointers = new Map();
  #start = null;
  #doubleTap = new DoubleTap(DOUBLE_TAP);

  /** `image` fills `area`; `onStep(by)` takes the next picture (1) or the one before (-1). */
  constructor(area, image, onStep) {
    this.#area = area;
    this.#image = image;
    this.#onStep = onStep;
    area.addEventListener('pointerdown', (event) => this.#down(event));
    area.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel']) area.addEventListener(end, (event) => this.#up(event));
    area.addEventListener('wheel', (event) => {
      if (image.hidden) return;
      event.preventDefault();
      this.#zoom(this.#scale * Math.exp(-event.deltaY * WHEEL_SPEED), this.#place(event));
    }, { passive: false });
    // The browser's own dragging of images would take the pointer away.
    area.addEventListener('dragstart', (event) => event.preventDefault());
  }

  /** Shows the whole picture. */
  reset() {
    this.#pointers.clear();
    this.#start = null;
    this.#set(1, 0, 0);
  }

  /** Magnifies the middle by a factor. */
  magnify(factor) {
    if (!this.#image.hidden) this.#zoom(this.#scale * factor, { x: 0, y: 0 });
  }

  /** Where a pointer is, seen from the middle of the area. */
  #place({ clientX, clientY }) {
    const box = this.#area.getBoundingClientRect();
    return { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 };
  }

  /** The middle of all pointers, and how far they are from each other. */
  #middle() {
    const [first, second = first] = [...this.#pointers.values()];
    return { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2, spread: Math.hypot(first.x - second.x, first.y - second.y) };
  }

  #begin() {
    this.#start = { ...this.#middle(), scale: this.#scale, left: this.#x, top: this.#y };
  }

  #down(event) {
    if (event.button !== 0 || this.#pointers.size === 2 || event.target.closest('button')) return;
    const place = this.#place(event);
    if (this.#image.hidden && place.y > this.#area.clientHeight * (0.5 - PLAYER_CONTROLS)) return;
    // A movie's player keeps its pointers.
    if (!this.#image.hidden) this.#area.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { ...place, hasMoved: this.#pointers.size > 0 });
    if (this.#pointers.size === 2) for (const pointer of this.#pointers.values()) pointer.hasMoved = true;
    this.#begin();
  }

  #move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    Object.assign(pointer, this.#place(event));
    const now = this.#middle();
    const { x, y, spread, scale, left, top } = this.#start;
    pointer.hasMoved ||= Math.hypot(now.x - x, now.y - y) > TAP_SLOP;
    if (!pointer.hasMoved || this.#image.hidden) return;
    if (this.#pointers.size === 1 && scale === 1) {
      this.#image.style.transform = `translateX(${now.x - x}px)`;
      return;
    }
    const next = Math.min(MOST, Math.max(1, spread > 0 ? scale * (now.spread / spread) : scale));
    // What was between the fingers stays between them.
    this.#set(next, now.x - ((x - left) * next) / scale, now.y - ((y - top) * next) / scale);
  }

  #up(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    const start = this.#start;
    const wasAlone = this.#pointers.size === 1;
    this.#pointers.delete(event.pointerId);
    if (!wasAlone) {
      for (const other of this.#pointers.values()) other.hasMoved = true;
      return this.#begin();
    }
    if (this.#scale === 1 && start.scale === 1) {
      this.#set(1, 0, 0);
      const way = pointer.x - start.x;
      if (event.type === 'pointerup' && Math.abs(way) > PUSH && Math.abs(way) > Math.abs(pointer.y - start.y)) this.#onStep(way < 0 ? 1 : -1);
    }
    if (event.type === 'pointerup' && !pointer.hasMoved) this.#tap(pointer, event.timeStamp);
  }

  #tap(place, time) {
    const isDouble = this.#doubleTap.isSecond(place, time);
    if (isDouble && !this.#image.hidden) this.#zoom(this.#scale > 1 ? 1 : DOUBLE_TAP_SCALE, place);
  }

  /** What is at a place stays there. */
  #zoom(wanted, { x, y }) {
    const scale = Math.min(MOST, Math.max(1, wanted));
    this.#set(scale, x - ((x - this.#x) * scale) / this.#scale, y - ((y - this.#y) * scale) / this.#scale);
  }

  /** The picture never leaves the area open on one side. */
  #set(scale, x, y) {
    const { clientWidth, clientHeight } = this.#area;
    const within = (value, size) => Math.min((size * (scale - 1)) / 2, Math.max((-size * (scale - 1)) / 2, value));
    [this.#scale, this.#x, this.#y] = [scale, within(x, clientWidth), within(y, clientHeight)];
    this.#image.style.transform = scale === 1 ? '' : `translate(${this.#x}px, ${this.#y}px) scale(${scale})`;
  }
}
