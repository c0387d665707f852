// How the picture lies in the stage: whole or filling it, and as in a mirror or not.

import { pointInPicture } from './geometry.js';

const element = (id) => document.getElementById(id);

export class PictureFit {
  /** What is seen is what is saved, unless somebody wants the window filled. */
  #gravity = 'contain';
  #mirrors = false;
  #furtherPainters = [];
  #preferences;
  #preview;
  #dual;
  #followers;

  /** `followers` are told how the picture fills the stage, by their `setGravity`. */
  constructor({ preferences, preview, dual, followers }) {
    this.#preferences = preferences;
    this.#preview = preview;
    this.#dual = dual;
    this.#followers = followers;
    preferences.follow('fills', (isFilled) => this.#setGravity(isFilled ? 'cover' : 'contain'));
    // A picture whose camera looks at the user; photos never are as in a mirror.
    preferences.follow('mirrors', (isOn) => {
      this.#mirrors = isOn;
      preview.painter.mirrors = isOn;
      for (const painter of this.#furtherPainters) painter.mirrors = isOn;
    });
    dual.forEachStream(({ painter }) => {
      this.#furtherPainters.push(painter);
      painter.mirrors = this.#mirrors;
    });
  }

  /** Another part that is told how the picture fills the stage. */
  add(follower) {
    this.#followers.push(follower);
    follower.setGravity(this.#gravity);
  }

  /** Several pictures are never cut: what is shown is what the movie gets. */
  setState({ dual }) {
    element('fit').disabled = dual.isOn;
  }

  toggle() {
    if (!this.#dual.isOn) this.#preferences.toggle('fills');
  }

  /** The place in the picture under a point of the stage; null beside it. */
  placeUnder(point) {
    const { lastFrame } = this.#preview.painter;
    if (!lastFrame) return null;
    if (this.#dual.isOn) return this.#dual.pointInFirst(point, lastFrame);
    const { clientWidth: width, clientHeight: height } = element('stage');
    return pointInPicture(point, { width, height }, lastFrame, this.#gravity, lastFrame.isMirrored);
  }

  #setGravity(gravity) {
    this.#gravity = gravity;
    element('view').style.objectFit = gravity;
    for (const follower of this.#followers) follower.setGravity(gravity);
  }
}
