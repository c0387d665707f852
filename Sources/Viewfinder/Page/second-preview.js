// The second camera's stream: which window has it, and why there is no picture where one should be.

import { FrameStream } from './frame-stream.js';
import { preview } from './preview.js';

/** A second camera without a picture for so long is spoken of, in milliseconds. */
const STALL = 2000;
const LOOK_INTERVAL = 500;

export class SecondPreview {
  preview;

  /** Browsers open six connections to a server and no more. Two windows with two cameras would take them all, and no command
   * would ever get through: of several windows, the one that was used last has the second picture. */
  #windows = new BroadcastChannel('pinhole.second');
  #isOn = false;
  #isOwner = false;
  #isElsewhere = false;
  #isRunning = false;
  #watch = null;
  /** Since when a picture has been expected, on the page's clock. */
  #expectedSince = 0;
  #onChange;

  /** `onChange` is called when there may be something else to say of the picture. */
  constructor(view, onChange) {
    this.preview = new FrameStream(view, 'stream?camera=second', preview.serverClock);
    this.#onChange = onChange;
    this.preview.addEventListener('status', onChange);
    this.preview.painter.onPaint = onChange;
    document.addEventListener('visibilitychange', () => { this.#expectedSince = performance.now(); });
    this.#windows.addEventListener('message', () => this.#yield());
    for (const use of ['focus', 'pointerdown', 'keydown']) addEventListener(use, () => this.#claim(), { capture: true });
  }

  /** Whether there are two cameras. */
  setOn(isOn) {
    const wasOn = this.#isOn;
    this.#isOn = isOn;
    if (!isOn) this.#isOwner = this.#isElsewhere = false;
    // Who looks at several windows shall not have to click first.
    if (isOn && !wasOn && document.hasFocus()) this.#claim();
    this.#run();
  }

  reconnect() {
    this.preview.reconnect();
  }

  /** Why there is no picture of the camera `name`: `words`, and whether that is trouble or the picture just on its way; else null. */
  missing(name) {
    // Without the server both are missing, which is said elsewhere.
    if (!this.#isOn || preview.status === 'lost') return null;
    const { refusal, status, painter } = this.preview;
    if (this.#isElsewhere) return { words: `${name} is shown in the window that was used last. Click here to see it.`, isTrouble: false };
    if (refusal) return { words: `${name} cannot be shown. ${refusal}`, isTrouble: true };
    const isOverdue = performance.now() - Math.max(painter.lastPainted, this.#expectedSince) > STALL;
    if (isOverdue) return { words: `${name} sends no picture.`, isTrouble: true };
    if (painter.lastFrame === null) return { words: `Waiting for ${name}`, isTrouble: false };
    return status === 'lost' ? { words: `Connecting to ${name} again`, isTrouble: false } : null;
  }

  /** Another window was used after this one. */
  #yield() {
    this.#isOwner = false;
    this.#isElsewhere = true;
    this.#run();
    this.#onChange();
  }

  /** This window is the one that is used. */
  #claim() {
    if (!this.#isOn || this.#isOwner) return;
    this.#isOwner = true;
    this.#isElsewhere = false;
    this.#windows.postMessage('used');
    this.#run();
    this.#onChange();
  }

  #run() {
    const runs = this.#isOn && !this.#isElsewhere;
    if (runs === this.#isRunning) return;
    this.#isRunning = runs;
    clearInterval(this.#watch);
    if (runs) {
      this.#expectedSince = performance.now();
      this.preview.run();
      this.#watch = setInterval(this.#onChange, LOOK_INTERVAL);
    } else {
      this.preview.stop();
      this.preview.painter.forget();
    }
  }
}
