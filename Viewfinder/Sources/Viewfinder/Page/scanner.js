// Scanning books: gives the server's state to the parts that show it, and what the user wants to the server. Loaded when the mode
// is first shown.

import { command } from './commands.js';
import { ScanBanners } from './scan-banners.js';
import { ScanCheck } from './scan-check.js';
import { ScanDuplicates } from './scan-duplicates.js';
import { ScanOpener } from './scan-opener.js';
import { ScanPanel } from './scan-panel.js';
import { ScanQueue } from './scan-queue.js';
import { ScanResults } from './scan-results.js';
import { newsText } from './scan-text.js';
import { styleSheet } from './style-sheet.js';
import { TextBoxes } from './text-boxes.js';

/** How often countdowns are looked at, in milliseconds: each second is shown soon after it begins. */
const TICK = 200;

await Promise.all(['scan.css', 'scan-panel.css'].map(styleSheet));

export class Scanner {
  #state = null;
  #ticking = null;
  #isOn = false;
  #camera = null;
  #onError;
  #onSay;
  #boxes = new TextBoxes();
  #opener = new ScanOpener((isByPointer) => this.#panel.toggle(isByPointer));
  #panel = new ScanPanel({ opener: this.#opener.root, onShow: (tab) => this.#results?.setVisible(tab === 'books') });
  #queue;
  #lists;
  #results;
  #banners;

  constructor({ onError, onSay }) {
    this.#onError = onError;
    this.#onSay = onSay;
    const act = (name, body) => this.#act(name, body);
    const remaining = (seconds) => this.#remaining(seconds);
    const onLost = () => this.#panel.focus();
    this.#queue = new ScanQueue(this.#panel.place('queue'), { act, remaining });
    this.#results = new ScanResults(this.#panel.place('books'), { act });
    this.#lists = [
      this.#queue, this.#results,
      new ScanCheck(this.#panel.place('check'), { act, onLost }), new ScanDuplicates(this.#panel.place('duplicates'), { act, onLost }),
    ];
    this.#banners = new ScanBanners({ act, remaining });
  }

  /** `camera` is the camera that is in use. */
  setOn(isOn, camera) {
    if (isOn !== this.#isOn) {
      this.#isOn = isOn;
      this.#opener.root.hidden = !isOn;
      this.#panel.setOn(isOn);
      this.#banners.setOn(isOn);
      this.#boxes.setOn(isOn);
      this.#renderTicking();
    }
    if (camera !== this.#camera) this.#boxes.clear();
    this.#camera = camera;
  }

  setState(state) {
    const news = this.#state ? newsText(this.#state, state) : '';
    this.#state = state;
    this.#panel.setCounts({
      queue: state.jobs.length, check: state.booksToConfirm.length, duplicates: state.duplicates.length, books: state.bookCount,
    });
    for (const part of [this.#opener, this.#banners, ...this.#lists]) part.setState(state);
    this.#renderTicking();
    if (news) this.#onSay(news);
  }

  setText(text) {
    this.#boxes.show(text);
  }

  togglePanel() {
    this.#panel.toggle();
  }

  closePanel() {
    this.#panel.close();
  }

  /** Sends a command; tells whether the server did it. */
  async #act(name, body) {
    try {
      await command(name, body);
      return true;
    } catch (error) {
      this.#onError(error);
      return false;
    }
  }

  // Countdowns go on between the server's words.

  #remaining(seconds) {
    if (seconds === null || seconds === undefined) return null;
    return Math.max(0, seconds - (performance.now() - this.#state.toldAt) / 1000);
  }

  #renderTicking() {
    clearInterval(this.#ticking);
    const { jobs, rateLimit } = this.#state;
    const counts = [rateLimit, ...jobs.map((job) => job.remaining)];
    if (!this.#isOn || !counts.some((seconds) => seconds > 0)) return;
    this.#ticking = setInterval(() => {
      this.#queue.tick();
      this.#banners.tick();
      if (!counts.some((seconds) => this.#remaining(seconds) > 0)) clearInterval(this.#ticking);
    }, TICK);
  }
}
