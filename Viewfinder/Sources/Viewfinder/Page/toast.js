// Words that the user has to see, for a moment.

import { CommandError } from './commands.js';

/** Milliseconds. */
const SHOWN_FOR = 6000;

let timer = null;

export function showToast(message) {
  const toast = document.getElementById('toast');
  toast.textContent = message;
  toast.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { toast.hidden = true; }, SHOWN_FOR);
}

/** Shows why a command failed. Any other error is a fault of the page, and goes on. */
export function report(error) {
  if (!(error instanceof CommandError)) throw error;
  showToast(error.message);
}
