// Sheets, covers, alerts and menus: what lies on top of the rest. The app says what there is; here it is dragged, left with the
// Escape key, and kept apart from what it covers.

const MODALS = '.sheet, .full-screen-cover, .alert, .confirmation-dialog, .system-dialog, .context-menu, [aria-modal="true"]';
/** What is not covered: backdrops are pressed, and words are read out. */
const OUTSIDE = '.sheet-backdrop, .announcer, .effects, script, style';
/** A sheet that is dragged this far, in points, or this fast, in points a second, goes to its next height. */
const DRAG_FAR = 110;
const DRAG_FAST = 600;
/** The app has this long to close a sheet before it comes back, in milliseconds. */
const PATIENCE = 700;

export class Presentations {
  #root;
  #sender;
  #device;
  #top = null;
  #covered = [];
  /** Who had the focus before each modal came. */
  #returns = new Map();
  tree = null;

  constructor(root, sender, device) {
    this.#root = root;
    this.#sender = sender;
    this.#device = device;
    document.addEventListener('keydown', (event) => this.#keyPressed(event));
    document.addEventListener('click', (event) => this.#closeMenus(event.target), { capture: true });
    root.addEventListener('pointerdown', (event) => this.#beginDrag(event));
  }

  /** The tree has changed. */
  update() {
    for (const sheet of this.#root.querySelectorAll('.sheet:not([data-detent])')) this.#setDetent(sheet, this.#detents(sheet)[0]);
    for (const menu of this.#root.querySelectorAll('.menu-items:not([data-placed])')) this.#placeMenu(menu);
    const modals = [...this.#root.querySelectorAll(MODALS)].filter((modal) => isModal(modal));
    const top = modals.at(-1) ?? null;
    if (top === this.#top && this.#covered.every((element) => element.isConnected)) return;
    const former = this.#top;
    this.#top = top;
    for (const element of this.#covered) element.inert = false;
    this.#covered = [];
    if (top) this.#cover(top);
    this.#moveFocus(former, top);
  }

  /** A menu opens to where there is room for it. */
  #placeMenu(menu) {
    menu.dataset.placed = '';
    const screen = this.#root.getBoundingClientRect();
    const place = menu.getBoundingClientRect();
    menu.classList.toggle('opens-up', place.bottom > screen.bottom && place.top - screen.top > place.height);
    menu.classList.toggle('opens-leading', place.left < screen.left);
    menu.querySelector('[role^=menuitem]')?.focus({ preventScroll: true });
  }

  #cover(top) {
    for (let at = top; at !== this.#root; at = at.parentElement) {
      for (const sibling of at.parentElement.children) {
        if (sibling === at || sibling.matches(OUTSIDE)) continue;
        sibling.inert = true;
        this.#covered.push(sibling);
      }
    }
  }

  #moveFocus(former, top) {
    if (top && !this.#returns.has(top)) {
      if (!top.contains(document.activeElement)) {
        this.#returns.set(top, document.activeElement);
        if (!top.hasAttribute('tabindex')) top.tabIndex = -1;
        top.focus({ preventScroll: true });
      }
    }
    if (former && !former.isConnected) {
      const place = this.#returns.get(former);
      this.#returns.delete(former);
      if (place?.isConnected) place.focus({ preventScroll: true });
    }
  }

  #keyPressed(event) {
    if (event.key !== 'Escape') return;
    const menu = this.#root.querySelector('[aria-haspopup][aria-expanded="true"]');
    if (menu) {
      event.preventDefault();
      menu.click();
      menu.focus();
      return;
    }
    if (this.#top && this.#leave(this.#top)) event.preventDefault();
  }

  /** Says whether there was a way to leave it. */
  #leave(modal) {
    const record = this.tree.record(modal);
    if (record?.events.has('dismiss')) {
      this.#sender.send(record.id, 'dismiss');
      return true;
    }
    const cancel = modal.querySelector('button.cancel');
    cancel?.click();
    return Boolean(cancel);
  }

  #closeMenus(target) {
    for (const button of this.#root.querySelectorAll('.menu-button[aria-expanded="true"]')) {
      const menu = button.closest('.menu') ?? button.parentElement;
      if (!menu.contains(target)) button.click();
    }
  }

  // MARK: Heights of sheets

  /** The heights that a sheet may have, the lowest first: `medium`, `large`, a share of the screen or points. */
  #detents(sheet) {
    const names = (sheet.dataset.detents ?? 'large').split(' ').filter(Boolean);
    const height = (name) => {
      if (name === 'medium') return 0.5;
      if (name === 'large') return 1;
      return name.endsWith('%') ? Number.parseFloat(name) / 100 : Number.parseFloat(name) / this.#root.offsetHeight;
    };
    return names.length > 0 ? names.sort((one, other) => height(one) - height(other)) : ['large'];
  }

  #setDetent(sheet, detent) {
    sheet.dataset.detent = detent;
    if (/^[\d.]+(%|px)$/.test(detent)) sheet.style.setProperty('--detent', detent);
    else sheet.style.removeProperty('--detent');
  }

  #beginDrag(event) {
    const sheet = event.target.closest?.('.sheet');
    if (!sheet || event.button !== 0 || this.tree.listener(event.target, 'drag')) return;
    if (event.target.closest('input, select, textarea, button, a, [role=slider]')) return;
    for (let at = event.target; at !== sheet; at = at.parentElement) if (at.scrollTop > 0) return;
    const start = { y: event.clientY, time: performance.now() };
    let offset = 0;
    const move = ({ clientY }) => {
      offset = (clientY - start.y) / this.#device.scale;
      if (Math.abs(offset) > 6) sheet.toggleAttribute('data-dragged', true);
      if (sheet.hasAttribute('data-dragged')) sheet.style.translate = `0 ${offset > 0 ? offset : offset / 4}px`;
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (sheet.hasAttribute('data-dragged')) this.#endDrag(sheet, offset, offset / ((performance.now() - start.time) / 1000));
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  #endDrag(sheet, offset, speed) {
    sheet.toggleAttribute('data-dragged', false);
    const detents = this.#detents(sheet);
    const index = detents.indexOf(sheet.dataset.detent);
    const isDown = offset > DRAG_FAR || (offset > 20 && speed > DRAG_FAST);
    const isUp = -offset > DRAG_FAR || (-offset > 20 && -speed > DRAG_FAST);
    const record = this.tree.record(sheet);
    if (isDown && index <= 0 && record?.events.has('dismiss')) {
      this.#sender.send(record.id, 'dismiss');
      setTimeout(() => { sheet.style.translate = ''; }, PATIENCE);
      return;
    }
    if (isDown && index > 0) this.#setDetent(sheet, detents[index - 1]);
    if (isUp && index < detents.length - 1) this.#setDetent(sheet, detents[index + 1]);
    sheet.style.translate = '';
  }
}

/** Sheets may let what is behind them be used. */
function isModal(element) {
  return !element.dataset.backgroundInteraction || element.dataset.backgroundInteraction === 'disabled';
}
