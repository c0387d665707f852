// What concerns all scans, over the picture: no network, a service that asks to wait, photos that are too small.

import { button, icon, make, setText } from './elements.js';
import { offlineText, pauseText, proposalText } from './scan-text.js';
import { say, told } from './text.js';

export class ScanBanners {
  #root = document.getElementById('scan-banners');
  #state = null;
  #remaining;
  /** The proposal and the failure that were closed: they do not come again unless they change. */
  #closedProposal = false;
  #closedFailure = null;
  #offline = pill('offline', 'offline');
  #pause = pill('pause', 'wait');
  #failure = card('failure', 'alert');
  #proposal = card('proposal', 'larger');

  constructor({ act, remaining }) {
    this.#remaining = remaining;
    this.#proposal.actions.append(
      button(say('Use larger photos'), '', () => act('setScanSize', { isLarger: true })),
      closeButton(say('Not now'), () => {
        this.#closedProposal = true;
        this.#render();
      }),
    );
    this.#failure.actions.append(closeButton(say('Close'), () => {
      this.#closedFailure = JSON.stringify(this.#state.failure);
      this.#render();
    }));
    this.#offline.root.setAttribute('role', 'status');
    this.#failure.root.setAttribute('role', 'alert');
    this.#root.append(this.#offline.root, this.#pause.root, this.#failure.root, this.#proposal.root);
  }

  setOn(isOn) {
    this.#root.hidden = !isOn;
  }

  setState(state) {
    this.#state = state;
    // What went away and comes again is told again.
    if (!state.failure) this.#closedFailure = null;
    // Once larger photos were taken, a proposal after that is a new one.
    if (state.isLarger || !state.accuracy.proposesLargerPhotos) this.#closedProposal = false;
    this.#render();
  }

  /** Shows what is left of the countdown. */
  tick() {
    const message = pauseText(this.#remaining(this.#state.rateLimit));
    this.#pause.root.hidden = message === '';
    setText(this.#pause.text, message);
  }

  #render() {
    const { accuracy, failure, isLarger } = this.#state;
    const offline = offlineText(this.#state);
    this.#offline.root.hidden = offline === '';
    setText(this.#offline.text, offline);
    this.tick();
    this.#failure.root.hidden = !failure || JSON.stringify(failure) === this.#closedFailure;
    setText(this.#failure.text, failure ? `${told(failure.title)}. ${told(failure.advice)}` : '');
    this.#proposal.root.hidden = !accuracy.proposesLargerPhotos || isLarger || this.#closedProposal;
    setText(this.#proposal.text, proposalText(accuracy));
  }
}

function pill(kind, iconName) {
  const text = make('span');
  const root = make('div', { className: 'pill', hidden: true }, icon(iconName), text);
  root.dataset.kind = kind;
  return { root, text };
}

function card(kind, iconName) {
  const text = make('p');
  const actions = make('div');
  const root = make('div', { className: 'scan-card', hidden: true }, icon(iconName), text, actions);
  root.dataset.kind = kind;
  return { root, text, actions };
}

function closeButton(label, onPress) {
  const made = make('button', { type: 'button', className: 'round small', title: label, 'aria-label': label }, icon('close'));
  made.addEventListener('click', onPress);
  return made;
}
