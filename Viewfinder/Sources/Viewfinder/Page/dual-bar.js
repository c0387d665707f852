// The buttons for several cameras, the badge, and what assistive programs hear of the small picture.

import { order, placeText, rules } from './arrangement.js';
import { cameraViews } from './camera-views.js';
import { cameraName, camerasText, obstacleText, widthText } from './dual-view.js';
import { say } from './text.js';

const element = (id) => document.getElementById(id);

/** The buttons; `content` is what a photo of several cameras shows. */
export function renderBar({ isOn, isOffered, isWanted, isVideo, isScan, isRecording }, { layout }, content) {
  element('dual-bar').hidden = !isOffered;
  element('content-row').hidden = !isOffered;
  const button = element('dual');
  button.setAttribute('aria-pressed', String(isWanted));
  button.toggleAttribute('data-waiting', isWanted && !isOn);
  button.title = `${say(isWanted ? 'One camera' : 'Two cameras')} (D)`;
  element('layouts').hidden = !isOn;
  for (const radio of document.querySelectorAll('#layouts input')) radio.checked = radio.value === layout;
  const separate = element('separate');
  separate.hidden = !isOn || isScan;
  separate.disabled = isRecording;
  separate.setAttribute('aria-pressed', String(content === 'each'));
  separate.setAttribute('aria-label', say(isVideo ? 'Also record each camera to a file of its own' : 'Take a photo with each camera'));
  separate.title = `${separateText(isVideo, content)} (E)`;
}

function separateText(isVideo, content) {
  if (isVideo) return say(content === 'each' ? 'A file for each camera as well' : 'One file with both cameras');
  return { large: say('A photo of the large picture'), each: say('A photo with each camera'), shown: say('A photo of both pictures') }[content];
}

/** The badge, the pictures' names, and why there are not several cameras; `isOnScreen` is whether the live picture is shown. */
export function renderNames(view, arrangement, isOnScreen) {
  const { isOn, isWanted, obstacle, cameras } = view;
  document.body.toggleAttribute('data-dual', isOn);
  // Elsewhere the screen before the picture says what is the matter.
  element('dual-obstacle').hidden = !isWanted || !obstacle || !isOnScreen;
  element('dual-obstacle-text').textContent = obstacle ? obstacleText(obstacle) : '';
  const badge = element('multicam');
  badge.hidden = !isOn;
  badge.title = isOn ? camerasText(view, arrangement) : '';
  const count = say('%lld cameras', cameras.length);
  element('multicam-text').textContent = count;
  badge.setAttribute('aria-label', `${count}: ${badge.title}`);
  cameraViews().forEach((canvas, camera) => {
    canvas.setAttribute('aria-label', isOn ? say('Live picture of %@', cameraName(view, camera)) : say('Live picture of the camera'));
  });
}

/** What can be taken into the hand, if anything can. */
export function renderSmallPicture(view, arrangement, isShown) {
  const pip = element('pip');
  pip.hidden = !isShown;
  if (!isShown) return;
  const { pip: place } = arrangement;
  const small = cameraName(view, order(arrangement, view.cameras)[1]);
  element('pip-move').setAttribute('aria-label', say('Small picture: %@', `${small}, ${placeText(place)}`));
  const size = element('pip-size');
  size.setAttribute('aria-valuemin', String(rules.minimumWidth * 100));
  size.setAttribute('aria-valuemax', String(rules.maximumWidth * 100));
  size.setAttribute('aria-valuenow', String(Math.round(place.width * 100)));
  size.setAttribute('aria-valuetext', widthText(place));
  // The handle is at the corner that looks to the middle of the picture.
  pip.dataset.handle = `${place.y < 0.5 ? 'bottom' : 'top'}-${place.x < 0.5 ? 'right' : 'left'}`;
}
