// Frames that were lost, in words.

/** By Core Media's reasons in the first place, then by where else frames are lost. */
const LOSSES = {
  frameWasLate: ['late frame', 'late frames'],
  outOfBuffers: ['frame without room', 'frames without room'],
  discontinuity: ['gap in the camera’s frames', 'gaps in the camera’s frames'],
  skipped: ['frame left out for a slow network', 'frames left out for a slow network'],
  dropped: ['frame that the page had no time for', 'frames that the page had no time for'],
  corrupt: ['damaged frame', 'damaged frames'],
};

/** `3 late frames, 1 damaged frame`; `none` if nothing was lost. `camera` has counts by reason, `page` those of the page. */
export function lossText(camera, { skipped, dropped, corrupt }) {
  const counts = [...Object.entries(camera ?? {}), ...Object.entries({ skipped, dropped, corrupt })];
  const parts = counts.filter(([, count]) => count > 0).map(([reason, count]) => {
    const words = LOSSES[reason[0].toLowerCase() + reason.slice(1)] ?? [`lost frame (${reason})`, `lost frames (${reason})`];
    return `${count} ${words[count === 1 ? 0 : 1]}`;
  });
  return parts.length > 0 ? parts.join(', ') : 'none';
}
