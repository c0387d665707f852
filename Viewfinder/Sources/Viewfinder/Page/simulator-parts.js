// The parts of the simulator's panel. Each shows what the phone says, not what was pressed: what the phone does not do, it
// does not show.

import { make as control } from './elements.js';

/** How long a choice stands that the phone has not confirmed, in milliseconds. */
const PATIENCE = 1500;

let groupCount = 0;

/** A part of the panel with its heading. */
export function group(title, ...children) {
  groupCount += 1;
  const heading = control('h3', { textContent: title, id: `simulator-group-${groupCount}` });
  const section = control('section', {}, heading, ...children);
  section.setAttribute('aria-labelledby', heading.id);
  return section;
}

/**
 * One of several: radio buttons that look like a strip. `choices` are of value, name and, instead of the name, an icon.
 */
export function segments(name, label, choices, { read, onChoose }) {
  const inputs = choices.map(([value]) => control('input', { type: 'radio', name: `simulator-${name}`, value }));
  const strip = control('div', { className: 'simulator-segments' }, ...choices.map(([value, text, icon], index) => {
    const face = control('span', {}, icon ?? text);
    const cell = control('label', { title: icon ? text : '' }, inputs[index], face);
    cell.dataset.value = value;
    if (icon) inputs[index].setAttribute('aria-label', text);
    return cell;
  }));
  strip.setAttribute('role', 'radiogroup');
  strip.setAttribute('aria-label', label);
  strip.dataset.name = name;
  let shown = null;
  const show = () => { for (const input of inputs) input.checked = input.value === shown; };
  strip.addEventListener('change', (event) => {
    onChoose(event.target.value);
    // By then the phone has told what became of it, or it did nothing.
    setTimeout(show, PATIENCE);
  });
  return {
    element: strip,
    show: (phone) => {
      shown = read(phone);
      show();
    },
  };
}

/** On or off, with a title and some words. */
export function switchRow(title, words, { read, onSet }) {
  const button = control('button', { type: 'button', className: 'simulator-switch' },
    control('span', {}, control('strong', { textContent: title }), control('small', { textContent: words })),
    control('i'));
  button.setAttribute('role', 'switch');
  button.addEventListener('click', () => onSet(button.getAttribute('aria-checked') !== 'true'));
  return { element: button, show: (phone) => button.setAttribute('aria-checked', String(read(phone))) };
}

/** Something that happens once. */
export function pushButton(title, words, onPress) {
  const button = control('button', { type: 'button', className: 'simulator-push' },
    control('strong', { textContent: title }), control('small', { textContent: words }));
  button.addEventListener('click', onPress);
  return button;
}
