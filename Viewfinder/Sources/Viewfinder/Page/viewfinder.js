// The controls around the picture: starts the parts of each job, and gives them what the server tells.

import { Adjusting } from './adjusting.js';
import { Capturing } from './capturing.js';
import { watchDialogs } from './dialogs.js';
import { routeEvents } from './event-routing.js';
import { ServerEvents } from './events.js';
import { watchKeyboard } from './keyboard.js';
import { Media } from './media.js';
import { keepOfflinePage } from './offline-page.js';
import { preview } from './preview.js';
import { ServerLink } from './server-link.js';
import { watchStage } from './stage-gestures.js';
import { showToast } from './toast.js';
import { Viewing } from './viewing.js';

let state = null;

const adjusting = new Adjusting();
const media = new Media();
const viewing = new Viewing({ preferences: adjusting.preferences, onChange: render });
const capturing = new Capturing({ adjusting, media, viewing });
const parts = { ...adjusting, ...media, ...viewing, ...capturing };
const events = new ServerEvents();

function render() {
  viewing.render();
  capturing.render();
}

function applyState(next) {
  state = next;
  for (const job of [viewing, media, capturing, adjusting]) job.setState(state);
  render();
}

watchDialogs();
watchStage(parts, () => state?.rules.touch ?? null);
watchKeyboard(parts);
new ServerLink({ preview, dual: viewing.dual, events, onReturn: () => media.gallery.load(), onNotice: showToast });
routeEvents(events, { ...parts, applyState, onNotice: showToast });

self.pinhole.state = () => state;
self.pinhole.metrics = (camera = 0) => viewing.painterOf(camera).metrics();
self.pinhole.resetMetrics = (camera = 0) => viewing.painterOf(camera).resetMetrics();
render();
events.open();
media.gallery.load();
keepOfflinePage();
