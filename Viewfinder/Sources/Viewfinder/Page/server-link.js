// Keeps the page connected: after a loss, a restart of the server, a sleep of the device, and while the page is hidden.

import { Outages, watchSleep } from './outages.js';

export class ServerLink {
  #outages = new Outages();
  #wasLost = false;
  #preview;
  #dual;
  #events;
  #onReturn;
  #onNotice;

  /** `onReturn()` is called when what was known of the server may be old, `onNotice(message)` says what happened meanwhile. */
  constructor({ preview, dual, events, onReturn, onNotice }) {
    this.#preview = preview;
    this.#dual = dual;
    this.#events = events;
    this.#onReturn = onReturn;
    this.#onNotice = onNotice;
    preview.addEventListener('status', () => this.#handleStatus());
    preview.addEventListener('opened', () => this.#handleOpenedStream());
    events.addEventListener('silence', () => this.#reconnectStreams());
    // Connections from before a sleep may be dead without anybody noticing.
    watchSleep((milliseconds) => {
      this.#outages.sleep(milliseconds);
      this.#reconnectStreams();
      events.open();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') events.close();
      else events.open();
    });
    // The first stream may have begun before this was loaded.
    if (preview.status === 'open') this.#outages.connect(performance.now(), preview.serverRun);
  }

  #handleStatus() {
    const { status, refusal } = this.#preview;
    this.#wasLost ||= status === 'lost';
    if (status === 'lost' && !refusal) this.#outages.lose(performance.now());
  }

  /** The stream finds the server first; nothing else need wait for its own turn. */
  #handleOpenedStream() {
    const { message, isRestarted } = this.#outages.connect(performance.now(), this.#preview.serverRun);
    // It may run on another machine now, or on one that was started anew.
    if (isRestarted) this.#preview.serverClock.forget();
    if (this.#wasLost || isRestarted) {
      this.#events.open();
      this.#onReturn();
    }
    this.#wasLost = false;
    if (message) this.#onNotice(message);
  }

  #reconnectStreams() {
    this.#preview.reconnect();
    this.#dual.reconnect();
  }
}
