// The keys, and when they are the camera's.

const element = (id) => document.getElementById(id);

/** Keys that do something again and again while they are held. */
const REPEATED = ['+', '=', '-', '[', ']', ',', '.'];

/** Controls that keep the keys which operate them, once they were reached by the keyboard. */
const OPERATED = '#controls :is(button, input):focus-visible, #screen button, #simulator *, #recovery button, #notice button, #stand-in button, #hardware *';

/** What each key does, while the controls are open. */
function actions({ shutter, recorder, scanMode, settings, gallery, cameras, zoom, focus, switches, fit, metrics, dual, cameraControl }) {
  return {
    ' ': () => shutter.press(),
    Enter: () => shutter.press(),
    v: () => recorder.nextMode(),
    b: () => recorder.setMode('scan'),
    q: () => scanMode.togglePanel(),
    Escape: () => {
      shutter.cancelTimer();
      scanMode.closePanel();
    },
    i: () => settings.open(),
    r: () => recorder.pressFromAnywhere(),
    k: () => recorder.togglePause(),
    m: () => recorder.toggleSound(),
    x: () => { if (recorder.isOpen) shutter.takePhoto(); },
    g: () => gallery.openGrid(),
    c: () => cameras.next(),
    '+': () => zoom.step(1),
    '=': () => zoom.step(1),
    '-': () => zoom.step(-1),
    ',': () => focus.step(-1),
    '.': () => focus.step(1),
    j: () => focus.toggleLock(),
    t: () => switches.toggleTorch(),
    w: () => fit.toggle(),
    l: () => gallery.open(),
    p: () => metrics.toggle(),
    f: () => metrics.toggle(),
    d: () => dual.toggle(),
    a: () => dual.nextLayout(),
    e: () => dual.toggleSeparateFiles(),
    1: () => dual.toCorner('topLeft'),
    2: () => dual.toCorner('topRight'),
    3: () => dual.toCorner('bottomLeft'),
    4: () => dual.toCorner('bottomRight'),
    '[': () => dual.resize(-1),
    ']': () => dual.resize(1),
    h: () => cameraControl.toggle(),
    o: () => switches.togglePower(),
    '?': () => element('help').showModal(),
  };
}

/** Lets the keys do what the controls do. `parts` are those that `actions` takes, and the simulated `phone`. */
export function watchKeyboard(parts) {
  const { shutter, phone } = parts;
  const keys = actions(parts);

  const actionOf = (key, isShifted) => {
    const controls = element('controls');
    // The simulator is no control of the camera: it stays when these are taken away.
    if (key === 's') return phone.isThere ? () => phone.toggle() : null;
    if (controls.hidden || controls.inert) return null;
    return key === ' ' && isShifted ? () => shutter.pressForBurst() : keys[key];
  };

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = actionOf(key, event.shiftKey);
    const isOperated = event.target.matches?.(OPERATED) && [' ', 'Enter'].includes(event.key);
    if (!action || isOperated || event.repeat && !REPEATED.includes(event.key)) return;
    event.preventDefault();
    action();
  });
  addEventListener('keyup', (event) => {
    if (event.key === ' ') shutter.endBurst();
  });
  // Whoever goes to another window lifts the key there.
  addEventListener('blur', () => shutter.endBurst());
  // A button that was pressed with a pointer gives the focus back, so that the space bar stays the shutter.
  addEventListener('click', (event) => {
    if (event.detail > 0) event.target.closest('#controls :is(button, [type="radio"]), #scan-panel button')?.blur();
  });
}
