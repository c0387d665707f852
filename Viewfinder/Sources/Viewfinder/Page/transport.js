// How the live picture comes: as JPEG files, each by itself, or as H.264, which costs a network much less.

import { setText } from './elements.js';
import { say } from './text.js';

/** What a browser is asked about: H.264 High, level 4.0, which is 1920 by 1080 at 30 frames a second. */
const PROBE = { codec: 'avc1.640028', optimizeForLatency: true };

/** Whether this browser decodes H.264 here. */
export async function decodesVideo(scope = globalThis) {
  if (typeof scope.VideoDecoder !== 'function') return false;
  try {
    return (await scope.VideoDecoder.isConfigSupported(PROBE)).supported === true;
  } catch {
    return false;
  }
}

/** Whether a host is this machine, where a JPEG is there sooner and the network costs nothing. */
export function isNear(host) {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** `jpeg` or `h264`. `wanted` is what the user chose, `failure` why H.264 was tried in vain, or null (`undecodable` of `FrameStream`). */
export function transportFor({ wanted, isSupported, isNear: near, failure }) {
  if (wanted === 'jpeg' || !isSupported || failure) return 'jpeg';
  return wanted === 'automatic' && near ? 'jpeg' : 'h264';
}

const FAILURES = {
  slow: say('This browser could not keep up with H.264. The picture comes as JPEG; choose H.264 again to try once more.'),
  unloaded: say('What decodes H.264 could not be loaded. The picture comes as JPEG; reload the page to try once more.'),
};

/** Why the picture comes otherwise than the user wants; empty if it does not. */
export function transportText({ wanted, isSupported, isSecure, failure }) {
  if (wanted !== 'h264') return '';
  if (!isSupported) {
    return say(isSecure ? 'This browser does not decode H.264. The picture comes as JPEG.'
      : 'Browsers decode H.264 only where the connection is encrypted (TLS). The picture comes as JPEG.');
  }
  return failure ? FAILURES[failure] : '';
}

const element = (id) => document.getElementById(id);

/** Lets streams come as the user wants and the browser can. */
export class Transport {
  #preferences;
  #streams = [];
  /** Why H.264 was given up, or null. */
  #failure = null;
  /** Null until the browser was asked. */
  #isSupported = null;

  constructor(preferences) {
    this.#preferences = preferences;
    // Also who presses what is chosen already wants it tried.
    for (const choice of document.querySelectorAll('[data-preference="transport"]')) {
      choice.addEventListener('click', () => this.#tryAgain());
    }
    preferences.follow('transport', () => this.#tryAgain());
  }

  /** Another stream that comes as the user wants. */
  add(stream) {
    this.#streams.push(stream);
    stream.setTransport(this.#transport);
    stream.addEventListener('undecodable', ({ detail }) => {
      this.#failure = detail;
      this.#apply();
    });
  }

  async #tryAgain() {
    this.#failure = null;
    if (this.#preferences.get('transport') !== 'jpeg') this.#isSupported ??= await decodesVideo();
    this.#apply();
  }

  get #circumstances() {
    return { wanted: this.#preferences.get('transport'), isSupported: this.#isSupported === true, failure: this.#failure };
  }

  get #transport() {
    return transportFor({ ...this.#circumstances, isNear: isNear(location.hostname) });
  }

  #apply() {
    for (const stream of this.#streams) stream.setTransport(this.#transport);
    const message = transportText({ ...this.#circumstances, isSecure: isSecureContext });
    setText(element('transport-note'), message);
    element('transport-note').hidden = message === '';
  }
}
