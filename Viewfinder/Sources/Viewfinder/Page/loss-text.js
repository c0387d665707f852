// Frames that were lost, in words.

import { say } from './text.js';

/** By Core Media's reasons in the first place, then by where else frames are lost. */
const LOSSES = {
  frameWasLate: (count) => say('%lld late frames', count),
  outOfBuffers: (count) => say('%lld frames without room', count),
  discontinuity: (count) => say('%lld gaps in the camera’s frames', count),
  skipped: (count) => say('%lld frames left out for a slow network', count),
  dropped: (count) => say('%lld frames that the page had no time for', count),
  corrupt: (count) => say('%lld damaged frames', count),
};

/** `3 late frames, 1 damaged frame`; `none` if nothing was lost. `camera` has counts by reason, `page` those of the page. */
export function lossText(camera, { skipped, dropped, corrupt }) {
  const counts = [...Object.entries(camera ?? {}), ...Object.entries({ skipped, dropped, corrupt })];
  const parts = counts.filter(([, count]) => count > 0).map(([reason, count]) => {
    const words = LOSSES[reason[0].toLowerCase() + reason.slice(1)];
    return words?.(count) ?? say('%lld lost frames (%@)', count, reason);
  });
  return parts.length > 0 ? parts.join(', ') : say('none');
}
