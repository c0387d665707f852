// Presses, text and choices: what a browser's own controls report.

import { showFilled } from './phone-tree.js';

/** The keys that change a control without a value of the browser's own. */
const ADJUSTMENTS = new Map([
  ['ArrowUp', 'increment'], ['ArrowRight', 'increment'], ['ArrowDown', 'decrement'], ['ArrowLeft', 'decrement'],
]);

/** Sends what happens to controls below `root`. */
export function watchInputs(root, tree, sender) {
  const send = (element, event, value) => sender.send(tree.record(element).id, event, value);

  const sendValue = (target, value) => {
    const element = tree.listener(target, 'value');
    if (element) tree.edited(element, sender.sendEdit(tree.record(element).id, value));
  };

  root.addEventListener('input', ({ target }) => {
    if (target.type === 'checkbox' || target.type === 'radio' || target.tagName === 'SELECT') return;
    if (target.type === 'range') showFilled(target);
    sendValue(target, target.type === 'range' ? Number(target.value) : target.value);
  });
  root.addEventListener('change', ({ target }) => {
    if (target.type === 'checkbox') sendValue(target, target.checked);
    else if (target.type === 'radio' || target.tagName === 'SELECT') sendValue(target, target.value);
  });

  // How far a slider is dragged matters to the app as well: it may wait with its work for the end.
  for (const [type, isEditing] of [['pointerdown', true], ['pointerup', false]]) {
    root.addEventListener(type, ({ target }) => {
      if (target.type !== 'range') return;
      const element = tree.listener(target, 'editing');
      if (element) send(element, 'editing', isEditing);
    });
  }

  root.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key === 'Enter' && target.matches('input:not([type=range], [type=checkbox], [type=radio])')) {
      const element = tree.listener(target, 'submit');
      if (element) send(element, 'submit', target.value);
    }
    if (ADJUSTMENTS.has(key) && target.type !== 'range') {
      const element = tree.listener(target, 'adjust');
      if (element === target) {
        event.preventDefault();
        send(element, 'adjust', ADJUSTMENTS.get(key));
      }
    }
    // What is no button, but can be pressed, is pressed as one.
    if ((key === 'Enter' || key === ' ') && !target.matches('button, a, input, select, textarea, summary')) {
      const element = tree.listener(target, 'tap');
      if (element === target) {
        event.preventDefault();
        target.click();
      }
    }
    moveInGroup(event);
  });

  for (const [type, isFocused] of [['focusin', true], ['focusout', false]]) {
    root.addEventListener(type, ({ target }) => {
      const element = tree.listener(target, 'focus');
      if (element === target) send(element, 'focus', isFocused);
    });
  }
}

/** The arrow keys go through the options of a group, as they do with radio buttons. */
function moveInGroup(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const option = event.target.closest?.('[role=radio], [role=menuitem], [role=tab]');
  const group = option?.closest('[role=radiogroup], [role=menu], [role=tablist]');
  if (!step || !group) return;
  const options = [...group.querySelectorAll(`[role=${option.getAttribute('role')}]:not(:disabled)`)];
  const next = options[(options.indexOf(option) + step + options.length) % options.length];
  event.preventDefault();
  next.focus();
  if (option.getAttribute('role') !== 'menuitem') next.click();
}
