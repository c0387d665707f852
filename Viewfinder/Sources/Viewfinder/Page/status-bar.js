// The camera's name with the dot of its phase, and its heat.

import { setText } from './elements.js';
import { hottest, pressureText } from './announcer.js';
import { told } from './text.js';

const element = (id) => document.getElementById(id);

/** `cameraName` is null while no camera is selected, `state` before the server has told it. */
export function showStatus(state, cameraName) {
  element('status').dataset.phase = state?.phase ?? '';
  setText(element('status-text'), cameraName ?? told(state?.message.title));
  const { pressure, name } = hottest(state);
  const badge = element('pressure');
  badge.hidden = !pressure || pressure.level === 'nominal';
  badge.dataset.level = pressure?.level ?? 'nominal';
  const text = element('pressure-text');
  if (name) text.dataset.name = name;
  else delete text.dataset.name;
  setText(text, pressureText(pressure));
}
