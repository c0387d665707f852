// What the server's state means for several cameras: pure, without elements.

import { order } from './arrangement.js';
import { listLocale, say, told } from './text.js';

const LAYOUT_WORDS = {
  pictureInPicture: say('picture in picture'), sideBySide: say('side by side'), topAndBottom: say('one above the other'),
};

/** What is offered, wanted and on. */
export function dualView(state) {
  const dual = state?.dual;
  const running = (dual?.cameras ?? []).filter(({ isLost }) => !isLost);
  const isRecording = (state?.recording.phase ?? 'idle') !== 'idle';
  return {
    isOffered: dual?.isOffered === true || dual?.isWanted === true,
    isWanted: dual?.isWanted === true,
    isOn: dual?.isOn === true,
    obstacle: dual?.isOn ? null : state?.dualObstacle ?? null,
    isVideo: state?.mode === 'video' || isRecording,
    isScan: state?.mode === 'scan',
    isRecording,
    /** The cameras that show something, by their indices. */
    cameras: running.map(({ index }) => index),
    /** By the camera's index. */
    names: new Map(running.map(({ index, name }) => [index, name])),
  };
}

/** What a camera is called that may not be there yet. */
export function cameraName({ names }, camera) {
  return names.get(camera) ?? say('camera %lld', camera + 1);
}

/** Which cameras run, the large one first, and how they are laid out. */
export function camerasText(view, arrangement) {
  const names = order(arrangement, view.cameras).map((camera) => cameraName(view, camera));
  return `${new Intl.ListFormat(listLocale).format(names)}, ${LAYOUT_WORDS[arrangement.layout]}`;
}

export function obstacleText({ title, advice }) {
  return `${told(title)}. ${told(advice)}`;
}

export function widthText({ width }) {
  return say('%lld percent of the width', Math.round(width * 100));
}
