// Several pictures on the stage: where each stands in pixels, the frame around the small one, and words upon the others.

import { cameraViews, noteOf, viewOf } from './camera-views.js';
import { pictureRectangle, pointInPicture } from './geometry.js';
import { preview } from './preview.js';

/** What the whole picture looks like before the first frame. */
const USUAL_CANVAS = { width: 16, height: 9 };
/** The tabs at the edge find room above a picture that leaves so much of the stage, in pixels. */
const ROOM_FOR_TABS = 300;
const PLACED = ['left', 'top', 'width', 'height', 'zIndex', 'borderRadius', 'outline'];

const element = (id) => document.getElementById(id);

export class DualStage {
  /** The first camera as the server tells it, for its size before there is a frame. */
  firstCamera = null;

  /** The rectangle of the whole picture on the stage. It is never cut: what is shown is what the movie gets. */
  area() {
    const { clientWidth: width, clientHeight: height } = element('stage');
    return pictureRectangle({ width, height }, this.#canvas(), 'contain');
  }

  /** Puts all pictures where they belong, the one behind first; the camera `framed` gets the frame, if it is not null. */
  place(placements, framed) {
    const area = this.area();
    document.body.toggleAttribute('data-room-above', area.y >= ROOM_FOR_TABS);
    for (const place of placements) viewOf(place.camera);
    cameraViews().forEach((view, camera) => {
      const index = placements.findIndex((place) => place.camera === camera);
      view.toggleAttribute('data-placed', true);
      view.hidden = index < 0;
      if (index < 0) return;
      const box = inPixels(placements[index], area);
      setBox(view, box);
      view.style.zIndex = String(index);
      view.style.borderRadius = `${box.radius}px`;
      view.style.outline = camera !== framed && box.border > 0 ? `${Math.max(1, box.border)}px solid #fff` : '';
      if (camera > 0) placeNote(noteOf(camera), box, index);
      else follow(view);
    });
    const small = placements.find(({ camera }) => camera === framed);
    if (small) placeFrame(inPixels(small, area), area);
  }

  /** One camera has the stage again; tells whether that is new. */
  clear() {
    const views = cameraViews();
    if (!views[0].hasAttribute('data-placed')) return false;
    views.forEach((view, camera) => {
      view.removeAttribute('data-placed');
      for (const key of PLACED) view.style[key] = '';
      view.hidden = camera > 0;
    });
    follow(views[0]);
    element('pip').hidden = true;
    document.body.removeAttribute('data-room-above');
    return true;
  }

  /** The place in the first camera's picture, each coordinate from 0 to 1, under a point of the stage; null elsewhere. */
  pointInFirst(point, placements, lastFrame) {
    const area = this.area();
    const place = placements.findLast((candidate) => contains(inPixels(candidate, area), point));
    if (place?.camera !== 0) return null;
    const box = inPixels(place, area);
    return pointInPicture({ x: point.x - box.x, y: point.y - box.y }, box, lastFrame, 'cover', lastFrame.isMirrored);
  }

  #canvas() {
    const { lastFrame } = preview.painter;
    if (lastFrame) return { width: lastFrame.width, height: lastFrame.height };
    const first = this.firstCamera;
    return first?.width > 0 && first.height > 0 ? first : USUAL_CANVAS;
  }
}

/** Puts what is drawn over the first picture right upon it, scaled as it is. */
function follow(view) {
  const boxes = element('text-boxes');
  for (const key of PLACED) boxes.style[key] = view.style[key];
  boxes.setAttribute('preserveAspectRatio', `xMidYMid ${getComputedStyle(view).objectFit === 'cover' ? 'slice' : 'meet'}`);
}

/** Right upon a picture. */
function placeNote(note, box, index) {
  setBox(note, box);
  note.style.zIndex = String(index);
  // Small letters fit into a small picture.
  note.style.fontSize = `${Math.min(15, Math.max(9, box.width / 14))}px`;
  note.style.borderRadius = `${box.radius}px`;
}

function placeFrame(box, area) {
  const pip = element('pip');
  setBox(pip, box);
  pip.style.borderRadius = `${box.radius}px`;
  pip.style.borderWidth = `${Math.max(1, box.border)}px`;
  pip.dataset.area = `${Math.round(area.width)}`;
}

/** A place in the coordinates of the stage. */
function inPixels(place, area) {
  return {
    x: area.x + place.x * area.width,
    y: area.y + place.y * area.height,
    width: place.width * area.width,
    height: place.height * area.height,
    radius: place.cornerRadius * area.height,
    border: place.border * area.height,
  };
}

function contains(box, { x, y }) {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

function setBox(view, box) {
  Object.assign(view.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
}
