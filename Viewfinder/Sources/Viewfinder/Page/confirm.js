// Asks before something is done that cannot be undone.

const element = (id) => document.getElementById(id);

/** Whether the user wants it. Closing the question is a no. */
export function confirm({ title, text, action }) {
  const dialog = element('confirm');
  element('confirm-title').textContent = title;
  element('confirm-text').textContent = text;
  element('confirm-action').textContent = action;
  dialog.returnValue = '';
  dialog.showModal();
  element('confirm-cancel').focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

for (const [id, value] of [['confirm-action', 'yes'], ['confirm-cancel', '']]) {
  element(id).addEventListener('click', () => element('confirm').close(value));
}
