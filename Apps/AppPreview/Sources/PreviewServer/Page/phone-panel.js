// The simulator's panel: the viewfinder's own, and before it what concerns an app on a phone's screen.

import { command } from './commands.js';
import { make } from './elements.js';
import { group, pushButton, segments, switchRow } from './simulator-parts.js';
import { Simulator } from './simulator.js';

const SIZES = [
  ['small', 'S'], ['large', 'L'], ['xxxLarge', 'XXXL'], ['accessibility1', 'AX1'], ['accessibility3', 'AX3'], ['accessibility5', 'AX5'],
];
const BUTTONS = [
  ['volumeUp', 'Volume +', 'the shutter'], ['volumeDown', 'Volume −', 'the shutter'], ['airPods', 'AirPods', 'stem pressed'],
];

export class PhonePanel {
  #simulator;
  #parts = [];
  #report;

  /** `perform(action)` lets something happen to the phone; `report(error)` says why it did not. */
  constructor(perform, report) {
    this.#report = report;
    this.#simulator = new Simulator(perform, report);
    document.querySelector('.simulator-groups').prepend(
      group('Buttons', make('div', { className: 'simulator-row' }, ...BUTTONS.map(([button, title, words]) =>
        pushButton(title, words, () => this.#send('hardware', { button }))))),
      group('Settings', ...this.#settings()),
      group('Size of text', this.#keep(segments('dynamicType', 'Size of text', SIZES, {
        read: (environment) => environment.dynamicType,
        onChoose: (dynamicType) => this.#send('environment', { dynamicType }),
      }))),
    );
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target.closest?.('input, textarea, select');
      if (event.key === 's' && !isTyping && !event.ctrlKey && !event.metaKey) this.#simulator.toggle();
    });
    if (innerWidth > 820) this.#simulator.toggle();
  }

  setState(phone, environment) {
    this.#simulator.setState(phone);
    if (environment) this.setEnvironment(environment);
  }

  setEnvironment(environment) {
    for (const part of this.#parts) part.show(environment);
  }

  #send(name, body) {
    return command(name, body).catch(this.#report);
  }

  #keep(part) {
    this.#parts.push(part);
    return part.element;
  }

  #settings() {
    return [
      this.#keep(segments('locale', 'Language', [['en', 'English'], ['de', 'Deutsch']], {
        read: (environment) => environment.locale,
        onChoose: (locale) => this.#send('environment', { locale }),
      })),
      this.#keep(segments('colorScheme', 'Appearance', [['dark', 'Dark'], ['light', 'Light']], {
        read: (environment) => environment.colorScheme,
        onChoose: (colorScheme) => this.#send('environment', { colorScheme }),
      })),
      this.#keep(switchRow('Reduce Motion', '', {
        read: (environment) => environment.reduceMotion,
        onSet: (reduceMotion) => this.#send('environment', { reduceMotion }),
      })),
      this.#keep(switchRow('Reduce Transparency', '', {
        read: (environment) => environment.reduceTransparency,
        onSet: (reduceTransparency) => this.#send('environment', { reduceTransparency }),
      })),
    ];
  }
}
