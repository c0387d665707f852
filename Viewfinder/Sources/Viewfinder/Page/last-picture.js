// The last picture before the page is loaded again, which stands there, dimmed, until the first one has come.

import { cameraViews } from './camera-views.js';
import { pictureRectangle } from './geometry.js';

const KEY = 'pinhole.lastPicture';
/** An older picture is one of the past, in milliseconds: a browser that is opened again brings back what its windows kept. */
const LONGEST_AGE = 30_000;
/** Of the longer side, in pixels: it is seen for a moment, and dimmed. */
const LARGEST_SIZE = 960;
const QUALITY = 0.6;

const element = (id) => document.getElementById(id);

/** Whether it was said that nothing is kept any more. */
let isForgotten = false;

/** The picture that was kept, as base 64; null for none, and for one that is too old. What is read is not kept any longer. */
export function readKept(storage, now) {
  try {
    const { time, picture } = JSON.parse(storage.getItem(KEY)) ?? {};
    storage.removeItem(KEY);
    return now >= time && now - time <= LONGEST_AGE ? picture : null;
  } catch {
    // A browser that keeps nothing for this page, or something else.
    return null;
  }
}

/** Shows the picture from before, if one was kept. */
export function showLastPicture() {
  const picture = readKept(self.sessionStorage, Date.now());
  if (!picture) return;
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = element('last-picture');
  image.src = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
  image.hidden = false;
}

export function hideLastPicture() {
  const image = element('last-picture');
  if (image.hidden) return;
  image.hidden = true;
  URL.revokeObjectURL(image.src);
  image.removeAttribute('src');
}

/** Keeps what is seen when the page is left; `isLive()` says whether that is a live picture, and nothing else is kept. */
export function keepLastPicture(isLive) {
  addEventListener('pagehide', () => {
    // Whoever does not see the page does not see either what became of the picture.
    if (isForgotten || document.visibilityState === 'hidden' || !isLive()) return;
    try {
      const [, picture] = drawSeen().toDataURL('image/jpeg', QUALITY).split(',');
      sessionStorage.setItem(KEY, JSON.stringify({ time: Date.now(), picture }));
    } catch {
      // Then the page begins without a picture.
    }
  });
}

/** Whoever is logged out leaves no picture behind. */
export function forgetLastPicture() {
  isForgotten = true;
  hideLastPicture();
}

/** The stage as it is seen. */
function drawSeen() {
  const stage = element('stage').getBoundingClientRect();
  const scale = Math.min(1, LARGEST_SIZE / Math.max(stage.width, stage.height));
  const seen = document.createElement('canvas');
  seen.width = stage.width * scale;
  seen.height = stage.height * scale;
  const context = seen.getContext('2d', { alpha: false });
  context.scale(scale, scale);
  const views = cameraViews().filter((view) => !view.hidden);
  for (const view of views.sort((a, b) => a.style.zIndex - b.style.zIndex)) drawView(context, view, stage);
  return seen;
}

function drawView(context, view, stage) {
  const box = view.getBoundingClientRect();
  const { x, y, width, height } = pictureRectangle(box, view, getComputedStyle(view).objectFit);
  context.save();
  context.translate(box.x - stage.x, box.y - stage.y);
  context.beginPath();
  context.rect(0, 0, box.width, box.height);
  context.clip();
  if (view.hasAttribute('data-mirrored')) {
    context.translate(box.width, 0);
    context.scale(-1, 1);
  }
  context.drawImage(view, x, y, width, height);
  context.restore();
}
