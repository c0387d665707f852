// Measuring: a ring of numbers with percentiles, and the offset between the server's clock and the page's.

/** The last `capacity` numbers. */
export class Ring {
  #values;
  #count = 0;

  constructor(capacity) {
    this.#values = new Float64Array(capacity);
  }

  push(value) {
    this.#values[this.#count % this.#values.length] = value;
    this.#count += 1;
  }

  clear() {
    this.#count = 0;
  }

  get size() {
    return Math.min(this.#count, this.#values.length);
  }

  /** The values, oldest first. */
  toArray() {
    const { length } = this.#values;
    const size = this.size;
    return Array.from({ length: size }, (_, index) => this.#values[(this.#count - size + index) % length]);
  }
}

/** The value below which the given share of the values lies; null for no values. */
export function percentile(values, share) {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

/** How many exchanges the best one is chosen from. */
const EXCHANGES = 16;

/**
 * Estimates how the server's monotonic clock relates to `performance.now()`.
 *
 * The server's answer was written between sending and receiving; the middle is the best guess, and the quickest of
 * several exchanges bounds the error by half its duration.
 */
export class ServerClock {
  #exchanges = [];
  #best = null;

  /** Milliseconds to add to `performance.now()` to get the server's time; null before the first exchange. */
  get offset() {
    return this.#best?.offset ?? null;
  }

  /** Half the duration of the quickest exchange, in milliseconds. */
  get uncertainty() {
    return this.#best ? this.#best.duration / 2 : null;
  }

  /** Asks the server once. */
  async compare() {
    const sent = performance.now();
    const response = await fetch('clock', { cache: 'no-store' });
    const { now } = await response.json();
    const received = performance.now();
    this.#exchanges.push({ duration: received - sent, offset: now / 1e6 - (sent + received) / 2 });
    if (this.#exchanges.length > EXCHANGES) this.#exchanges.shift();
    this.#best = this.#exchanges.reduce((best, exchange) => (exchange.duration < best.duration ? exchange : best));
  }

  /** Forgets everything: the server may have been another one. */
  forget() {
    this.#exchanges = [];
    this.#best = null;
  }
}
