// How dialogs are opened and closed with a pointer.

export function watchDialogs() {
  const help = document.getElementById('help');
  document.getElementById('help-open').addEventListener('click', () => help.showModal());
  // By the button that closes it, or by a press beside it.
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
}
