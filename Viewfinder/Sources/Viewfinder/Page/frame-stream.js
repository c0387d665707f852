// A stream of frames, from the connection to a canvas.

import { readFrames } from './frame-reader.js';
import { Painter } from './painter.js';
import { ServerClock } from './timing.js';
import { Pause, delayBeforeAttempt } from './reconnection.js';

// The clocks are compared a few times at once for a first figure, then now and then: each comparison disturbs the picture.
const FIRST_COMPARISONS = 5;
const COMPARISON_INTERVAL = 2000;

/**
 * Keeps a stream of frames open as long as it runs and the page is visible. Dispatches `status` when that changes, `opened` when a
 * stream has begun, `logout` when the server wants its token again, and `undecodable` when there is no H.264 here: `detail` is
 * `slow` when it is more than the browser can do, `unloaded` when what decodes it did not come from the server.
 */
export class FrameStream extends EventTarget {
  serverClock;
  painter;
  /** `connecting`, `open` or `lost`. */
  status = 'connecting';
  /** When the last frame arrived, on the page's clock. */
  lastReceived = 0;
  /** What tells a server from the one before it; null where it does not tell. */
  serverRun = null;
  /** The server's words when it refused the stream; null otherwise. */
  refusal = null;

  #address;
  /** `jpeg` or `h264`: what the server is asked for. It sends JPEG where it has nothing else. */
  #transport = 'jpeg';
  /** What it will be asked for as soon as this page can decode it. */
  #wantedTransport = 'jpeg';
  #trouble = null;
  /** Whether the present stream was given up only to be opened anew: nothing is lost. */
  #isReopening = false;
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

  /** `opened` is a stream that was asked for before: `response`, a promise of it, and `abort`, what gives it up. */
  async run(opened = null) {
    this.#run += 1;
    const run = this.#run;
    let next = opened;
    let attempt = 0;
    this.refusal = null;
    this.#setStatus('connecting');
    while (run === this.#run) {
      await this.#visible();
      if (run !== this.#run) return;
      try {
        this.#isReopening = false;
        const { abort, response } = next ?? this.#open();
        this.#abort = abort;
        await this.#readStream(await response);
        attempt = 0;
      } catch (error) {
        this.refusal = error instanceof Refusal ? error.message : null;
        if (this.#hadFrames) attempt = 0;
      }
      next = null;
      if (run !== this.#run) return;
      if (document.visibilityState === 'hidden' || this.#isReopening) continue;
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

  /** Asks for frames as `jpeg` or `h264` from now on. What is shown stays until the first one has come. */
  async setTransport(transport) {
    if (this.#wantedTransport === transport) return;
    this.#wantedTransport = transport;
    const modules = transport === 'h264' ? await import('./video-decoding.js').catch(() => null) : null;
    // Something else may have been wanted meanwhile.
    if (this.#wantedTransport !== transport || this.#transport === transport) return;
    if (transport === 'h264' && modules === null) {
      this.#wantedTransport = this.#transport;
      this.#reportUndecodable('unloaded');
      return;
    }
    if (modules) this.#setVideo(modules);
    else this.painter.setVideo(null);
    this.#transport = transport;
    this.#reopen();
  }

  #setVideo({ DecodingTrouble, VideoDecoding }) {
    this.#trouble = new DecodingTrouble();
    this.painter.setVideo(new VideoDecoding({
      onPicture: (frame, picture) => this.painter.paintPicture(frame, picture),
      onSkip: (count) => this.painter.countReplaced(count),
      onTrouble: (kind) => this.#handleTrouble(kind),
    }));
  }

  /** A new stream begins with a key frame. */
  #handleTrouble(kind) {
    if (this.#trouble.record(kind, performance.now())) this.#reportUndecodable('slow');
    this.#reopen();
  }

  #reportUndecodable(detail) {
    this.dispatchEvent(new CustomEvent('undecodable', { detail }));
  }

  #reopen() {
    this.#isReopening = true;
    this.reconnect();
  }

  #hadFrames = false;

  /** Aborting it ends reading it, too. */
  #open() {
    const abort = new AbortController();
    const separator = this.#address.includes('?') ? '&' : '?';
    const query = this.#transport === 'jpeg' ? '' : `${separator}as=${this.#transport}`;
    return { abort, response: fetch(`${this.#address}${query}`, { cache: 'no-store', signal: abort.signal }) };
  }

  async #readStream(response) {
    this.#hadFrames = false;
    if (response.status === 401) this.dispatchEvent(new Event('logout'));
    if (!response.ok) throw await refusal(response);
    this.refusal = null;
    this.#streamCount += 1;
    const stream = this.#streamCount;
    // What is still being decoded belongs to the stream before, and so do the pictures that others are decoded with.
    this.painter.beginStream();
    this.serverRun = response.headers.get('Pinhole-Run');
    this.#setStatus('open');
    this.dispatchEvent(new Event('opened'));
    await readFrames(response, (frame) => {
      // What was read after a stream was given up is of no use any more.
      if (this.#isReopening) return;
      if (!this.#hadFrames) {
        this.#hadFrames = true;
        // The first frame was held for whoever comes; its age is not latency.
        this.painter.ignoreCapturedBefore = frame.captureTime + 1e-6;
      }
      frame.stream = stream;
      this.lastReceived = performance.now();
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
