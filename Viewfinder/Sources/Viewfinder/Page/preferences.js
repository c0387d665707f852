// What this browser remembers of how its user likes the viewfinder.

const KEY = 'pinhole.preferences';

/** What is remembered, and how it is before anybody chose. */
const DEFAULTS = { timer: 0, flash: 'off', format: 'jpeg', size: '', shape: 'full', content: 'large', grid: false, fills: false, mirrors: true, transport: 'automatic', sounds: true };

/** What can be chosen, where not every value of a kind can. */
const CHOICES = {
  timer: [0, 3, 10], flash: ['off', 'automatic', 'on'], format: ['jpeg', 'heic'], content: ['large', 'each', 'shown'],
  shape: ['full', '4:3', '16:9', '1:1'],
  transport: ['automatic', 'jpeg', 'h264'],
};

/** Whether a value is one of this name: what is remembered may come from another version of the page. */
function accepts(name, value) {
  return CHOICES[name]?.includes(value) ?? typeof value === typeof DEFAULTS[name];
}

/** Tells of changes by events `change`, whose `detail` is the name of what has changed. */
export class Preferences extends EventTarget {
  #values = { ...DEFAULTS };

  constructor() {
    super();
    try {
      const remembered = JSON.parse(localStorage.getItem(KEY)) ?? {};
      for (const name of Object.keys(DEFAULTS)) {
        if (accepts(name, remembered[name])) this.#values[name] = remembered[name];
      }
    } catch {
      // A browser that keeps nothing for this page, or something else, begins as everybody does.
    }
  }

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    if (!accepts(name, value) || this.#values[name] === value) return;
    this.#values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // It holds as long as the page is open.
    }
    this.dispatchEvent(new CustomEvent('change', { detail: name }));
  }

  toggle(name) {
    this.set(name, !this.get(name));
  }

  /** Calls `apply(value)` now, and whenever a value changes. */
  follow(name, apply) {
    apply(this.get(name));
    this.addEventListener('change', ({ detail }) => {
      if (detail === name) apply(this.get(name));
    });
  }
}
