// The phone's question for the camera, on its screen, as the system asks it.

const WORDS = {
  en: {
    title: '“Pinhole” Would Like to Access the Camera',
    text: 'The words below come from the app’s usage description on a phone.',
    granted: 'Allow',
    denied: 'Don’t Allow',
  },
  de: {
    title: '„Pinhole“ möchte auf die Kamera zugreifen',
    text: 'Auf einem Telefon stehen hier die Worte aus der Beschreibung des Zwecks.',
    granted: 'Erlauben',
    denied: 'Nicht erlauben',
  },
};

export class PermissionQuestion {
  #root;

  /** `onAnswer` gets `granted` or `denied`. */
  constructor(root, onAnswer) {
    this.#root = root;
    for (const button of root.querySelectorAll('[data-answer]')) {
      button.addEventListener('click', () => onAnswer(button.dataset.answer));
    }
    this.setLanguage('en');
  }

  setLanguage(language) {
    const words = WORDS[language] ?? WORDS.en;
    this.#root.querySelector('#permission-title').textContent = words.title;
    this.#root.querySelector('#permission-text').textContent = words.text;
    for (const button of this.#root.querySelectorAll('[data-answer]')) button.textContent = words[button.dataset.answer];
  }

  setState(phone) {
    const appears = phone.isAskingForPermission && this.#root.hidden;
    this.#root.hidden = !phone.isAskingForPermission;
    document.getElementById('app').inert = phone.isAskingForPermission;
    if (appears) this.#root.querySelector('[data-answer=granted]').focus({ preventScroll: true });
  }
}
