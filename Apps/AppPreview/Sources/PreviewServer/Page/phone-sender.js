// What people do, on its way to the app: in order, one request at a time, and of a movement the newest only.

import { CommandError } from './commands.js';

const LONGEST_ANSWER = 15000;

/** Events of which a later one takes the place of an earlier one of the same element. */
const isReplaceable = ({ event, value }) =>
  event === 'size' || event === 'scroll' || ((event === 'drag' || event === 'pinch') && value.phase === 'changed')
  || (event === 'value' && typeof value === 'number');

export class EventSender {
  #queue = [];
  #isUnderWay = false;
  #edits = 0;
  #onError;
  #onEditAnswered;

  /** Milliseconds from sending to the server's answer of the last requests. */
  roundTrips = [];
  /** How many events came too late: their elements were gone, or listened no more. */
  ignored = 0;
  /** The number of the last render when the app last answered: what events from here led to at once is in it. */
  render = 0;

  /** `onEditAnswered(id, edit, value, render)`: the app has heard of an edit, and shows a value as of a render. */
  constructor(onError, onEditAnswered) {
    this.#onError = onError;
    this.#onEditAnswered = onEditAnswered;
  }

  /** Sends an event of an element. */
  send = (id, event, value = null) => this.#enqueue({ id, event, value });

  /** Sends a value that was edited here. Gives the edit's number, which grows. */
  sendEdit(id, value) {
    this.#edits += 1;
    this.#enqueue({ id, event: 'value', value, edit: this.#edits });
    return this.#edits;
  }

  #enqueue(entry) {
    const { id, event } = entry;
    const last = this.#queue.findLastIndex((other) => other.id === id && other.event === event);
    // Not past anything else that happened to the element.
    const isNewest = last >= 0 && !this.#queue.slice(last + 1).some((other) => other.id === id);
    if (isNewest && isReplaceable(entry) && isReplaceable(this.#queue[last])) this.#queue[last] = entry;
    else this.#queue.push(entry);
    this.#pump();
  }

  get isIdle() {
    return !this.#isUnderWay && this.#queue.length === 0;
  }

  async #pump() {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    // Whatever else happens in this turn goes along.
    await null;
    while (this.#queue.length > 0) {
      const events = this.#queue.splice(0, 200);
      try {
        await this.#post(events);
      } catch (error) {
        this.#queue = [];
        this.#onError(error);
      }
    }
    this.#isUnderWay = false;
  }

  async #post(events) {
    const begin = performance.now();
    let response;
    try {
      response = await fetch('events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(events.map(({ id, event, value }) => ({ id, event, value }))),
        signal: AbortSignal.timeout(LONGEST_ANSWER),
      });
    } catch {
      throw new CommandError('The app does not answer. Is the program still running?');
    }
    if (!response.ok) {
      const answer = await response.json().catch(() => null);
      throw new CommandError(answer?.error?.message ?? `The server answered ${response.status}.`);
    }
    const { ignored, render, values } = await response.json();
    this.ignored += ignored;
    this.render = render;
    for (const { id, edit } of events) if (edit) this.#onEditAnswered(id, edit, values[id], render);
    this.roundTrips.push(performance.now() - begin);
    if (this.roundTrips.length > 100) this.roundTrips.shift();
  }
}
