// Whether what the page shows is what the camera sees now: the connection to the server, and the age of the picture.

import { setText } from './elements.js';
import { say } from './text.js';

/** How long a connection may be lost before the page says so, in milliseconds. */
const LOSS_GRACE = 400;
/** A picture without a successor for so long is no live picture any more, in milliseconds. */
const STALE_AFTER = 1000;
const POLL_INTERVAL = 200;
/** A look that comes so much too late says that the page itself was held up: what has arrived meanwhile was not read yet. */
const HELD_UP = 500;

/** Decides whether a picture is too old to be taken for a live one. */
export class PictureAge {
  #since = 0;
  #lastPoll = 0;
  #staleFrame = null;

  /**
   * Milliseconds since the last frame, once they are too many; null before that.
   *
   * @param lastFrame when the last frame arrived
   * @param isExpected whether frames should arrive
   */
  check(now, lastFrame, isExpected) {
    const wasHeldUp = now - this.#lastPoll > POLL_INTERVAL + HELD_UP;
    this.#lastPoll = now;
    if (!isExpected || wasHeldUp && this.#staleFrame !== lastFrame) this.#since = now;
    const age = now - Math.max(this.#since, lastFrame);
    const isStale = isExpected && age > STALE_AFTER;
    this.#staleFrame = isStale ? lastFrame : null;
    return isStale ? age : null;
  }
}

/** What the pill says, and for how long that has been so; null for nothing. */
export function connectionText({ isLost, age }) {
  if (isLost) return { text: say('Connection to the server lost – reconnecting'), age: '' };
  if (age === null) return null;
  return { text: say('The picture stands still'), age: `${Math.floor(age / 1000)} s` };
}

const element = (id) => document.getElementById(id);

export class Connection {
  /** Whether the server is out of reach, for longer than a moment. */
  isLost = false;
  #age = null;
  #pictureAge = new PictureAge();
  #grace = null;
  #preview;
  #isExpected;
  #onChange;

  /** `isExpected()` says whether frames should arrive; `onChange` is called when `isLost` or `isStale` changes. */
  constructor({ preview, isExpected, onChange }) {
    this.#preview = preview;
    this.#isExpected = isExpected;
    this.#onChange = onChange;
    preview.addEventListener('status', () => this.#handleStatus());
    setInterval(() => this.#check(), POLL_INTERVAL);
    this.#handleStatus();
  }

  /** Whether the picture is older than it looks. */
  get isStale() {
    return this.#age !== null;
  }

  #handleStatus() {
    clearTimeout(this.#grace);
    const isLost = this.#preview.status === 'lost' && !this.#preview.refusal;
    if (isLost) this.#grace = setTimeout(() => this.#setLost(true), LOSS_GRACE);
    else if (this.#preview.status === 'open' || this.#preview.refusal) this.#setLost(false);
  }

  #setLost(isLost) {
    if (this.isLost === isLost) return;
    this.isLost = isLost;
    document.body.toggleAttribute('data-lost', isLost);
    this.#render();
    this.#onChange();
  }

  #check() {
    const isExpected = this.#preview.status === 'open' && document.visibilityState === 'visible' && this.#isExpected();
    const wasStale = this.isStale;
    this.#age = this.#pictureAge.check(performance.now(), this.#preview.lastReceived, isExpected);
    if (!this.isStale && !wasStale) return;
    this.#render();
    if (wasStale === this.isStale) return;
    document.body.toggleAttribute('data-stale', this.isStale);
    this.#onChange();
  }

  #render() {
    const shown = connectionText({ isLost: this.isLost, age: this.#age });
    element('connection').hidden = shown === null;
    setText(element('connection-text'), shown?.text ?? '');
    setText(element('connection-age'), shown?.age ?? '');
  }
}
