// What stands before the picture: a screen that explains, or the overlay that leaves "Restart Camera" as the only way out.

import { say, told } from './text.js';

const RESTART = { label: say('Restart Camera'), command: 'restart' };

/** How each phase looks. `busy` turns a ring around the icon: it goes on by itself, soon. */
const APPEARANCES = {
  stopped: { icon: 'off', tone: 'quiet', action: { label: say('Start Camera'), command: 'start' } },
  inBackground: { icon: 'background', tone: 'quiet' },
  askingForPermission: { icon: 'ask', tone: 'blue', isBusy: true },
  permissionDenied: { icon: 'lock', tone: 'red', action: RESTART },
  restricted: { icon: 'shield', tone: 'red', action: RESTART },
  noCamera: { icon: 'no-camera', tone: 'quiet', action: { label: say('Look Again'), command: 'restart' } },
  disconnected: { icon: 'plug', tone: 'orange', action: { label: say('Look Again'), command: 'restart' } },
  starting: { icon: 'camera', tone: 'quiet', isBusy: true },
  interrupted: { icon: 'pause', tone: 'orange' },
  recovering: { icon: 'camera', tone: 'orange', isBusy: true },
  failed: { icon: 'alert', tone: 'red' },
  refused: { icon: 'alert', tone: 'orange' },
  unreachable: { icon: 'plug', tone: 'orange', isBusy: true },
};

const INTERRUPTION_ICONS = {
  background: 'background',
  microphoneInUse: 'call',
  cameraInUse: 'taken',
  severalAppsOnScreen: 'split',
  systemPressure: 'hot',
  sensitiveContent: 'hidden',
};

/** What a camera that failed takes away. */
const COVERED = ['stage', 'pip', 'controls', 'screen', 'hardware', 'hardware-toggle', 'scan-panel'];

const element = (id) => document.getElementById(id);

/** Decides which screen stands before the picture: null for none. */
export function screenFor({ state, hasPicture, refusal, isLost = false }) {
  if (refusal) {
    return { kind: 'refused', message: { title: say('The viewfinder is not available'), advice: refusal } };
  }
  if (state && state.phase !== 'live' && state.phase !== 'starting') {
    return { kind: state.phase, interruption: state.interruption, message: state.message };
  }
  if (state?.phase === 'starting' && state.showsProgress) return { kind: 'starting', message: state.message };
  if (!hasPicture && isLost) {
    const advice = say('Look whether it is running, and whether this device is in its network. The picture comes by itself.');
    return { kind: 'unreachable', message: { title: say('The server does not answer'), advice } };
  }
  if (!hasPicture) {
    // Whoever opens the page waits for its first picture; that shows when it takes long.
    return { kind: 'starting', isDelayed: true, message: { title: say('Starting the camera'), advice: '' } };
  }
  return null;
}

export class Screen {
  #shown = '';
  #root = element('screen');
  #overlay = new RestartOverlay();
  #action = element('screen-action');
  #onSelectCamera;

  /** `onCommand` and `onSelectCamera` return when the server has answered. */
  constructor({ onCommand, onSelectCamera }) {
    this.#onSelectCamera = onSelectCamera;
    for (const button of [this.#action, element('restart')]) {
      button.addEventListener('click', async () => {
        button.disabled = true;
        await onCommand(button.dataset.command);
        button.disabled = false;
        if (document.activeElement === document.body && button.checkVisibility()) button.focus();
      });
    }
    element('restart').dataset.command = 'restart';
  }

  show(screen, cameras) {
    const key = JSON.stringify([screen, cameras]);
    if (key === this.#shown) return;
    this.#shown = key;
    document.body.dataset.screen = screen?.kind ?? '';
    document.body.dataset.reason = screen?.interruption ?? '';
    this.#root.hidden = screen === null || screen.kind === 'failed';
    this.#overlay.show(screen?.kind === 'failed' ? screen.message : null);
    if (!this.#root.hidden) this.#fill(screen, cameras);
  }

  #fill({ kind, interruption, isDelayed, message }, cameras) {
    const root = this.#root;
    const appearance = APPEARANCES[kind];
    root.dataset.kind = kind;
    root.dataset.tone = appearance.tone;
    root.toggleAttribute('data-busy', appearance.isBusy === true);
    root.toggleAttribute('data-delayed', isDelayed === true);
    element('screen-title').textContent = told(message.title);
    element('screen-advice').textContent = told(message.advice);
    const icon = INTERRUPTION_ICONS[interruption] ?? appearance.icon;
    root.querySelector('use').setAttribute('href', `#icon-${icon}`);
    this.#action.hidden = !appearance.action;
    this.#action.textContent = appearance.action?.label ?? '';
    this.#action.dataset.command = appearance.action?.command ?? '';
    this.#showCameras(kind === 'disconnected' ? cameras : []);
  }

  #showCameras(cameras) {
    element('screen-cameras').replaceChildren(
      ...cameras.map((camera) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'button quiet';
        button.textContent = say('Use %@', camera.name);
        button.addEventListener('click', () => this.#onSelectCamera(camera.id));
        return button;
      }),
    );
  }
}

/** The one way out of a camera that failed. Everything else of the camera is inert meanwhile: for pointer, keyboard and reader. */
class RestartOverlay {
  #root = element('restart-overlay');
  #before = null;

  /** Null puts it away. */
  show(message) {
    if (message) {
      element('restart-title').textContent = told(message.title);
      element('restart-advice').textContent = told(message.advice);
    }
    if (this.#root.hidden === (message === null)) return;
    if (message) this.#open();
    else this.#close();
  }

  #open() {
    // Another dialog would lie above it.
    for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
    this.#before = document.activeElement;
    for (const id of COVERED) element(id).inert = true;
    this.#root.hidden = false;
    element('restart').focus();
  }

  #close() {
    const hadFocus = this.#root.contains(document.activeElement) || document.activeElement === document.body;
    this.#root.hidden = true;
    for (const id of COVERED) element(id).inert = false;
    const before = this.#before;
    this.#before = null;
    // Only once all controls show the new state: a disabled one takes no focus.
    if (hadFocus && before?.isConnected) queueMicrotask(() => before.focus({ focusVisible: false }));
  }
}
