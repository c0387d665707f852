// The states that stand before the picture, in words.

const ICONS = {
  permissionDenied: 'icon-lock',
  noCamera: 'icon-camera',
  disconnected: 'icon-plug',
  interrupted: 'icon-pause',
  failed: 'icon-alert',
  refused: 'icon-alert',
};
const RESTARTABLE = new Set(['permissionDenied', 'noCamera', 'disconnected', 'failed']);

const element = (id) => document.getElementById(id);

/** Decides which screen stands before the picture: null for none. */
export function screenFor({ state, hasPicture, refusal }) {
  if (refusal) {
    return { kind: 'refused', words: { title: 'The viewfinder is not available', advice: refusal } };
  }
  if (state && state.phase !== 'live' && state.phase !== 'starting') {
    return { kind: state.phase, words: state.words };
  }
  if (!hasPicture || state?.phase === 'starting') {
    return {
      kind: 'starting',
      words: state?.phase === 'starting' ? state.words : { title: 'Starting the camera', advice: '' },
    };
  }
  return null;
}

export class Screen {
  #shown = '';
  #root = element('screen');
  #onSelectCamera;

  constructor({ onRestart, onSelectCamera }) {
    this.#onSelectCamera = onSelectCamera;
    element('restart').addEventListener('click', async () => {
      element('restart').disabled = true;
      await onRestart();
      element('restart').disabled = false;
    });
  }

  show(screen, cameras) {
    const key = JSON.stringify([screen, cameras]);
    if (key === this.#shown) return;
    this.#shown = key;
    const root = this.#root;
    root.hidden = screen === null;
    document.body.dataset.screen = screen?.kind ?? '';
    if (screen === null) return;
    root.dataset.kind = screen.kind;
    element('screen-title').textContent = screen.words.title;
    element('screen-advice').textContent = screen.words.advice;
    element('screen-detail').textContent = screen.words.detail ?? '';
    element('screen-detail').hidden = !screen.words.detail;
    root.querySelector('.screen-icon use').setAttribute('href', `#${ICONS[screen.kind] ?? 'icon-camera'}`);
    element('restart').hidden = !RESTARTABLE.has(screen.kind);
    this.#showCameras(screen.kind === 'disconnected' ? cameras : []);
  }

  #showCameras(cameras) {
    element('screen-cameras').replaceChildren(
      ...cameras.filter((camera) => !camera.isSelected).map((camera) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'button quiet';
        button.textContent = `Use ${camera.name}`;
        button.addEventListener('click', () => this.#onSelectCamera(camera.id));
        return button;
      }),
    );
  }
}
