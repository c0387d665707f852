// The sheet with all settings. Its style is loaded when it is first opened.

import { Devices } from './devices.js';
import { setText } from './elements.js';
import { styleSheet } from './style-sheet.js';

const element = (id) => document.getElementById(id);

export class Settings {
  #sheet = element('settings');
  #opener = element('settings-open');
  #style = null;
  #devices;

  /**
   * `preferences` are what the browser remembers. Radio buttons of the sheet with `data-preference` choose the value of that name,
   * switches with it turn it on and off. `onError(error)` tells what did not succeed.
   */
  constructor(preferences, onError) {
    this.#devices = new Devices(onError);
    this.#opener.addEventListener('click', (event) => {
      // The focus comes back to it, and with it the space bar, only where the keyboard opened the sheet.
      if (event.detail > 0) this.#opener.blur();
      this.open();
    });
    for (const control of this.#sheet.querySelectorAll('[data-preference]')) this.#bind(control, preferences);
    for (const button of this.#sheet.querySelectorAll('[data-leaves]')) {
      // What it leads to is seen once the sheet is away.
      button.addEventListener('click', () => this.#sheet.close(), { capture: true });
    }
  }

  /** Shows where files are kept. */
  setState({ photoFolder, recording }) {
    setText(element('photo-folder'), photoFolder);
    setText(element('movie-folder'), recording.folder);
  }

  /** Opens the sheet, unless something else is open. */
  async open() {
    this.#style ??= styleSheet('settings.css');
    await this.#style;
    if (document.querySelector('dialog[open]')) return;
    this.#sheet.showModal();
    this.#devices.refresh();
  }

  #bind(control, preferences) {
    const name = control.dataset.preference;
    if (control.type === 'radio') {
      preferences.follow(name, (value) => { control.checked = control.value === String(value); });
      control.addEventListener('change', () => preferences.set(name, typeof preferences.get(name) === 'number' ? Number(control.value) : control.value));
    } else {
      preferences.follow(name, (value) => setSwitch(control, value));
      control.addEventListener('click', () => preferences.toggle(name));
    }
  }
}

/** Shows whether a switch is on. */
export function setSwitch(control, isOn) {
  control.setAttribute('aria-checked', String(isOn));
}
