// The sheet with all about scans: beside the picture on wide screens, below it on upright phones.

import { icon, make, setText } from './elements.js';
import { say } from './text.js';

const TABS = [['queue', say('Queue')], ['check', say('To check')], ['duplicates', say('Duplicates')], ['books', say('Books')]];
/** A sheet that is dragged less than this many pixels stays as it is. */
const DRAG = 36;

export class ScanPanel {
  #root = document.getElementById('scan-panel');
  #tabs = new Map();
  #selected = 'queue';
  #counts = {};
  #isOpen = false;
  #isOn = false;
  #opener;
  #onShow;
  #body = make('div', { className: 'scan-body' });
  #size = make('button', { type: 'button', className: 'round small scan-size' }, icon('up'));

  /** `opener` opens it, and gets the focus back; `onShow(name)` is told which tab is seen, null for none. */
  constructor({ opener, onShow }) {
    this.#opener = opener;
    this.#onShow = onShow;
    this.#build();
    this.#setFull(false);
    this.#select('queue');
  }

  get isOpen() {
    return this.#isOpen;
  }

  /** Where a tab's content goes. */
  place(name) {
    return this.#tabs.get(name).panel;
  }

  /** How many of each there are. */
  setCounts(counts) {
    this.#counts = counts;
    for (const [name, { tab, number, label }] of this.#tabs) {
      setText(number, String(counts[name]));
      tab.toggleAttribute('data-asks', name !== 'books' && counts[name] > 0);
      tab.setAttribute('aria-label', `${label}, ${counts[name]}`);
    }
  }

  /** Whether the mode is on; a panel that was open is open again when it comes back. */
  setOn(isOn) {
    this.#isOn = isOn;
    this.#render();
  }

  /** Who opens it with a pointer has the keys left for the camera: the space bar stays the shutter. */
  toggle(isByPointer = false) {
    if (this.#isOpen) this.close();
    else this.open(isByPointer);
  }

  open(isByPointer) {
    this.#isOpen = true;
    // What was looked at last, unless there is nothing of it and something of another.
    if (!this.#counts[this.#selected]) this.#select(TABS.map(([name]) => name).find((name) => this.#counts[name] > 0) ?? 'queue');
    this.#render();
    if (!isByPointer) this.focus();
  }

  close() {
    const hadFocus = this.#root.contains(document.activeElement);
    this.#isOpen = false;
    this.#setFull(false);
    this.#render();
    if (hadFocus) this.#opener.focus({ focusVisible: false });
  }

  /** Puts the focus on the tab that is seen. */
  focus() {
    this.#tabs.get(this.#selected).tab.focus({ focusVisible: false });
  }

  #render() {
    const isShown = this.#isOpen && this.#isOn;
    this.#root.hidden = !isShown;
    this.#opener.setAttribute('aria-expanded', String(this.#isOpen));
    document.body.toggleAttribute('data-scan-panel', isShown);
    this.#onShow(isShown ? this.#selected : null);
  }

  #build() {
    const close = make('button', { type: 'button', className: 'round small', 'aria-label': say('Close the scans'), title: say('Close (Esc)') }, icon('close'));
    close.addEventListener('click', () => this.close());
    this.#size.addEventListener('click', () => this.#setFull(!this.#root.hasAttribute('data-full')));
    const header = make('header', {}, make('i', { className: 'scan-grip', 'aria-hidden': 'true' }), make('h2', { textContent: say('Scans') }), this.#size, close);
    const list = make('div', { role: 'tablist', className: 'scan-tabs', 'aria-label': say('Scans') });
    const panels = TABS.map(([name, label]) => {
      const number = make('b');
      const tab = make('button', { type: 'button', role: 'tab', id: `scan-tab-${name}`, 'aria-controls': `scan-${name}` }, number, make('span', { textContent: label }));
      const panel = make('section', { role: 'tabpanel', id: `scan-${name}`, 'aria-labelledby': tab.id });
      tab.addEventListener('click', () => this.#select(name));
      this.#tabs.set(name, { tab, panel, number, label });
      list.append(tab);
      return panel;
    });
    list.addEventListener('keydown', (event) => this.#tabKeyDown(event));
    this.#body.append(...panels);
    this.#root.append(header, list, this.#body);
    this.#root.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#root.addEventListener('focusin', (event) => {
      // On a phone the keyboard comes up over the lower half.
      if (event.target.matches('input') && matchMedia('(hover: none)').matches) this.#setFull(true);
    });
    this.#watchDrags(header);
  }

  #select(name) {
    if (name !== this.#selected) this.#body.scrollTop = 0;
    this.#selected = name;
    for (const [other, { tab, panel }] of this.#tabs) {
      tab.setAttribute('aria-selected', String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      panel.hidden = other !== name;
    }
    if (this.#isOpen && this.#isOn) this.#onShow(name);
  }

  #tabKeyDown(event) {
    const index = TABS.findIndex(([name]) => name === this.#selected);
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#select(TABS[(next + TABS.length) % TABS.length][0]);
    this.#tabs.get(this.#selected).tab.focus();
  }

  #keyDown(event) {
    if (event.key === 'Escape' && !event.defaultPrevented) this.close();
    // What is typed here, or operates a button here, is not meant for the camera.
    const isTyping = event.target.matches('input');
    if (isTyping || [' ', 'Enter'].includes(event.key)) event.stopPropagation();
  }

  // Half or full, on upright phones

  #setFull(isFull) {
    this.#root.toggleAttribute('data-full', isFull);
    this.#size.setAttribute('aria-expanded', String(isFull));
    this.#size.setAttribute('aria-label', say(isFull ? 'Show less of the scans' : 'Show more of the scans'));
    this.#size.title = say(isFull ? 'Show less' : 'Show more');
  }

  #watchDrags(header) {
    let start = null;
    header.addEventListener('pointerdown', (event) => {
      if (event.target.closest('button')) return;
      start = event.clientY;
      header.setPointerCapture(event.pointerId);
    });
    header.addEventListener('pointercancel', () => { start = null; });
    header.addEventListener('pointerup', (event) => {
      const way = start === null ? 0 : event.clientY - start;
      start = null;
      if (way < -DRAG) this.#setFull(true);
      else if (way > DRAG && this.#root.hasAttribute('data-full')) this.#setFull(false);
      else if (way > DRAG && matchMedia('(orientation: portrait)').matches) this.close();
    });
  }
}
