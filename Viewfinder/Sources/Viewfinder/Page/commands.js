// Commands to the camera.

import { say, told } from './text.js';

export class CommandError extends Error {}

/** Longer than the server takes for anything, in milliseconds: a movie that hangs is given up after a minute. */
const LONGEST_ANSWER = 75000;

/** Sends a command and returns the server's answer; throws a CommandError with words for the user. */
export async function command(name, body = {}) {
  let response;
  try {
    response = await fetch(`commands/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(LONGEST_ANSWER),
    });
  } catch {
    throw new CommandError(say('The server does not answer. Is the program still running?'));
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    throw new CommandError(answer?.error ? told(answer.error.sentence ?? answer.error.message) : say('The server answered %@.', String(response.status)));
  }
  return answer;
}

/**
 * Sends the newest of a quick succession of bodies: one under way, at most one waiting. What waits is joined with what comes
 * after it, so that of bodies with different parts none is lost.
 */
export class LatestCommand {
  #name;
  #isUnderWay = false;
  #waiting = null;
  #onError;

  constructor(name, onError) {
    this.#name = name;
    this.#onError = onError;
  }

  get isIdle() {
    return !this.#isUnderWay;
  }

  async send(body) {
    this.#waiting = { ...this.#waiting, ...body };
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    while (this.#waiting) {
      const next = this.#waiting;
      this.#waiting = null;
      await command(this.#name, next).catch(this.#onError);
    }
    this.#isUnderWay = false;
  }
}
