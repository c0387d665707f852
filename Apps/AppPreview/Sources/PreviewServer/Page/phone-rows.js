// Rows of lists that are swiped: their buttons appear, as long as nothing else is touched.

/** A row that is swiped this far, in points, stays open. */
const OPEN_FAR = 36;

export function watchRows(root, device) {
  let open = null;

  const close = () => {
    if (!open) return;
    open.removeAttribute('data-open');
    open = null;
  };

  root.addEventListener('pointerdown', (event) => {
    const row = event.target.closest('.row:has(> .row-actions)');
    if (open && !event.target.closest('.row-actions')) close();
    if (!row || event.button !== 0 || event.target.closest('.row-actions')) return;
    const start = { x: event.clientX, y: event.clientY };
    const move = ({ clientX, clientY }) => {
      const distance = (start.x - clientX) / device.scale;
      if (Math.abs(clientY - start.y) > Math.abs(clientX - start.x) + 10) return end();
      if (distance > OPEN_FAR && open !== row) {
        close();
        open = row;
        row.setAttribute('data-open', '');
      }
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  });

  // Pressing one of the buttons is the end of it.
  root.addEventListener('click', (event) => {
    if (event.target.closest('.row-actions')) close();
  });
}
