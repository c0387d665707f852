// The simulator's panel: everything that can happen to a phone, at a press. Loaded for simulated cameras only.

import { make as control } from './elements.js';
import { group, segments, switchRow, pushButton } from './simulator-parts.js';
import { styleSheet } from './style-sheet.js';
import { number, say, told } from './text.js';

const INTERRUPTIONS = [
  ['microphoneInUse', say('Phone call'), say('has the microphone')],
  ['cameraInUse', say('Another app'), say('takes the camera')],
  ['severalAppsOnScreen', say('Several apps'), say('share the screen')],
  ['sensitiveContent', say('Sensitive content'), say('is seen')],
];
const LEVELS = [
  ['nominal', say('Nominal')], ['fair', say('Fair')], ['serious', say('Serious')], ['critical', say('Critical')], ['shutdown', say('Shutdown')],
];
const PERMISSIONS = [
  ['granted', say('Granted')], ['denied', say('Denied')], ['restricted', say('Restricted')], ['undecided', say('Not asked')],
];
const LOADS = [['normal', say('Normal')], ['high', say('High')], ['overBudget', say('Over budget')]];
const GESTURES = [
  ['lightPress', say('Light press'), say('shows a control')], ['doubleLightPress', say('Twice, lightly'), say('shows the list')],
  ['slideBack', say('Slide back'), say('to a lower value')], ['slideForward', say('Slide on'), say('to a higher value')],
  ['press', say('Press'), say('the shutter')], ['dismiss', say('Put away'), say('swipes it away')],
];
const ORIENTATIONS = [
  ['portrait', say('Upright'), 0], ['landscapeLeft', say('Top to the left'), -90],
  ['portraitUpsideDown', say('Upside down'), 180], ['landscapeRight', say('Top to the right'), 90],
];

const element = (id) => document.getElementById(id);

await styleSheet('simulator.css');

export class Simulator {
  #root = element('simulator');
  #button = element('simulator-toggle');
  #perform;
  #report;
  #parts = [];
  #camerasKey = '';
  /** The title of the notice that was closed last. */
  #closedNotice = null;
  #notice = null;

  /** `perform(action)` sends an action to the server, and returns when it is answered; `report(error)` shows why it was not. */
  constructor(perform, report) {
    this.#perform = perform;
    this.#report = report;
    this.#build();
    this.#button.addEventListener('click', this.toggle);
    element('simulator-close').addEventListener('click', this.toggle);
    element('stand-in-close').addEventListener('click', () => this.#closeNotice());
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.toggle();
      // What is typed here is not meant for the camera.
      if (event.key.length === 1 && event.key !== 's') event.stopPropagation();
    });
  }

  toggle = () => {
    const opens = this.#root.hidden;
    this.#setOpen(opens);
    if (opens) element('simulator-close').focus({ focusVisible: false });
    else this.#button.focus({ focusVisible: false });
  };

  #setOpen(isOpen) {
    this.#root.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    document.body.toggleAttribute('data-drawer', isOpen);
  }

  /** There is no phone any more. */
  hide() {
    this.#setOpen(false);
    this.#button.hidden = true;
    this.#showNotice(null);
  }

  /** Shows the phone as it is. */
  setState(phone) {
    this.#button.hidden = false;
    for (const part of this.#parts) part.show(phone);
    this.#showCameras(phone.cameras);
    this.#showResources(phone.resources);
    this.#showLog(phone.log);
    this.#showNotice(phone.notice);
  }

  /** `notice` says why there is a simulated phone that nobody asked for; absent for one that was asked for. */
  #showNotice(notice) {
    const banner = element('stand-in');
    this.#notice = notice ?? null;
    banner.hidden = !notice || notice.title === this.#closedNotice;
    if (banner.hidden) return;
    element('stand-in-title').textContent = `${told(notice.title)}.`;
    element('stand-in-text').textContent = told(notice.advice);
  }

  #closeNotice() {
    this.#closedNotice = this.#notice?.title ?? null;
    element('stand-in').hidden = true;
  }

  // What is undefined is left out of the JSON.
  #send = (action, value, camera) => this.#perform({ action, value, camera }).catch(this.#report);

  #build() {
    this.#root.innerHTML = `
      <header><h2>${say('Simulator')}</h2><button id="simulator-close" class="round small" type="button" aria-label="${say('Close the simulator')}"
        title="${say('Close')} (S)"><svg viewBox="0 0 24 24"><use href="#icon-close"></use></svg></button></header>
      <div id="simulator-question" role="group" aria-labelledby="question-title" hidden>
        <strong id="question-title">${say('“Pinhole” would like to access the camera')}</strong>
        <div><button type="button" data-answer="denied">${say('Don’t Allow')}</button><button type="button" data-answer="granted">${say('Allow')}</button></div>
      </div>
      <div class="simulator-groups"></div>`;
    for (const button of this.#root.querySelectorAll('[data-answer]')) {
      button.addEventListener('click', () => this.#send('setPermission', button.dataset.answer));
    }
    this.#parts.push({
      show: (phone) => { element('simulator-question').hidden = !phone.isAskingForPermission; },
    });
    this.#root.querySelector('.simulator-groups').append(
      group(say('App'), this.#app()),
      group(say('Interruptions'), ...this.#interruptions()),
      group(say('Heat'), ...this.#heat()),
      group(say('Camera system'), this.#failures()),
      group(say('Cost of two cameras'), this.#load()),
      group(say('Camera Control'), this.#control()),
      group(say('Permission'), this.#permission()),
      group(say('Held'), this.#orientation()),
      group(say('Cameras'), control('div', { id: 'simulator-cameras' })),
      group(say('Hardware'), control('div', { id: 'simulator-resources' })),
      group(say('Log'), control('ol', { id: 'simulator-log', tabIndex: 0, ariaLabel: say('What happened to the phone') })),
    );
  }

  #keep(part) {
    this.#parts.push(part);
    return part.element;
  }

  #app() {
    return this.#keep(segments('app', say('App'), [['foreground', say('Foreground')], ['background', say('Background')]], {
      read: (phone) => (phone.isInBackground ? 'background' : 'foreground'),
      onChoose: (value) => this.#send(value),
    }));
  }

  #interruptions() {
    return INTERRUPTIONS.map(([reason, title, words]) => this.#keep(switchRow(title, words, {
      read: (phone) => phone.interruptions.includes(reason),
      onSet: (isOn) => this.#send(isOn ? 'interrupt' : 'endInterruption', reason),
    })));
  }

  /** The heat of the whole phone, or of one camera. */
  #heat() {
    const place = control('select', { ariaLabel: say('What is hot'), className: 'simulator-select' });
    const part = segments('heat', say('Heat'), LEVELS, {
      read: (phone) => phone.cameras.find((camera) => camera.id === place.value)?.pressure ?? phone.pressure,
      onChoose: (value) => this.#send('setPressure', value, place.value || undefined),
    });
    let shown = null;
    place.addEventListener('change', () => part.show(shown));
    this.#parts.push({
      show: (phone) => {
        shown = phone;
        const names = [['', say('The whole phone')], ...phone.cameras.map((camera) => [camera.id, camera.name])];
        if (names.length !== place.length) place.replaceChildren(...names.map(([id, name]) => new Option(name, id)));
        part.show(phone);
      },
    });
    return [place, part.element];
  }

  #failures() {
    return control('div', { className: 'simulator-row' },
      pushButton(say('Media reset'), say('error %@', '−11819'), () => this.#send('resetMediaServices')),
      pushButton(say('No hardware left'), say('error %@', '−11872'), () => this.#send('exhaustResources')),
      pushButton(say('Fall silent'), say('no frames for 8 s'), () => this.#send('silence')),
      pushButton(say('Slow start'), say('next one takes 2 s'), () => this.#send('slowNextStart')));
  }

  #load() {
    const part = segments('load', say('Cost of two cameras'), LOADS, {
      read: (phone) => phone.load,
      onChoose: (value) => this.#send('setLoad', value),
    });
    this.#parts.push({ show: (phone) => { part.element.closest('section').hidden = phone.cameras.length < 2; } });
    return this.#keep(part);
  }

  #control() {
    const row = control('div', { className: 'simulator-row' },
      ...GESTURES.map(([gesture, title, words]) => pushButton(title, words, () => this.#send('useControl', gesture))));
    this.#parts.push({ show: (phone) => { row.closest('section').hidden = !phone.hasControl; } });
    return row;
  }

  #permission() {
    return this.#keep(segments('permission', say('Permission'), PERMISSIONS, {
      read: (phone) => phone.permission,
      onChoose: (value) => this.#send('setPermission', value),
    }));
  }

  #orientation() {
    const part = segments('orientation', say('Held'), ORIENTATIONS.map(([value, label, angle]) => {
      const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      icon.setAttribute('viewBox', '0 0 24 24');
      icon.innerHTML = '<use href="#icon-phone"></use>';
      icon.style.transform = `rotate(${angle}deg)`;
      return [value, label, icon];
    }), {
      read: (phone) => phone.orientation ?? null,
      onChoose: (value) => this.#send('turn', value),
    });
    this.#parts.push({ show: (phone) => { part.element.closest('section').hidden = !phone.orientation; } });
    return this.#keep(part);
  }

  #showCameras(cameras) {
    const key = JSON.stringify(cameras.map((camera) => camera.id));
    if (key !== this.#camerasKey) {
      this.#camerasKey = key;
      this.#parts = this.#parts.filter((part) => !part.isCamera);
      element('simulator-cameras').replaceChildren(...cameras.map((camera) => {
        const part = switchRow(camera.name, '', {
          read: (phone) => phone.cameras.find((other) => other.id === camera.id)?.isPlugged ?? false,
          onSet: (isOn) => this.#send(isOn ? 'plug' : 'unplug', camera.id),
        });
        part.isCamera = true;
        part.show({ cameras });
        return this.#keep(part);
      }));
    }
    element('simulator-cameras').closest('section').hidden = cameras.length === 0;
  }

  #showResources(resources) {
    const list = element('simulator-resources');
    list.closest('section').hidden = resources.length === 0;
    list.replaceChildren(...resources.map(({ name, held, returning, leaked, capacity }) => {
      const parts = [
        ['held', held, say('%lld held', held)], ['returning', returning, say('%lld returning', returning)], ['leaked', leaked, say('%lld leaked', leaked)],
      ].filter(([, count]) => count > 0);
      const bar = control('div', { className: 'simulator-bar' }, ...parts.map(([kind, count]) => {
        const part = control('i');
        part.dataset.kind = kind;
        part.style.width = `${(100 * count) / Math.max(1, capacity)}%`;
        return part;
      }));
      const used = parts.map(([, , words]) => words).join(', ') || say('none held');
      const row = control('div', { className: 'simulator-resource' },
        control('span', { textContent: told(name) }), control('span', { textContent: say('%@, of %lld', used, capacity) }), bar);
      row.toggleAttribute('data-leaks', leaked > 0);
      return row;
    }));
  }

  #showLog(lines) {
    const list = element('simulator-log');
    list.closest('section').hidden = lines.length === 0;
    list.replaceChildren(...lines.map((line) => {
      const [time, ...words] = line.split(' ');
      return control('li', {},
        control('time', { textContent: number(Number(time), 1) }), control('span', { textContent: words.join(' ') }));
    }));
    list.scrollTop = list.scrollHeight;
  }
}
