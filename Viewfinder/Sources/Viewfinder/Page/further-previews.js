// The streams of all cameras but the first: which window has them, and why there is no picture where one should be.

import { noteOf, viewOf } from './camera-views.js';
import { FrameStream } from './frame-stream.js';
import { preview } from './preview.js';
import { say } from './text.js';

/** Browsers open six connections to a server and no more, of which each window takes two, and a command one. */
const MOST_ALONE = 2;
const MOST_IN_COMPANY = 1;
/** A camera without a picture for so long is spoken of, in milliseconds. */
const STALL = 2000;
const LOOK_INTERVAL = 500;

export class FurtherPreviews {
  /** By the camera's index; the first camera's place is empty. */
  #streams = [];
  /** The cameras that run, without the first one. */
  #cameras = [];
  /** Those whose streams are open here. */
  #running = new Set();
  /** Two windows with two cameras would take all connections, and no command would ever get through: of several windows, the one
   * that was used last has the further pictures. */
  #windows = new BroadcastChannel('pinhole.cameras');
  /** What tells this window from others. */
  #name = `pinhole.window.${Math.random()}`;
  /** The names of the windows whose end is waited for. */
  #awaited = new Set();
  #isOwner = false;
  #isElsewhere = false;
  /** Whether there is another window. */
  #hasCompany = false;
  #watch = null;
  /** Since when a camera's picture has been expected, on the page's clock. */
  #expectedSince = [];
  #onChange;
  #onStream = [];

  /** `onChange` is called when there may be something else to say of a picture. */
  constructor(onChange) {
    this.#onChange = onChange;
    document.addEventListener('visibilitychange', () => { this.#expectedSince.fill(performance.now()); });
    this.#windows.addEventListener('message', ({ data }) => (data.isUsed ? this.#yield() : this.#share(data.window)));
    // Held as long as this window is there, however it ends.
    navigator.locks?.request(this.#name, () => new Promise(() => {}));
    for (const use of ['focus', 'pointerdown', 'keydown']) addEventListener(use, () => this.#claim(), { capture: true });
  }

  /** The stream of a further camera. */
  stream(camera) {
    this.#streams[camera] ??= this.#makeStream(camera);
    return this.#streams[camera];
  }

  /** Calls `action` with each stream that there is, and with each one that comes. */
  forEachStream(action) {
    this.#onStream.push(action);
    this.#streams.forEach((stream) => action(stream));
  }

  /** Which cameras run, by their indices; none and one are the same. */
  setCameras(cameras) {
    const further = cameras.filter((camera) => camera > 0);
    const wasOn = this.#cameras.length > 0;
    this.#cameras = further;
    const isOn = further.length > 0;
    if (!isOn) this.#isOwner = this.#isElsewhere = false;
    // Who looks at several windows shall not have to click first.
    if (isOn && !wasOn && document.hasFocus()) this.#claim();
    this.#run();
  }

  reconnect() {
    this.#streams.forEach((stream) => stream.reconnect());
  }

  /** Why there is no picture of a camera: `message`, and whether that is trouble or the picture just on its way; else null. */
  missing(camera, name) {
    // Without the server all are missing, which is said elsewhere.
    if (!this.#cameras.includes(camera) || preview.status === 'lost') return null;
    const { refusal, status, painter } = this.stream(camera);
    if (this.#isElsewhere) return { message: say('%@ is shown in the window that was used last. Click here to see it.', name), isTrouble: false };
    if (refusal) return { message: say('%@ cannot be shown. %@', name, refusal), isTrouble: true };
    if (!this.#running.has(camera)) {
      return { message: say('%@ is not shown: browsers open few connections to one camera.', name), isTrouble: false };
    }
    const isOverdue = performance.now() - Math.max(painter.lastPainted, this.#expectedSince[camera]) > STALL;
    if (isOverdue) return { message: say('%@ sends no picture.', name), isTrouble: true };
    if (painter.lastFrame === null) return { message: say('Waiting for %@', name), isTrouble: false };
    return status === 'lost' ? { message: say('Connecting to %@ again', name), isTrouble: false } : null;
  }

  #makeStream(camera) {
    const stream = new FrameStream(viewOf(camera), `stream?camera=${camera}`, preview.serverClock);
    // Below it comes what is said in its place.
    noteOf(camera);
    stream.addEventListener('status', this.#onChange);
    stream.painter.onPaint = this.#onChange;
    for (const action of this.#onStream) action(stream);
    return stream;
  }

  /** Another window was used after this one. */
  #yield() {
    if (this.#cameras.length > 0) this.#windows.postMessage({ window: this.#name });
    this.#isOwner = false;
    this.#isElsewhere = true;
    this.#run();
    this.#onChange();
  }

  /** There is another window, whose picture needs connections too. */
  #share(name) {
    this.#hasCompany = true;
    this.#waitForEnd(name);
    this.#run();
    this.#onChange();
  }

  async #waitForEnd(name) {
    // Where the connection is not encrypted there are no locks: this window then goes on as if it had company until it is loaded anew.
    if (!navigator.locks || this.#awaited.has(name)) return;
    this.#awaited.add(name);
    await navigator.locks.request(name, () => {});
    this.#awaited.delete(name);
    this.#askAgain();
  }

  /** Another window is gone, maybe the only one: those that are left answer. */
  #askAgain() {
    if (!this.#isOwner || !this.#hasCompany) return;
    this.#isOwner = false;
    this.#claim();
  }

  /** This window is the one that is used. */
  #claim() {
    if (this.#cameras.length === 0 || this.#isOwner) return;
    this.#isOwner = true;
    this.#isElsewhere = this.#hasCompany = false;
    this.#windows.postMessage({ isUsed: true });
    this.#run();
    this.#onChange();
  }

  #run() {
    const wanted = this.#isElsewhere ? [] : this.#cameras.slice(0, this.#hasCompany ? MOST_IN_COMPANY : MOST_ALONE);
    for (const camera of [...this.#running]) if (!wanted.includes(camera)) this.#end(camera);
    for (const camera of wanted) if (!this.#running.has(camera)) this.#begin(camera);
    clearInterval(this.#watch);
    if (wanted.length > 0) this.#watch = setInterval(this.#onChange, LOOK_INTERVAL);
  }

  #begin(camera) {
    this.#running.add(camera);
    this.#expectedSince[camera] = performance.now();
    this.stream(camera).run();
  }

  #end(camera) {
    this.#running.delete(camera);
    this.stream(camera).stop();
    this.stream(camera).painter.forget();
  }
}
