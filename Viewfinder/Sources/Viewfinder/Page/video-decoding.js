// H.264 to pictures, with WebCodecs. Loaded when frames come so.

/**
 * So many chunks wait for a decoder that does not keep up. What comes at once after a page was held up are fewer: the server keeps a dozen
 * for it, and a decoder is soon through with them.
 */
const LONGEST_QUEUE = 24;
/** A picture behind which so many chunks wait is not painted: a newer one is there in a moment. */
const STALE_QUEUE = 2;
/** But where that goes on for so many milliseconds, a late picture is better than none. */
const LONGEST_STILLNESS = 100;

const SEQUENCE_PARAMETERS = 7;

/** What WebCodecs calls the codec of a key frame, as `avc1.640028`, from its bytes with start codes; null if they do not tell. */
export function codecOf(bytes) {
  for (let at = 0; at + 6 < bytes.length; at += 1) {
    const isStart = bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1;
    if (!isStart || (bytes[at + 3] & 0x1f) !== SEQUENCE_PARAMETERS) continue;
    const numbers = Array.from(bytes.subarray(at + 4, at + 7), (byte) => byte.toString(16).padStart(2, '0'));
    return `avc1.${numbers.join('')}`;
  }
  return null;
}

/** A frame's bytes in one piece. */
export function joined(parts) {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/**
 * Decides what becomes of a chunk. What follows a lost chunk cannot be decoded before the next key frame; and where many chunks wait, the
 * picture would be late for good.
 */
export class DecodingGate {
  #needsKeyFrame = true;

  /** `decode`; `restart` to forget what waits, and decode; `skip`; or `behind`, which is a skip that says so. */
  next({ isKeyFrame, queueLength }) {
    const isBehind = queueLength >= LONGEST_QUEUE;
    if (isKeyFrame) {
      this.#needsKeyFrame = false;
      return isBehind ? 'restart' : 'decode';
    }
    if (this.#needsKeyFrame) return 'skip';
    if (!isBehind) return 'decode';
    this.#needsKeyFrame = true;
    return 'behind';
  }

  /** The chunks so far are gone. */
  reset() {
    this.#needsKeyFrame = true;
  }
}

/** How often something may go wrong. */
export class TroubleCount {
  #limit;
  #span;
  #times = [];

  /** `limit` times within `span` milliseconds are too often to go on. */
  constructor(limit, span) {
    this.#limit = limit;
    this.#span = span;
  }

  /** Notes a time, in milliseconds; returns whether that is too often. */
  record(now) {
    this.#times = [...this.#times.filter((time) => now - time < this.#span), now];
    return this.#times.length >= this.#limit;
  }
}

/**
 * When H.264 is more than a browser can do: when chunks fail, or when it is behind all the time. One that never keeps up is behind once or
 * twice in a second, as often as it gets a key frame; one that is busy with something else only now and then.
 */
export class DecodingTrouble {
  #failures = new TroubleCount(3, 30_000);
  #delays = new TroubleCount(12, 20_000);

  /** Notes a time, in milliseconds, and what was wrong: `failed` or `behind`; returns whether that is too often. */
  record(kind, now) {
    return (kind === 'failed' ? this.#failures : this.#delays).record(now);
  }
}

export class VideoDecoding {
  #handlers;
  #decoder = null;
  /** What the decoder was set up for. */
  #format = '';
  #gate = new DecodingGate();
  /** Frames on their way through the decoder, oldest first. */
  #pending = [];
  /** When the last picture was handed on, on the page's clock. */
  #lastPicture = 0;

  /**
   * `onPicture(frame, picture)` gets each picture, which is valid during the call, and `onSkip(count)` is told of frames without one;
   * `onTrouble(kind)` says that it cannot go on: a chunk has `failed`, or it is `behind`.
   */
  constructor(handlers) {
    this.#handlers = handlers;
  }

  /** Takes the next frame of a stream. */
  decode(frame) {
    const step = this.#gate.next({ isKeyFrame: frame.isKeyFrame, queueLength: this.#decoder?.decodeQueueSize ?? 0 });
    if (step === 'skip' || step === 'behind') {
      this.#handlers.onSkip(1);
      if (step === 'behind') this.#handlers.onTrouble('behind');
      return;
    }
    try {
      const data = joined(frame.parts);
      if (frame.isKeyFrame) this.#prepare(frame, data, step === 'restart');
      const timestamp = Math.round(frame.captureTime * 1000);
      this.#pending.push({ frame, timestamp });
      this.#decoder.decode(new EncodedVideoChunk({ type: frame.isKeyFrame ? 'key' : 'delta', timestamp, data }));
    } catch {
      this.#fail();
    }
  }

  /** Forgets what is on its way: another stream begins, or nobody shall see it. */
  reset() {
    this.#gate.reset();
    this.#pending = [];
    this.#format = '';
    if (this.#decoder?.state !== 'closed') this.#decoder?.close();
    this.#decoder = null;
  }

  #prepare({ width, height }, data, forgetsQueue) {
    const codec = codecOf(data);
    if (codec === null) throw new Error('A key frame without parameters.');
    const format = `${codec} ${width} ${height}`;
    if (this.#decoder && this.#format === format && !forgetsQueue) return;
    this.#handlers.onSkip(this.#pending.length);
    this.#pending = [];
    if (this.#decoder) this.#decoder.reset();
    else this.#decoder = this.#open();
    this.#format = format;
    // Without a description the chunks are taken for what they are: units behind start codes.
    this.#decoder.configure({ codec, optimizeForLatency: true });
  }

  #open() {
    const decoder = new VideoDecoder({
      output: (picture) => {
        if (decoder === this.#decoder) this.#receive(picture);
        picture.close();
      },
      error: () => {
        if (decoder === this.#decoder) this.#fail();
      },
    });
    return decoder;
  }

  #receive(picture) {
    const index = this.#pending.findIndex(({ timestamp }) => timestamp === picture.timestamp);
    if (index < 0) return;
    const { frame } = this.#pending[index];
    this.#pending.splice(0, index + 1);
    const now = performance.now();
    if (this.#decoder.decodeQueueSize > STALE_QUEUE && now - this.#lastPicture < LONGEST_STILLNESS) {
      this.#handlers.onSkip(1);
      return;
    }
    this.#lastPicture = now;
    this.#handlers.onPicture(frame, picture);
  }

  #fail() {
    this.#handlers.onSkip(this.#pending.length);
    this.reset();
    this.#handlers.onTrouble('failed');
  }
}
