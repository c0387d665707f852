// What the server tells about the camera, and whether it is still there.

/** The server gives a sign of life every two seconds; this many milliseconds without one mean that it is gone. */
const SILENCE = 7000;
const RETRY = 500;
const NAMES = [
  'state', 'photo', 'movie', 'progress', 'metrics', 'failure', 'recovery', 'simulator', 'scanner', 'text',
];

/** Dispatches an event of each name with the server's value in `detail`, and `silence`. */
export class ServerEvents extends EventTarget {
  #source = null;
  #watch = null;
  #address;
  #names;

  constructor(address = 'events', names = NAMES) {
    super();
    this.#address = address;
    this.#names = names;
  }

  open() {
    this.close();
    const source = new EventSource(this.#address);
    this.#source = source;
    for (const name of this.#names) {
      source.addEventListener(name, (event) => {
        this.#heard();
        this.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(event.data) }));
      });
    }
    source.addEventListener('heartbeat', () => this.#heard());
    source.addEventListener('error', () => {
      // A refused connection closes the source for good; a lost one is opened again by the browser.
      if (source.readyState === EventSource.CLOSED && this.#source === source) {
        this.close();
        this.#watch = setTimeout(() => this.open(), RETRY);
      }
    });
    this.#heard();
  }

  close() {
    clearTimeout(this.#watch);
    this.#source?.close();
    this.#source = null;
  }

  #heard() {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      this.dispatchEvent(new Event('silence'));
      this.open();
    }, SILENCE);
  }
}
