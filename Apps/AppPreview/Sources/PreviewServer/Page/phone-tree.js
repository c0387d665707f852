// The browser's copy of the app's tree of elements.

import { FrameStream } from './frame-stream.js';
import { drawSymbol } from './phone-symbols.js';

const SVG_TAGS = new Set(['svg', 'path', 'circle', 'rect', 'g', 'line', 'ellipse', 'defs', 'linearGradient', 'stop', 'use', 'text', 'clipPath', 'mask']);
const SVG = 'http://www.w3.org/2000/svg';

export class PhoneTree {
  #root;
  #elements = new Map();
  #records = new WeakMap();
  #render = -1;
  /** The number of the render that is being taken over. */
  #incoming = -1;
  #send;
  #device;
  #onEffect;
  #onRender;
  #sizes;
  #isWhole = false;

  /** `send(id, event, value)` sends an event; `onEffect(kind, value)` does something once; `onRender()` is called after each change. */
  constructor(root, { send, device, onEffect, onRender }) {
    this.#root = root;
    this.#send = send;
    this.#device = device;
    this.#onEffect = onEffect;
    this.#onRender = onRender;
    this.#elements.set(0, root);
    this.#sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => this.sendSize(target)));
  }

  /** The number of the last render. */
  get render() {
    return this.#render;
  }

  /** Takes a whole tree in the place of what is shown. */
  replace(update) {
    for (const child of [...this.#root.children]) this.#forget(child);
    this.#root.replaceChildren();
    // Also what changes that did not fit have left.
    this.#elements.clear();
    this.#elements.set(0, this.#root);
    this.#isWhole = true;
    this.#change(update);
    this.#isWhole = false;
  }

  /** Takes changes. Says whether they follow what is shown. */
  apply(update) {
    if (update.render <= this.#render) return true;
    try {
      this.#change(update);
      return true;
    } catch (error) {
      console.error('A change does not fit what is shown', error);
      return false;
    }
  }

  /** The element with a number. */
  element(id) {
    return this.#elements.get(id);
  }

  /** The element's number and what it listens to; undefined for what is not of the tree. */
  record(element) {
    return this.#records.get(element);
  }

  /** The innermost element from `element` outwards that listens to an event, and is not disabled. */
  listener(element, event) {
    for (let at = element; at && at !== this.#root.parentElement; at = at.parentElement) {
      if (this.#records.get(at)?.events.has(event)) {
        return at.matches(':disabled, [aria-disabled="true"], .disabled, .disabled *') ? null : at;
      }
    }
    return null;
  }

  /** A value was edited here. What the app says of it counts again once it has heard of this edit. */
  edited(element, edit) {
    this.#records.get(element).edit = edit;
  }

  /** The app has heard of an edit: as of a render it shows this value, which need not be what was entered. */
  editAnswered(id, edit, value, render) {
    const element = this.#elements.get(id);
    const record = this.#records.get(element);
    if (!record || edit < record.edit) return;
    record.edit = 0;
    record.valueRender = render;
    if (value !== undefined) showValue(element, value);
  }

  /** Tells the app how large an element is, in points. */
  sendSize(element) {
    const record = this.#records.get(element);
    if (!record?.events.has('size') || !element.isConnected) return;
    const { x, y } = this.#device.pointOnScreen(element.getBoundingClientRect());
    const value = { width: element.offsetWidth, height: element.offsetHeight, x, y };
    const key = JSON.stringify(value);
    if (record.size === key) return;
    record.size = key;
    this.#send(record.id, 'size', value);
  }

  #change({ render, changes }) {
    this.#incoming = render;
    for (const [kind, ...values] of changes) this[`_${kind}`](...values);
    this.#render = render;
    this.#onRender();
  }

  #known(id) {
    const element = this.#elements.get(id);
    if (!element) throw new Error(`There is no element ${id}.`);
    return element;
  }

  _insert(parent, index, element) {
    this.#place(this.#make(element), this.#known(parent), index);
  }

  _remove(id) {
    const element = this.#known(id);
    this.#forget(element);
    element.remove();
  }

  _move(id, parent, index) {
    const element = this.#known(id);
    const container = this.#known(parent);
    const others = [...container.children].filter((child) => child !== element);
    const next = others[index] ?? null;
    // Whoever stays in its place keeps the focus and does not scroll.
    if (element.parentElement === container && element.nextElementSibling === next) return;
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    container.insertBefore(element, next);
    focused?.focus({ preventScroll: true });
  }

  _set(id, attributes) {
    const element = this.#known(id);
    for (const [name, value] of Object.entries(attributes)) this.#setAttribute(element, name, value);
  }

  _listen(id, events) {
    const element = this.#known(id);
    this.#records.get(element).events = new Set(events);
    this.#observe(element);
  }

  _text(id, text) {
    this.#known(id).textContent = text;
  }

  #make({ id, tag, attributes = {}, events = [], text, children = [] }) {
    if (this.#elements.has(id)) throw new Error(`There is an element ${id} already.`);
    const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
    this.#elements.set(id, element);
    this.#records.set(element, { id, events: new Set(events), size: null, stream: null, edit: 0, valueRender: -1 });
    if (tag === 'button') element.type = 'button';
    // The attributes that others depend on come first.
    for (const name of ['type', 'min', 'max', 'step']) if (name in attributes) element.setAttribute(name, attributes[name]);
    for (const [name, value] of Object.entries(attributes)) {
      if (!(tag === 'select' && name === 'value')) this.#setAttribute(element, name, value);
    }
    if (text !== undefined && text !== null) element.textContent = text;
    else for (const child of children) element.append(this.#make(child));
    // A choice can be made once there is something to choose from.
    if (tag === 'select') element.value = attributes.value ?? '';
    return element;
  }

  #place(element, parent, index) {
    parent.insertBefore(element, parent.children[index] ?? null);
    for (const inner of [element, ...element.querySelectorAll('*')]) this.#entered(inner);
  }

  /** The element is in the document now. */
  #entered(element) {
    const record = this.#records.get(element);
    if (!record) return;
    this.#observe(element);
    if (element.matches('canvas[data-preview]')) this.#startStream(element);
    if (element.matches('.effect')) this.#perform(element);
    if (element.dataset.focused === 'true') element.focus({ preventScroll: true });
  }

  #observe(element) {
    if (this.#records.get(element).events.has('size')) this.#sizes.observe(element);
    else this.#sizes.unobserve(element);
  }

  // What happened before this page looked is not repeated.
  #perform(element) {
    if (!this.#isWhole) this.#onEffect(element.dataset.kind, element.dataset.value);
  }

  #forget(element) {
    for (const inner of [element, ...element.querySelectorAll('*')]) {
      const record = this.#records.get(inner);
      if (!record) continue;
      this.#sizes.unobserve(inner);
      record.stream?.dispose();
      record.stream = null;
      this.#elements.delete(record.id);
    }
  }

  #setAttribute(element, name, value) {
    switch (name) {
      case 'style':
        setStyle(element, value ?? '');
        break;
      case 'value':
        if (this.#isValueNew(element)) showValue(element, value ?? '');
        break;
      case 'checked':
        element.checked = value !== null && value !== 'false';
        break;
      case 'data-symbol':
        element.dataset.symbol = value ?? '';
        drawSymbol(element, value);
        break;
      case 'data-focused':
        element.toggleAttribute(name, false);
        if (value === null || value === 'false') element.blur();
        else {
          element.setAttribute(name, value);
          element.focus({ preventScroll: true });
        }
        break;
      case 'data-preview':
        element.dataset.preview = value ?? '';
        if (element.isConnected) this.#startStream(element);
        break;
      default:
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
    }
  }

  /** What is typed or dragged here is newer than what the app shows until it has heard of it, and so is what it answered then. */
  #isValueNew(element) {
    const { edit, valueRender } = this.#records.get(element);
    return edit === 0 && this.#incoming > valueRender;
  }

  #startStream(canvas) {
    const record = this.#records.get(canvas);
    record.stream?.dispose();
    record.stream = null;
    if (!canvas.dataset.preview) return;
    record.stream = new FrameStream(canvas, `previews/${encodeURIComponent(canvas.dataset.preview)}`);
    record.stream.painter.onPaint = () => canvas.setAttribute('data-live', '');
    record.stream.run();
  }
}

/** Shows a control's value. What stands there already stays, as the caret does. */
function showValue(element, value) {
  if (element.value !== value) element.value = value;
  if (element.type === 'range') showFilled(element);
}

/** The app's style, and with it the properties that are set here: how full a slider is, how high a sheet. */
function setStyle(element, text) {
  const own = ['--filled', '--detent'].map((name) => [name, element.style.getPropertyValue(name)]);
  element.style.cssText = text;
  for (const [name, value] of own) if (value) element.style.setProperty(name, value);
}

/** A slider's track is filled up to its knob, as no browser does by itself. */
export function showFilled(slider) {
  const [minimum, maximum] = [Number(slider.min || 0), Number(slider.max || 100)];
  const share = maximum > minimum ? (Number(slider.value) - minimum) / (maximum - minimum) : 0;
  slider.style.setProperty('--filled', `${Math.round(share * 1000) / 10}%`);
}
