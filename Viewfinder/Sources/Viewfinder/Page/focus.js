// Focus and exposure at a point: the yellow square, the exposure beside it, and the lock of both.

import { LatestCommand, command } from './commands.js';
import { setText } from './elements.js';
import { number, say } from './text.js';

/** What the square and the exposure beside it need to their right, in pixels. */
const ROOM = 96;

const element = (id) => document.getElementById(id);

/** A bias as photographers write it: `+1.3`, `−0.7`, `0`. */
export function biasLabel(bias, { fractionDigits }) {
  const unit = 10 ** fractionDigits;
  const rounded = Math.round(bias * unit) / unit;
  if (rounded === 0) return '0';
  return `${rounded > 0 ? '+' : '−'}${number(Math.abs(rounded), fractionDigits)}`;
}

/** The bias that a finger asks for which has gone `way` pixels down since the bias was `start`. */
export function biasAfter(start, way, { minimum, maximum }, { dragLength }) {
  return Math.min(maximum, Math.max(minimum, start - (way / dragLength) * (maximum - minimum)));
}

/** Whether the camera measures anything at a point. */
const measures = (state) => state?.phase === 'live' && (state.controls?.canFocusAtPoint || state.controls?.canExposeAtPoint) === true;

export class Focus {
  #square = element('focus-square');
  #slider = element('exposure');
  #state = null;
  /** The server's numbers (`ExposureRules`). */
  #rules = null;
  #camera = null;
  #bias = 0;
  #biasAtStart = null;
  #linger = null;
  #exposure;
  #onError;
  #onSay;
  #place;

  /** `place(point)` is the place in the picture under a point of the stage, or null; `onSay(message)` tells whoever does not see the page. */
  constructor({ place, onError, onSay }) {
    this.#place = place;
    this.#onError = onError;
    this.#onSay = onSay;
    this.#exposure = new LatestCommand('exposure', onError);
    this.#slider.addEventListener('input', () => this.#setBias(this.#slider.valueAsNumber));
    element('exposure-value').addEventListener('click', () => this.#setBias(0));
    element('focus-lock').addEventListener('click', () => this.unlock());
    this.#square.addEventListener('animationend', (event) => {
      if (event.animationName === 'focus-fades') this.hide();
    });
  }

  get #range() {
    return this.#state?.phase === 'live' ? this.#state.controls?.exposureBias ?? null : null;
  }

  get #isLocked() {
    return this.#state?.controls?.focusAndExposure === 'locked';
  }

  /** Takes what the server says; while the user changes the exposure, the user's is shown. */
  setState(state, camera) {
    const wasLocked = this.#isLocked;
    this.#state = state;
    this.#rules = state.rules.exposure;
    element('stage').toggleAttribute('data-focuses', measures(state));
    if (this.#exposure.isIdle) this.#bias = state.controls?.exposureBias?.bias ?? 0;
    // A square is about one camera's picture.
    if (camera !== this.#camera || state.phase !== 'live' || wasLocked && !this.#isLocked) this.hide();
    this.#camera = camera;
    this.#render();
  }

  /** Measures at a point of the stage. What was corrected there before holds no more. */
  tap(point) {
    const place = this.#prepare(point);
    if (!place) return;
    command('focus', place).catch(this.#onError);
    if (this.#bias !== 0 && this.#range) this.#setBias(0);
  }

  /** Measures at a point, and keeps it so. */
  hold(point) {
    if (!this.#state?.controls?.canLockFocusAndExposure) return this.tap(point);
    const place = this.#prepare(point);
    if (place) this.#lock(place);
  }

  /** Keeps what is measured in the middle, or lets it follow the picture again. */
  toggleLock() {
    if (this.#isLocked) return this.unlock();
    const { clientWidth, clientHeight } = element('stage');
    this.hold({ x: clientWidth / 2, y: clientHeight / 2 });
  }

  unlock() {
    command('unlockFocus').catch(this.#onError);
    this.#onSay(say('Focus and exposure follow the picture'));
  }

  /** A finger has moved so far down since it came down, with the square in sight: upwards is brighter. */
  drag(way) {
    if (this.#square.hidden || !this.#range) return;
    this.#biasAtStart ??= this.#bias;
    this.#setBias(biasAfter(this.#biasAtStart, way, this.#range, this.#rules));
  }

  endDrag() {
    this.#biasAtStart = null;
  }

  /** A step of the keys: 1 brighter, -1 darker. */
  step(direction) {
    if (!this.#range) return;
    const { minimum, maximum } = this.#range;
    this.#setBias(Math.min(maximum, Math.max(minimum, this.#bias + direction * this.#rules.step)));
  }

  hide() {
    clearTimeout(this.#linger);
    this.#square.hidden = true;
  }

  /** Shows the square at a point of the stage; null where there is nothing to measure. */
  #prepare(point) {
    if (!measures(this.#state)) return null;
    const place = this.#place(point);
    if (!place) return null;
    const square = this.#square;
    square.style.left = `${point.x}px`;
    square.style.top = `${point.y}px`;
    square.dataset.side = point.x + ROOM > element('stage').clientWidth ? 'left' : 'right';
    square.hidden = true;
    // The animation of the square before shall not go on in this one.
    void square.offsetWidth;
    square.hidden = false;
    this.#stay();
    return place;
  }

  async #lock(place) {
    try {
      await command('lockFocus', place);
      this.#onSay(say('Focus and exposure locked'));
    } catch (error) {
      this.#onError(error);
    }
  }

  #setBias(bias) {
    this.#bias = Math.abs(bias) < this.#rules.zeroSnap ? 0 : bias;
    this.#exposure.send({ bias: this.#bias });
    if (!this.#square.hidden) this.#stay();
    this.#render();
  }

  /** The square is of use for a while yet. */
  #stay() {
    clearTimeout(this.#linger);
    this.#square.removeAttribute('data-fades');
    this.#linger = setTimeout(() => {
      if (this.#isLocked || document.activeElement === this.#slider) this.#stay();
      else this.#square.setAttribute('data-fades', '');
    }, this.#rules.squareMilliseconds);
  }

  #render() {
    const range = this.#range;
    const label = biasLabel(this.#bias, this.#rules);
    element('exposure-place').hidden = range === null;
    if (range) {
      Object.assign(this.#slider, { min: range.minimum, max: range.maximum });
      this.#slider.value = this.#bias;
      this.#slider.setAttribute('aria-valuetext', `${label} EV`);
    }
    const value = element('exposure-value');
    value.hidden = range === null || this.#bias === 0;
    setText(element('exposure-text'), label);
    value.setAttribute('aria-label', say('Exposure %@ EV: back to 0', label));
    element('focus-lock').hidden = !this.#isLocked;
    this.#square.toggleAttribute('data-locked', this.#isLocked);
  }
}
