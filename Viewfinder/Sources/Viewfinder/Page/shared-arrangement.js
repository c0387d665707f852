// The arrangement of several pictures, which this page and the server both change: here at once, there as soon as possible.

import { Animator } from './arrangement.js';
import { LatestCommand, command } from './commands.js';

/** While a picture is dragged the server hears of it this often, in milliseconds. */
const SEND_INTERVAL = 80;
/** After an answer, news of what it was about come within this time, or there are none, in milliseconds. */
const NEWS_TIME = 300;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class SharedArrangement {
  /** Without places until the server has told some. */
  #value = { layout: 'pictureInPicture', leading: 0, pip: null };
  /** The cameras that run, by their indices. */
  #cameras = [0, 1];
  /** Null until the server has told an arrangement. */
  #animator = null;
  /** What the server said last. */
  #reported = null;
  #isHeld = false;
  #swapsUnderWay = 0;
  #lastSent = 0;
  #sender = null;
  #reconciler = null;
  #command;
  #onError;
  #onChange;

  /** `onChange` is called when the arrangement is another one, whoever changed it. */
  constructor({ onError, onChange }) {
    this.#onError = onError;
    this.#onChange = onChange;
    this.#command = new LatestCommand('arrangement', onError);
  }

  get value() {
    return this.#value;
  }

  isMoving(now) {
    return this.#animator?.isMoving(now) === true;
  }

  /** The places of all pictures now, the one behind first. */
  placements(now) {
    return this.#animator?.placements(now) ?? [];
  }

  /** The server's arrangement; it holds unless something else is under way here. `isInstant` leaves the way out. */
  report(arrangement, isInstant) {
    this.#reported = arrangement;
    if (this.#isAtRest) this.#adopt(arrangement, isInstant || isStill());
  }

  /** Other cameras run now. `isInstant` leaves the way out. */
  setCameras(cameras, isInstant) {
    if (cameras.length < 2 || String(cameras) === String(this.#cameras)) return;
    this.#cameras = cameras;
    if (!this.#animator) return;
    this.#animator.show(cameras, performance.now(), isInstant || isStill());
    this.#onChange();
  }

  /** Changes a part. */
  change(part) {
    this.#adopt({ ...this.#value, ...part }, isStill());
    this.#send(part);
  }

  swap() {
    const { leading } = this.#value;
    this.#adopt({ ...this.#value, leading: this.#cameras.find((camera) => camera > leading) ?? this.#cameras[0] }, isStill());
    this.#swapsUnderWay += 1;
    command('swap').catch(this.#onError).finally(() => {
      this.#swapsUnderWay -= 1;
      this.#reconcileSoon();
    });
  }

  /** The small picture is in the hand from now on: what the server says waits. */
  hold() {
    this.#isHeld = true;
  }

  /** The small picture follows the hand. */
  drag(pip) {
    this.#adopt({ ...this.#value, pip }, true);
    this.#sendSoon();
  }

  /** The small picture is let go, and stays where it is if `pip` is null. */
  letGo(pip) {
    this.#isHeld = false;
    if (pip) this.change({ pip });
    else this.#reconcile();
  }

  get #isAtRest() {
    return !this.#isHeld && this.#command.isIdle && this.#swapsUnderWay === 0;
  }

  #adopt(arrangement, isInstant) {
    this.#value = arrangement;
    if (this.#animator) this.#animator.move(arrangement, performance.now(), isInstant);
    else this.#animator = new Animator(arrangement, this.#cameras);
    this.#onChange();
  }

  #send(part) {
    clearTimeout(this.#sender);
    this.#sender = null;
    this.#lastSent = performance.now();
    this.#command.send(part).finally(() => this.#reconcileSoon());
  }

  /** Tells now and then where the small picture is while it is in the hand. */
  #sendSoon() {
    if (this.#sender !== null) return;
    const wait = Math.max(0, this.#lastSent + SEND_INTERVAL - performance.now());
    this.#sender = setTimeout(() => this.#send({ pip: this.#value.pip }), wait);
  }

  /** An answer may overtake the news of what it was about; what the page was told before would take the pictures back. */
  #reconcileSoon() {
    clearTimeout(this.#reconciler);
    this.#reconciler = setTimeout(() => this.#reconcile(), NEWS_TIME);
  }

  /** What the server says holds again, once nothing is under way. */
  #reconcile() {
    if (this.#reported && this.#isAtRest) this.#adopt(this.#reported, isStill());
  }
}
