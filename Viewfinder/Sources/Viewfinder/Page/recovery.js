// Recordings that were cut off: what became of them, and what the user wants to become of them.

import { command } from './commands.js';
import { confirm } from './confirm.js';
import { button as wordButton, make } from './elements.js';
import { duration, fileSize, moment } from './format.js';
import { say, told } from './text.js';

const element = (id) => document.getElementById(id);

/** The heading: how many there are. */
export function recoveryTitle(items) {
  return items.length === 1 ? say('A recording was cut off') : say('%lld recordings were cut off', items.length);
}

/** What that means. */
export function recoveryText(items) {
  return items.length === 1
    ? say('It plays up to where it ends. Recovering makes an ordinary movie of it; what is torn at its end, a second at most, is left out.')
    : say('They play up to where they end. Recovering makes ordinary movies of them; what is torn at an end, a second at most, is left out.');
}

const isIdle = ({ stage }) => stage === 'found' || stage === 'failed';

export class Recovery {
  #root = element('recovery');
  #list = element('recovery-list');
  #rows = new Map();
  #items = [];
  #isPutAway = false;
  #onError;
  #onChange;

  /** `onChange` is called when a recording has become a movie, or has gone. */
  constructor({ onError, onChange }) {
    this.#onError = onError;
    this.#onChange = onChange;
    element('recovery-later').addEventListener('click', () => {
      this.#isPutAway = true;
      this.#render();
    });
    element('recovery-all').addEventListener('click', () => {
      for (const item of this.#items.filter(isIdle)) this.#send('recover', { name: item.name });
    });
  }

  setState({ items }) {
    const hasLost = this.#items.some((before) => !items.some((item) => item.name === before.name));
    this.#items = items;
    this.#render();
    if (hasLost) this.#onChange();
  }

  #send(name, body) {
    return command(name, body).catch(this.#onError);
  }

  #render() {
    const items = this.#items;
    // What is under way is shown, whatever was put away.
    this.#root.hidden = items.length === 0 || this.#isPutAway && items.every(isIdle);
    if (this.#root.hidden) return;
    element('recovery-title').textContent = recoveryTitle(items);
    element('recovery-text').textContent = recoveryText(items);
    element('recovery-all').hidden = items.filter(isIdle).length < 2;
    for (const [name, row] of this.#rows) {
      if (items.some((item) => item.name === name)) continue;
      row.root.remove();
      this.#rows.delete(name);
    }
    for (const item of items) {
      if (!this.#rows.has(item.name)) {
        const row = this.#row(item);
        this.#rows.set(item.name, row);
        this.#list.append(row.root);
      }
      this.#fill(this.#rows.get(item.name), item);
    }
  }

  #row({ name }) {
    const button = (text, label, kind, action) => {
      const made = wordButton(text, kind, action);
      made.setAttribute('aria-label', label);
      return made;
    };
    const facts = make('small');
    const message = make('p', { className: 'problem' });
    const bar = make('progress', { max: 1 });
    bar.setAttribute('aria-label', say('Recovering %@', name));
    const actions = make(
      'div', { className: 'recovery-actions' },
      button(say('Recover'), say('Recover %@', name), '', () => this.#send('recover', { name })),
      button(say('Keep'), say('Keep %@', name), 'quiet', () => this.#send('keep', { name })),
      button(say('Delete'), say('Delete %@', name), 'quiet danger', () => this.#delete(name)),
    );
    const root = make('li', {}, make('div', {}, make('strong', { textContent: name }), facts), message, bar, actions);
    return { root, facts, message, bar, actions };
  }

  #fill({ facts, message, bar, actions }, item) {
    facts.textContent = `${duration(item.seconds)}  ·  ${fileSize(item.bytes)}  ·  ${moment(item.date)}`;
    message.hidden = !item.message;
    message.textContent = told(item.message);
    bar.hidden = isIdle(item);
    if (item.stage === 'recovering') bar.value = item.progress;
    else bar.removeAttribute('value');
    actions.hidden = !isIdle(item);
  }

  async #delete(name) {
    const item = this.#items.find((other) => other.name === name);
    if (item && await confirm({
      title: say('Delete this recording?'),
      text: say('%@, %@, %@. It cannot be brought back.', name, duration(item.seconds), fileSize(item.bytes)),
      action: say('Delete'),
    })) this.#send('delete', { kind: 'movie', name });
  }
}
