// Choosing the camera: two are switched, more are offered in a menu. Two that run at once change places.

import { say } from './text.js';

const element = (id) => document.getElementById(id);

/** What is said when the camera in use is not there any more and another one took its place; null otherwise. */
export function successorText(former, now, cameras) {
  if (!former || !now || cameras.some(({ id }) => id === former.id)) return null;
  return say('%@ is gone. %@ took over.', former.name, now.name);
}

export class Cameras {
  #cameras = [];
  #selectedID = null;
  /** The camera that was in use last, also while none is. */
  #inUse = null;
  #menuKey = '';
  #button = element('switch');
  #menu = element('camera-menu');
  /** The server's choice of the camera that one press changes to; null without another one. */
  #next = null;
  #select;
  #swap;
  #tell;
  #swaps = false;

  /**
   * `select(id)` takes another camera, `swap()` puts each of two pictures in the other one's place, and `tell(message)` says what
   * happened to the camera.
   */
  constructor(select, swap, tell) {
    this.#select = select;
    this.#tell = tell;
    this.#swap = swap;
    this.#button.addEventListener('click', () => {
      if (this.#hasMenu) this.#setMenuOpen(this.#menu.hidden);
      else this.next();
    });
    addEventListener('pointerdown', (event) => {
      if (!this.#menu.hidden && !event.target.closest('.switch-place')) this.#setMenuOpen(false);
    });
    this.#menu.addEventListener('keydown', (event) => this.#menuKeyDown(event));
  }

  get selected() {
    return this.#cameras.find((camera) => this.#isSelected(camera)) ?? null;
  }

  /** All but the one that is in use, or was last. */
  get others() {
    return this.#cameras.filter((camera) => !this.#isSelected(camera));
  }

  #isSelected({ id }) {
    return id === this.#selectedID;
  }

  get #hasMenu() {
    return this.#cameras.length > 2 && !this.#swaps;
  }

  /**
   * The button takes the camera that the server's rules name as the next one; with two cameras at once it changes the places of their
   * pictures.
   */
  setState({ cameras, selectedCamera, rules, dual }) {
    this.#next = rules.nextCamera ?? null;
    this.#cameras = cameras;
    this.#selectedID = selectedCamera ?? null;
    const message = successorText(this.#inUse, this.selected, cameras);
    if (message) this.#tell(message);
    this.#inUse = this.selected ?? this.#inUse;
    this.#swaps = dual.isOn;
    this.#button.disabled = cameras.length < 2;
    const label = say(this.#swaps ? 'Swap the pictures' : 'Switch camera');
    this.#button.setAttribute('aria-label', label);
    this.#button.title = `${label} (C)`;
    this.#button.querySelector('use').setAttribute('href', this.#swaps ? '#icon-swap' : '#icon-switch');
    if (this.#hasMenu) {
      this.#button.setAttribute('aria-haspopup', 'menu');
      this.#button.setAttribute('aria-expanded', String(!this.#menu.hidden));
    } else {
      this.#button.removeAttribute('aria-haspopup');
      this.#button.removeAttribute('aria-expanded');
      this.#setMenuOpen(false);
    }
    const key = JSON.stringify([cameras, this.#selectedID]);
    if (key !== this.#menuKey) {
      this.#menuKey = key;
      this.#makeMenu();
    }
  }

  /** Takes the other camera. */
  next() {
    if (this.#swaps) {
      this.#turn();
      this.#swap();
      return;
    }
    if (this.#next) this.#choose(this.#next);
  }

  #choose(id) {
    this.#turn();
    this.#select(id);
  }

  #turn() {
    this.#button.classList.remove('turning');
    void this.#button.offsetWidth;
    this.#button.classList.add('turning');
  }

  #makeMenu() {
    this.#menu.replaceChildren(
      ...this.#cameras.map((camera) => {
        const item = document.createElement('button');
        item.type = 'button';
        item.setAttribute('role', 'menuitemradio');
        item.setAttribute('aria-checked', String(this.#isSelected(camera)));
        item.textContent = camera.name;
        item.addEventListener('click', (event) => {
          this.#setMenuOpen(false);
          // A click without a pointer came from the keyboard, whose user goes on from the button.
          if (event.detail === 0) this.#button.focus();
          if (!this.#isSelected(camera)) this.#choose(camera.id);
        });
        return item;
      }),
    );
  }

  #setMenuOpen(isOpen) {
    if (this.#menu.hidden === !isOpen) return;
    this.#menu.hidden = !isOpen;
    if (this.#hasMenu) this.#button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) this.#menu.querySelector('[aria-checked="true"]')?.focus();
  }

  #menuKeyDown(event) {
    const items = [...this.#menu.children];
    const index = items.indexOf(document.activeElement);
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) {
      event.preventDefault();
      items[(index + move + items.length) % items.length].focus();
    } else if (event.key === 'Escape') {
      this.#setMenuOpen(false);
      this.#button.focus();
    }
    event.stopPropagation();
  }
}
