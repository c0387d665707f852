// How the page is protected, in the sheet with all settings: which browsers are logged in, where a token is needed, and the certificate.

import { command } from './commands.js';
import { button, make } from './elements.js';
import { Invitation } from './invitation.js';
import { moment } from './format.js';
import { forgetLastPicture } from './last-picture.js';
import { say } from './text.js';

const element = (id) => document.getElementById(id);

/** What a session's second line says. */
export function sessionText({ address, lastUsed, isPresent }) {
  return isPresent ? say('This browser, from %@', address) : say('%@, last used %@', address, moment(lastUsed));
}

export class Devices {
  #onError;
  #invitation;

  /** `onError(error)` tells what did not succeed. */
  constructor(onError) {
    this.#onError = onError;
    this.#invitation = new Invitation(onError);
  }

  /** Asks the server, and shows its answer; without one it leaves what is shown. */
  async refresh() {
    try {
      const response = await fetch('access', { cache: 'no-store' });
      if (response.ok) this.#show(await response.json());
    } catch {
      // That the server is gone is told elsewhere.
    }
  }

  #show({ needsToken, sessions, isReachable, certificate = null }) {
    this.#invitation.offer(isReachable);
    element('certificate').hidden = certificate === null;
    element('certificate-fingerprint').textContent = certificate ?? '';
    element('devices').hidden = !needsToken;
    element('device-list').replaceChildren(...sessions.map((session) => this.#row(session)));
  }

  #row(session) {
    const logOut = button(say('Log out'), 'quiet', () => this.#end(session));
    logOut.ariaLabel = session.isPresent ? say('Log out this browser') : say('Log out %@', session.device);
    return make('li', {}, make('span', { textContent: session.device }, make('small', { textContent: sessionText(session) })), logOut);
  }

  async #end(session) {
    try {
      await (session.isPresent ? command('logOut') : command('endSession', { id: session.id }));
    } catch (error) {
      this.#onError(error);
    }
    if (!session.isPresent) return this.refresh();
    forgetLastPicture();
    location.reload();
  }
}
