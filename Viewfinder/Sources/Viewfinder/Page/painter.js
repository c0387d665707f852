// Decodes frames and paints them, the newest only. What is no JPEG is decoded elsewhere (video-decoding.js) and painted here.
//
// createImageBitmap on a Blob is the quickest decoder of Chromium for this; drawing right after decoding, instead of
// in the next animation frame, saves up to one frame.

import { Ring, percentile } from './timing.js';

/** Frames whose timing is remembered. */
const REMEMBERED = 600;
/** The time over which frames per second are counted, in milliseconds. */
const RATE_WINDOW = 1000;

export class Painter {
  #canvas;
  #context;
  #serverClock;
  /** What decodes H.264; null while nothing comes so. */
  #video = null;
  #waiting = null;
  #isDecoding = false;
  #captured = new Ring(REMEMBERED);
  #painted = new Ring(REMEMBERED);
  #presented = new Ring(REMEMBERED);
  #presentation = new MessageChannel();
  #awaitsPresentation = false;
  #lastPaintedCapture = 0;
  /** Counts what was forgotten: what is decoded meanwhile is not painted any more. */
  #era = 0;

  /** Set by whoever wants to know of each painted frame. */
  onPaint = () => {};

  firstPaint = null;
  lastFrame = null;
  /** When the last frame was painted, on the page's clock. */
  lastPainted = 0;
  paintedCount = 0;
  replacedCount = 0;
  corruptCount = 0;
  outOfOrderCount = 0;
  /** Whether pictures of a camera that looks at the user are mirrored. */
  mirrors = true;
  /** Frames captured before this time, on the server's clock, were not on their way: they say nothing about latency. */
  ignoreCapturedBefore = 0;

  constructor(canvas, serverClock) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false, desynchronized: true });
    this.#serverClock = serverClock;
    this.#presentation.port1.onmessage = () => this.#recordPresentation();
  }

  /** Hands frames of H.264 to `video` from now on, whose pictures come back by `paintPicture`; null hands them to nobody. */
  setVideo(video) {
    this.#video?.reset();
    this.#video = video;
  }

  /** The frames from now on are of another stream. */
  beginStream() {
    this.#video?.reset();
  }

  /** Takes a frame. If one is being decoded, it waits, and replaces whichever waited before. */
  show(frame) {
    if (frame.codec === 'h264') {
      this.#video?.decode(frame);
      return;
    }
    if (this.#waiting) this.replacedCount += 1;
    this.#waiting = frame;
    if (!this.#isDecoding) this.#decodeWaiting();
  }

  async #decodeWaiting() {
    this.#isDecoding = true;
    while (this.#waiting) {
      const frame = this.#waiting;
      this.#waiting = null;
      const era = this.#era;
      try {
        const picture = await createImageBitmap(new Blob(frame.parts, { type: 'image/jpeg' }));
        if (era === this.#era && !this.#isOvertaken(frame)) this.#paint(frame, picture, picture.width, picture.height);
        picture.close();
      } catch {
        this.corruptCount += 1;
      }
    }
    this.#isDecoding = false;
  }

  /** Whether the video has begun while the still picture before it was being decoded. */
  #isOvertaken(frame) {
    return this.lastFrame?.codec === 'h264' && this.lastFrame.stream === frame.stream && this.lastFrame.sequence >= frame.sequence;
  }

  /** Paints a picture of a video. */
  paintPicture(frame, picture) {
    this.#paint(frame, picture, picture.displayWidth, picture.displayHeight);
  }

  /** So many frames were not painted, since there was no time for them. */
  countReplaced(count) {
    this.replacedCount += count;
  }

  #paint(frame, picture, width, height) {
    const canvas = this.#canvas;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const isMirrored = frame.isMirrored && this.mirrors;
    canvas.toggleAttribute('data-mirrored', isMirrored);
    this.#context.drawImage(picture, 0, 0);
    const now = performance.now();
    this.firstPaint ??= now;
    if (this.lastFrame && frame.stream === this.lastFrame.stream && frame.sequence <= this.lastFrame.sequence) {
      this.outOfOrderCount += 1;
    }
    this.paintedCount += 1;
    this.lastPainted = now;
    this.lastFrame = {
      sequence: frame.sequence,
      stream: frame.stream,
      codec: frame.codec,
      width,
      height,
      skipped: frame.skipped,
      byteCount: frame.byteCount,
      isMirrored,
    };
    this.#captured.push(frame.captureTime);
    this.#painted.push(now);
    this.#awaitPresentation(frame.captureTime);
    this.onPaint(this.lastFrame);
  }

  // The browser produces its next picture after the animation callbacks; a message posted from one arrives after that.
  #awaitPresentation(captureTime) {
    this.#lastPaintedCapture = captureTime;
    if (this.#awaitsPresentation) return;
    this.#awaitsPresentation = true;
    requestAnimationFrame(() => this.#presentation.port2.postMessage(null));
  }

  #recordPresentation() {
    this.#awaitsPresentation = false;
    const { offset } = this.#serverClock;
    if (offset !== null && this.#lastPaintedCapture >= this.ignoreCapturedBefore) {
      this.#presented.push(performance.now() + offset - this.#lastPaintedCapture);
    }
  }

  /** Shows nothing any more: nobody who looks later shall see a picture of the past. */
  forget() {
    this.#era += 1;
    this.#waiting = null;
    this.#video?.reset();
    this.lastFrame = null;
    this.#context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.resetMetrics();
  }

  /** Forgets the timing so far. */
  resetMetrics() {
    this.#captured.clear();
    this.#painted.clear();
    this.#presented.clear();
    this.replacedCount = 0;
    this.corruptCount = 0;
    this.outOfOrderCount = 0;
  }

  /** Milliseconds from capture to paint of the remembered frames, oldest first; empty while the clocks are not compared. */
  latencies() {
    const { offset } = this.#serverClock;
    if (offset === null) return [];
    const captured = this.#captured.toArray();
    const painted = this.#painted.toArray();
    return painted.map((time, index) => (captured[index] >= this.ignoreCapturedBefore ? time + offset - captured[index] : NaN))
      .filter((value) => !Number.isNaN(value));
  }

  framesPerSecond() {
    const now = performance.now();
    const recent = this.#painted.toArray().filter((time) => time > now - RATE_WINDOW);
    if (recent.length < 2) return 0;
    return ((recent.length - 1) * 1000) / (recent.at(-1) - recent[0]);
  }

  /** What was measured, in milliseconds. `presented` adds the wait for the browser's next picture. */
  metrics() {
    const latencies = this.latencies();
    const presented = this.#presented.toArray();
    return {
      fps: this.framesPerSecond(),
      count: latencies.length,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      presentedP50: percentile(presented, 0.5),
      presentedP99: percentile(presented, 0.99),
      clockUncertainty: this.#serverClock.uncertainty,
      painted: this.paintedCount,
      dropped: this.replacedCount,
      corrupt: this.corruptCount,
      outOfOrder: this.outOfOrderCount,
      skipped: this.lastFrame?.skipped ?? 0,
      sequence: this.lastFrame?.sequence ?? null,
      codec: this.lastFrame?.codec ?? null,
      width: this.lastFrame?.width ?? 0,
      height: this.lastFrame?.height ?? 0,
      firstPaint: this.firstPaint,
      timeOrigin: performance.timeOrigin,
    };
  }
}
