// What the server's state means for two cameras: pure, without elements.

const LAYOUT_WORDS = { pictureInPicture: 'picture in picture', sideBySide: 'side by side', topAndBottom: 'one above the other' };

/** What is offered, wanted and on. */
export function dualView(state) {
  const dual = state?.dual;
  const isRecording = (state?.recording.phase ?? 'idle') !== 'idle';
  return {
    isOffered: dual?.isOffered === true || dual?.isWanted === true,
    isWanted: dual?.isWanted === true,
    isOn: dual?.isOn === true,
    obstacle: dual?.isOn ? null : dual?.obstacle ?? null,
    isVideo: state?.mode === 'video' || isRecording,
    isScan: state?.mode === 'scan',
    isRecording,
    names: { first: cameraName(state, 'first'), second: cameraName(state, 'second') },
  };
}

function cameraName(state, camera) {
  return state?.dual[camera]?.name ?? `the ${camera} camera`;
}

/** Which cameras run, the large one first, and how they are laid out. */
export function camerasWords({ names }, { layout, isSwapped }) {
  const order = isSwapped ? [names.second, names.first] : [names.first, names.second];
  return `${order.join(' and ')}, ${LAYOUT_WORDS[layout]}`;
}

export function obstacleWords({ title, advice }) {
  return `${title}. ${advice}`;
}

export function widthWords({ width }) {
  return `${Math.round(width * 100)} percent of the width`;
}
