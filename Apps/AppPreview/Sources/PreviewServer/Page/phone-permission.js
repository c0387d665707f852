// The phone's question for the camera or the microphone, on its screen, as the system asks it.

export class PermissionQuestion {
  #root;
  #questions = {};
  #isForMicrophone = false;

  /** `onAnswer` gets `granted` or `denied`. */
  constructor(root, onAnswer) {
    this.#root = root;
    for (const button of root.querySelectorAll('[data-answer]')) {
      button.addEventListener('click', () => onAnswer(button.dataset.answer));
    }
  }

  /** The questions in the phone's language, as the server words them: each with `title`, `purpose`, `granted` and `denied`. */
  setQuestions(camera, microphone) {
    this.#questions = { camera, microphone };
    this.#show();
  }

  setState(phone) {
    const appears = phone.isAskingForPermission && this.#root.hidden;
    this.#isForMicrophone = phone.isAskingForMicrophone;
    this.#show();
    this.#root.hidden = !phone.isAskingForPermission;
    document.getElementById('app').inert = phone.isAskingForPermission;
    if (appears) this.#root.querySelector('[data-answer=granted]').focus({ preventScroll: true });
  }

  #show() {
    const question = this.#isForMicrophone ? this.#questions.microphone : this.#questions.camera;
    if (!question) return;
    this.#root.querySelector('#permission-title').textContent = question.title;
    this.#root.querySelector('#permission-text').textContent = question.purpose;
    for (const button of this.#root.querySelectorAll('[data-answer]')) button.textContent = question[button.dataset.answer];
  }
}
