// The simulator's panel, which is loaded when the server first tells of a simulated phone: with a real camera it never does.

import { command } from './commands.js';

/** A phone that nobody has turned yet is held as the window is: its picture fills it. */
function holdAsWindow({ orientation, isTurned }, onError) {
  if (!orientation || isTurned) return;
  const isPortrait = matchMedia('(orientation: portrait)').matches;
  command('simulator', { action: 'turn', value: isPortrait ? 'portrait' : 'landscapeLeft' }).catch(onError);
}

export class SimulatedPhone {
  /** Null with a real camera. */
  #panel = null;
  #isLoading = false;
  #phone = null;
  #onError;

  /** `onError(error)` shows why a command failed. */
  constructor(onError) {
    this.#onError = onError;
  }

  /** Takes the phone as the server tells it; null where there is none, or none any more. */
  async setState(phone) {
    // Another server's phone has not been turned yet, either.
    if (phone && (!this.#phone || this.#phone.isTurned && !phone.isTurned)) holdAsWindow(phone, this.#onError);
    this.#phone = phone;
    if (phone && !this.#panel && !this.#isLoading) await this.#load();
    this.#show();
  }

  toggle() {
    if (this.isThere) this.#panel.toggle();
  }

  get isThere() {
    return this.#panel !== null && this.#phone !== null;
  }

  #show() {
    if (!this.#panel) return;
    if (this.#phone) this.#panel.setState(this.#phone);
    else this.#panel.hide();
    for (const part of document.querySelectorAll('.simulated')) part.hidden = !this.#phone;
  }

  async #load() {
    this.#isLoading = true;
    const { Simulator } = await import('./simulator.js').catch(() => ({}));
    this.#isLoading = false;
    // The next state that is told tries again.
    if (!Simulator) return;
    this.#panel = new Simulator((action) => command('simulator', action), this.#onError);
  }
}
