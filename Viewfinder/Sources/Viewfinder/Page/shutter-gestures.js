// The shutter under a finger: pressed, held, pushed to the left for a burst, pushed to the right to let go.

/** A finger that rests for so long holds, in milliseconds. */
const HOLD = 500;
/** A finger that went so far to the left takes photos as long as it stays down, in pixels. */
const BURST = 36;
/** A finger that holds and went so far to the right may be lifted, in pixels. */
const LOCK = 56;

/**
 * Reports what is done to the shutter besides pressing it.
 *
 * @param button the shutter; it may be hidden while it is held
 * @param handlers `isOpen()` is whether it can be held at all; `hold()` gets a promise of whether the finger was pushed to the right
 *   (true) or lifted (false); `burst()` begins, `burstEnd()` ends a burst
 */
export function watchShutter(button, { isOpen, hold, burst, burstEnd }) {
  /** What the pointer that is down does: `pressed`, `held`, `burst`, or nothing any more. */
  let stage = null;
  let pointer = null;
  let start = 0;
  let timer = null;
  let letGo = null;
  let swallowsClick = false;

  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || pointer !== null || button.disabled || !isOpen()) return;
    pointer = event.pointerId;
    start = event.clientX;
    stage = 'pressed';
    timer = setTimeout(() => {
      stage = 'held';
      hold(new Promise((resolve) => { letGo = resolve; }));
    }, HOLD);
  });

  // Of the window: the button gives way to another one while it is held.
  addEventListener('pointermove', (event) => {
    if (event.pointerId !== pointer) return;
    const way = event.clientX - start;
    if (stage === 'pressed' && way < -BURST) {
      clearTimeout(timer);
      stage = 'burst';
      burst();
    } else if (stage === 'held' && way > LOCK) {
      stage = null;
      swallowsClick = true;
      letGo(true);
    }
  });

  const end = (event) => {
    if (event.pointerId !== pointer) return;
    clearTimeout(timer);
    pointer = null;
    swallowsClick ||= stage === 'held' || stage === 'burst';
    if (stage === 'held') letGo(false);
    if (stage === 'burst') burstEnd();
    stage = null;
  };
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);

  // A finger that was lifted from what it did has not pressed; the next one does.
  addEventListener('pointerdown', () => { swallowsClick = false; }, { capture: true });
  addEventListener('click', (event) => {
    if (!swallowsClick || event.detail === 0) return;
    swallowsClick = false;
    if (!event.target.closest('#shutter, #record, .bottom-row')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });

  // Holding a finger asks for no menu.
  button.addEventListener('contextmenu', (event) => event.preventDefault());
}
