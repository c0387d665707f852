// A stream of frames, from the connection to a canvas.

import { readFrames } from './frame-reader.js';
import { Painter } from './painter.js';
import { ServerClock } from './timing.js';
import { Pause, delayBeforeAttempt } from './reconnection.js';

// The clocks are compared a few times at once for a first figure, then now and then: each comparison disturbs the picture.
const FIRST_COMPARISONS = 5;
const COMPARISON_INTERVAL = 2000;

/** Keeps a stream of frames open as long as it runs and the page is visible. */
export class FrameStream extends EventTarget {
  serverClock;
  painter;
  /** `connecting`, `open` or `lost`. */
  status = 'connecting';
  /** The server's words when it refused the stream; null otherwise. */
  refusal = null;

  #address;
  #pause = new Pause();
  #abort = null;
  #streamCount = 0;
  #listening = new AbortController();
  /** Each run has a number of its own; a run that is not the present one ends. */
  #run = 0;

  constructor(canvas, address, serverClock = new ServerClock()) {
    super();
    this.#address = address;
    this.serverClock = serverClock;
    this.painter = new Painter(canvas, serverClock);
    // A hidden page watches nothing; and browsers allow few connections to one server, which other tabs may need.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.reconnect();
    }, { signal: this.#listening.signal });
    addEventListener('online', () => this.reconnect(), { signal: this.#listening.signal });
  }

  async run(opened) {
    this.#run += 1;
    const run = this.#run;
    let response = opened;
    let attempt = 0;
    this.refusal = null;
    this.#setStatus('connecting');
    while (run === this.#run) {
      await this.#visible();
      if (run !== this.#run) return;
      try {
        this.#abort = new AbortController();
        await this.#readStream(await (response ?? fetch(this.#address, { cache: 'no-store', signal: this.#abort.signal })));
        attempt = 0;
      } catch (error) {
        this.refusal = error instanceof Refusal ? error.message : null;
        if (this.#hadFrames) attempt = 0;
      }
      response = null;
      if (run !== this.#run) return;
      if (document.visibilityState === 'hidden') continue;
      this.#setStatus('lost');
      await this.#pause.wait(delayBeforeAttempt(attempt, Math.random()));
      attempt += 1;
    }
  }

  /** Ends the present run. */
  stop() {
    this.#run += 1;
    this.reconnect();
  }

  /** Ends the present run for good, and lets go of the canvas. */
  dispose() {
    this.stop();
    this.#listening.abort();
  }

  /** Gives the present stream up and, while it runs, opens another at once. */
  reconnect() {
    this.#abort?.abort();
    this.#pause.wake();
  }

  #hadFrames = false;

  async #readStream(response) {
    this.#hadFrames = false;
    if (!response.ok) throw await refusal(response);
    this.refusal = null;
    this.#streamCount += 1;
    const stream = this.#streamCount;
    const { signal } = this.#abort;
    signal.addEventListener('abort', () => response.body.cancel().catch(() => {}));
    this.#setStatus('open');
    await readFrames(response, (frame) => {
      if (!this.#hadFrames) {
        this.#hadFrames = true;
        // The first frame was held for whoever comes; its age is not latency.
        this.painter.ignoreCapturedBefore = frame.captureTime + 1e-6;
      }
      frame.stream = stream;
      this.painter.show(frame);
    });
  }

  #setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new Event('status'));
  }

  async #visible() {
    while (document.visibilityState === 'hidden') {
      await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
    }
  }

  async keepClock() {
    for (let count = 0; ; count += 1) {
      if (this.status === 'open' && document.visibilityState === 'visible') {
        await this.serverClock.compare().catch(() => this.serverClock.forget());
      }
      if (count >= FIRST_COMPARISONS) await new Promise((resolve) => setTimeout(resolve, COMPARISON_INTERVAL));
    }
  }
}

class Refusal extends Error {}

async function refusal(response) {
  const body = await response.json().catch(() => null);
  return new Refusal(body?.error?.message ?? `The server answered ${response.status}.`);
}
