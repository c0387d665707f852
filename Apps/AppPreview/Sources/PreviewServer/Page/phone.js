// An app on a simulated phone: what the server says of it, and what is done with it here.

import { command } from './commands.js';
import { ServerEvents } from './events.js';
import { Device } from './phone-device.js';
import { EventSender } from './phone-sender.js';
import { PermissionQuestion } from './phone-permission.js';
import { PhoneTree } from './phone-tree.js';
import { watchInputs } from './phone-inputs.js';
import { TouchClock, watchTouches } from './phone-touch.js';
import { Effects } from './phone-effects.js';
import { Presentations } from './phone-presentations.js';
import { watchRows } from './phone-rows.js';
import { watchActions } from './phone-actions.js';

const byID = (id) => document.getElementById(id);
const app = byID('app');

const device = new Device(byID('stage'), byID('device'), byID('screen'));
const sender = new EventSender(
  (error) => {
    showConnection(error.message);
    // What was lost may be shown here already.
    server.open();
  },
  (id, edit, value, render) => tree.editAnswered(id, edit, value, render),
);
const clock = new TouchClock();
const effects = new Effects(byID('effects'), byID('announcer'));
const presentations = new Presentations(app, sender, device);
const tree = new PhoneTree(app, {
  send: sender.send,
  device,
  onEffect: (kind, value) => effects.show(kind, value),
  onRender: () => {
    presentations.update();
    showScreenStyle();
    self.phone.renders += 1;
  },
});
presentations.tree = tree;
watchInputs(app, tree, sender);
watchTouches(app, tree, sender, device, clock);
watchRows(app, device);
watchActions(app, byID('screen'), tree, sender);

/** What tests, and people at the console, look at. */
self.phone = { renders: 0, tree, sender, device, clock };

// What the screen wants of the bars that are the phone's own.
function showScreenStyle() {
  const screen = app.querySelector('.phone-screen');
  byID('screen').dataset.colorScheme = screen?.dataset.colorScheme ?? 'dark';
  byID('screen').toggleAttribute('data-hides-status-bar', screen?.dataset.statusBar === 'hidden');
  byID('screen').toggleAttribute('data-hides-home-indicator', screen?.dataset.systemOverlays === 'hidden');
}

function showConnection(message) {
  const banner = byID('connection');
  banner.textContent = message ?? '';
  banner.hidden = !message;
}

// The panel is loaded when there is a phone to show, as nothing waits for it.
let panel = null;
async function showSimulator(phone) {
  permission.setState(phone);
  byID('home-screen').hidden = !phone.isInBackground;
  byID('edge-camera').hidden = !phone.hasControl;
  panel ??= import('./phone-panel.js').then(({ PhonePanel }) => new PhonePanel(perform, report));
  (await panel).setState(phone, environment);
}

let environment = null;
const perform = (action) => command('simulator', action);
const report = (error) => showConnection(error.message);
const permission = new PermissionQuestion(byID('permission'), (answer) => {
  perform({ action: 'setPermission', value: answer }).catch(report);
});
byID('home-return').addEventListener('click', () => perform({ action: 'foreground' }).catch(report));
for (const button of document.querySelectorAll('[data-hardware]')) {
  button.addEventListener('click', () => command('hardware', { button: button.dataset.hardware }).catch(report));
}

const server = new ServerEvents('tree', ['tree', 'changes', 'environment', 'simulator']);
const listen = (name, body) => server.addEventListener(name, (event) => {
  showConnection(null);
  body(event.detail);
});
listen('tree', (update) => tree.replace(update));
listen('changes', (update) => {
  // A gap means that something was lost: everything is asked for again.
  if (!tree.apply(update)) server.open();
});
listen('environment', (values) => {
  environment = values;
  device.setEnvironment(values);
  permission.setQuestions(values.cameraQuestion, values.microphoneQuestion);
  panel?.then((shown) => shown.setEnvironment(values));
});
listen('simulator', showSimulator);
server.addEventListener('silence', () => showConnection('The app does not answer. Is the program still running?'));
server.open();
