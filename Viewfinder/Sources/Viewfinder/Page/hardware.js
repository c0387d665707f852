// What stands in for the control on the device's edge: what it offers to change, under a finger that is put on it with H.

import { LatestCommand, command } from './commands.js';
import { factorAtPosition, sliderPosition } from './geometry.js';
import { decimals, told } from './text.js';

const element = (id) => document.getElementById(id);

/** A slider without steps moves in this many. */
const STEPS = 200;

export class Hardware {
  #root = element('hardware');
  #button = element('hardware-toggle');
  #state = null;
  /** Whether it was opened here; else it is open as long as the device's own control is under a finger. */
  #isHeldOpen = false;
  #key = '';
  #fields = new Map();
  #onError;

  constructor(onError) {
    this.#onError = onError;
    this.#button.addEventListener('click', () => this.toggle());
    this.#watchOutside();
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.toggle();
      // What operates a slider or a list is not meant for the camera.
      if (event.key !== 'h' && event.key !== 'H') event.stopPropagation();
    });
  }

  /** A finger elsewhere puts the controls away; on the picture it does nothing else. */
  #watchOutside() {
    addEventListener('pointerdown', (event) => {
      // The simulator's panel is no part of the phone's screen.
      const isInside = event.target.closest?.('#hardware, #hardware-toggle, #simulator, #simulator-toggle');
      if (this.#root.hidden || isInside) return;
      if (event.target.closest?.('#stage')) event.stopPropagation();
      this.toggle();
    }, { capture: true });
  }

  /** Puts the finger on the control, or takes it away. */
  toggle() {
    if (!this.#state) return;
    this.#isHeldOpen = this.#root.hidden;
    command('hardware', { active: this.#isHeldOpen }).catch(this.#onError);
    this.#render(this.#isHeldOpen);
  }

  /** Shows the control; null where there is none. */
  setState(hardware) {
    const wasActive = this.#state?.isActive === true;
    this.#state = hardware;
    if (!hardware) this.#isHeldOpen = false;
    this.#button.hidden = hardware === null;
    if (hardware) this.#show(hardware.controls);
    // A finger that leaves the device's control does not take away what was opened here.
    const isActive = hardware?.isActive === true;
    if (hardware === null || isActive !== wasActive) this.#render(isActive || this.#isHeldOpen);
  }

  #render(isOpen) {
    if (this.#root.hidden === !isOpen) return;
    const hadFocus = this.#root.contains(document.activeElement);
    this.#root.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    // What a finger on the device opens leaves the keyboard where it is.
    if (isOpen && this.#isHeldOpen) this.#root.querySelector(':is(input, select):not(:disabled)')?.focus();
    else if (!isOpen && hadFocus) this.#button.focus({ focusVisible: false });
  }

  #show(controls) {
    const key = JSON.stringify(controls.map(({ value, text, isEnabled, ...fixed }) => fixed));
    if (key !== this.#key) {
      this.#key = key;
      this.#fields.clear();
      this.#root.replaceChildren(...controls.map((control) => this.#make(control)));
    }
    for (const control of controls) this.#fields.get(control.id).show(control);
  }

  #make(control) {
    const label = document.createElement('label');
    const title = document.createElement('span');
    title.textContent = told(control.title);
    const sending = new LatestCommand('hardwareControl', this.#onError);
    const field = control.kind === 'slider' ? slider(control) : picker(control);
    // Its value, which the label shows as well, is no part of its name.
    field.input.setAttribute('aria-label', told(control.title));
    field.input.addEventListener('input', () => sending.send({ id: control.id, value: field.read() }));
    label.append(title, ...field.parts);
    this.#fields.set(control.id, {
      show: (now) => {
        field.input.disabled = !now.isEnabled;
        field.show(now, sending.isIdle);
      },
    });
    return label;
  }
}

function slider(control) {
  const input = document.createElement('input');
  const output = document.createElement('output');
  const scale = scaleOf(control);
  // The slider says the same.
  output.setAttribute('aria-hidden', 'true');
  input.type = 'range';
  input.min = 0;
  input.max = scale.steps;
  input.step = 1;
  return {
    input,
    parts: [output, input],
    read: () => scale.value(input.valueAsNumber),
    show: ({ value, text }, isIdle) => {
      if (isIdle) input.value = Math.round(scale.position(value));
      output.textContent = decimals(text);
      input.setAttribute('aria-valuetext', decimals(text));
    },
  };
}

/** How a slider's positions, from 0 to `steps`, stand for values. */
function scaleOf({ minimum, maximum, isGeometric, values }) {
  if (values.length > 0) {
    const distance = (value) => (index) => Math.abs(values[index] - value);
    return {
      steps: values.length - 1,
      value: (position) => values[position],
      position: (value) => values.map((_, index) => index).sort((a, b) => distance(value)(a) - distance(value)(b))[0],
    };
  }
  if (isGeometric) {
    const zoom = { minimum, maximum };
    return {
      steps: STEPS,
      value: (position) => factorAtPosition(position / STEPS, zoom),
      position: (value) => sliderPosition(value, zoom) * STEPS,
    };
  }
  const range = maximum - minimum || 1;
  return {
    steps: STEPS,
    value: (position) => Math.min(maximum, minimum + (range * position) / STEPS),
    position: (value) => ((value - minimum) / range) * STEPS,
  };
}

function picker({ titles }) {
  const input = document.createElement('select');
  input.append(...titles.map((title, index) => new Option(told(title), String(index))));
  return {
    input,
    parts: [input],
    read: () => input.selectedIndex,
    show: ({ value }, isIdle) => { if (isIdle) input.selectedIndex = value; },
  };
}
