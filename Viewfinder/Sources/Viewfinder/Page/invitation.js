// Opens the viewfinder on another device, by a QR code which logs that device in.

import { command } from './commands.js';
import { make, setText } from './elements.js';
import { say } from './text.js';

const element = (id) => document.getElementById(id);

/** What stands below the code. */
export function invitationText(seconds) {
  return say('It logs one device in, within %lld minutes. Whoever sees it can use it.', Math.round(seconds / 60));
}

export class Invitation {
  #onError;
  #links = [];
  #end = null;

  /** `onError(error)` tells what did not succeed. */
  constructor(onError) {
    this.#onError = onError;
    element('invite-open').addEventListener('click', () => {
      if (element('invite-code').hidden) this.#ask();
      else this.#hide();
    });
    element('invite-address').addEventListener('change', () => this.#draw());
    // Not there when the sheet is opened the next time.
    element('settings').addEventListener('close', () => this.#hide());
  }

  /** Offers it, if another device could reach the server. */
  offer(isReachable) {
    element('invite').hidden = !isReachable;
  }

  async #ask() {
    try {
      const { links, seconds } = await command('invite');
      this.#links = links;
      clearTimeout(this.#end);
      this.#end = setTimeout(() => this.#hide(), seconds * 1000);
      element('invite-address').replaceChildren(...links.map(({ address }) => make('option', { textContent: address })));
      setText(element('invite-text'), links.length > 0 ? invitationText(seconds) : say('This computer is in no network.'));
      this.#setShown(true);
      this.#draw();
    } catch (error) {
      this.#onError(error);
    }
  }

  #draw() {
    const link = this.#links[Math.max(0, element('invite-address').selectedIndex)];
    const drawing = element('invite-drawing');
    drawing.toggleAttribute('hidden', link === undefined);
    if (!link) return;
    drawing.setAttribute('viewBox', `0 0 ${link.size} ${link.size}`);
    drawing.querySelector('path').setAttribute('d', link.path);
  }

  #hide() {
    clearTimeout(this.#end);
    this.#links = [];
    element('invite-drawing').querySelector('path').removeAttribute('d');
    this.#setShown(false);
  }

  #setShown(isShown) {
    element('invite-code').hidden = !isShown;
    element('invite-open').ariaExpanded = String(isShown);
  }
}
