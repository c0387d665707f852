// Where several pictures stand, as shares of the whole one. Nothing but the server's rules decides about it, so that the page shows what
// the movie gets.

import { say } from './text.js';

/** The server's numbers: widths, margins, steps and times (`ArrangementRules`); null until it has told them. */
export let rules = null;

/** Takes the server's numbers. */
export function takeRules(told) {
  rules = told;
}

const CORNERS = { topLeft: [0, 0], topRight: [1, 0], bottomLeft: [0, 1], bottomRight: [1, 1] };
/** Near a corner, and in it. */
const CORNER_WORDS = {
  topLeft: [say('upper left'), say('upper left corner')],
  topRight: [say('upper right'), say('upper right corner')],
  bottomLeft: [say('lower left'), say('lower left corner')],
  bottomRight: [say('lower right'), say('lower right corner')],
};

const limit = (value, least, most) => Math.min(most, Math.max(least, value));

/** A small picture that lies wholly in the large one. */
export function clamped({ x, y, width }) {
  const size = limit(width, rules.minimumWidth, rules.maximumWidth);
  return { x: limit(x, size / 2, 1 - size / 2), y: limit(y, size / 2, 1 - size / 2), width: size };
}

/** A small picture in a corner: `topLeft`, `topRight`, `bottomLeft` or `bottomRight`. */
export function inCorner(name, width) {
  const [right, bottom] = CORNERS[name];
  const size = limit(width, rules.minimumWidth, rules.maximumWidth);
  const [across, down] = [rules.horizontalMargin + size / 2, rules.verticalMargin + size / 2];
  return { x: right ? 1 - across : across, y: bottom ? 1 - down : down, width: size };
}

/** The corner that a small picture is nearest to. */
export function nearestCorner({ x, y }) {
  return `${y < 0.5 ? 'top' : 'bottom'}${x < 0.5 ? 'Left' : 'Right'}`;
}

/** The corner that a small picture lies in, or null. */
export function cornerOf(pip) {
  const name = nearestCorner(pip);
  const place = inCorner(name, pip.width);
  return Math.abs(place.x - pip.x) < 0.002 && Math.abs(place.y - pip.y) < 0.002 ? name : null;
}

/** Where a small picture comes to rest: in the nearest corner. */
export function snapped(pip) {
  const inside = clamped(pip);
  return inCorner(nearestCorner(inside), inside.width);
}

/** A small picture of another size, in its corner. */
export const resized = (pip, width) => snapped({ ...pip, width });

/** Where a small picture lies, in words. */
export function placeText(pip) {
  return CORNER_WORDS[nearestCorner(pip)][cornerOf(pip) ? 1 : 0];
}

/** Cameras in the order of their places: the leading one and the first one have changed theirs. */
export function order({ leading }, cameras) {
  const place = cameras.indexOf(leading);
  if (place < 1) return cameras;
  return cameras.map((camera, index) => (index === 0 ? leading : index === place ? cameras[0] : camera));
}

/** The places of the pictures of `cameras`, which are indices, the one behind first. */
export function placements(arrangement, cameras) {
  const plain = { cornerRadius: 0, border: 0 };
  const [main, ...others] = order(arrangement, cameras);
  const share = 1 / cameras.length;
  switch (arrangement.layout) {
    case 'sideBySide':
      return [main, ...others].map((camera, index) => ({ camera, x: index * share, y: 0, width: share, height: 1, ...plain }));
    case 'topAndBottom':
      return [main, ...others].map((camera, index) => ({ camera, x: 0, y: index * share, width: 1, height: share, ...plain }));
    default:
      return [{ camera: main, x: 0, y: 0, width: 1, height: 1, ...plain }, ...smallPlacements(clamped(arrangement.pip), others)];
  }
}

/** The first small picture stands where it was put. Further ones stand in a row with it, towards the side where there is more room;
 * if that is not enough they are smaller. */
function smallPlacements({ x, y, width }, cameras) {
  const isLeft = x <= 0.5;
  const room = (isLeft ? 1 - x : x) - width / 2;
  const further = Math.max(cameras.length - 1, 1);
  const size = Math.min(width, Math.max(0, (room - rules.horizontalMargin * (further + 1)) / further));
  return cameras.map((camera, index) => {
    const distance = index === 0 ? 0 : width / 2 + index * (rules.horizontalMargin + size) - size / 2;
    const side = index === 0 ? width : size;
    const centre = isLeft ? x + distance : x - distance;
    const { cornerRadius, border } = rules;
    return { camera, x: centre - side / 2, y: y - side / 2, width: side, height: side, cornerRadius, border };
  });
}

const MOVING = ['x', 'y', 'width', 'height', 'cornerRadius', 'border'];

/**
 * Moves pictures from where they are to where they shall be. Times are milliseconds of any clock.
 *
 * What begins at rest eases in and out; what begins on the way only eases out, so that a picture that is dragged follows. Half on
 * the way, where pictures that change places are of one size, they change their order.
 */
export class Animator {
  #arrangement;
  #cameras;
  #to;
  #move = null;

  constructor(arrangement, cameras) {
    this.#arrangement = arrangement;
    this.#cameras = cameras;
    this.#to = placements(arrangement, cameras);
  }

  /** `isInstant` leaves the way out. The same places again change nothing. */
  move(arrangement, now, isInstant = false) {
    this.#arrangement = arrangement;
    this.#go(now, isInstant);
  }

  /** Shows other cameras. One that comes grows out of the middle of its place; one that goes is gone at once. */
  show(cameras, now, isInstant = false) {
    this.#cameras = cameras;
    this.#go(now, isInstant);
  }

  #go(now, isInstant) {
    const next = placements(this.#arrangement, this.#cameras);
    if (isInstant) {
      this.#move = null;
    } else if (JSON.stringify(next) !== JSON.stringify(this.#to)) {
      this.#move = { from: this.placements(now), start: now, isOnTheWay: this.isMoving(now) };
    }
    this.#to = next;
  }

  isMoving(now) {
    return this.#move !== null && now < this.#move.start + rules.moveMilliseconds;
  }

  /** The places now, the one behind first. */
  placements(now) {
    if (!this.isMoving(now)) return this.#to;
    const { from, start, isOnTheWay } = this.#move;
    const time = limit((now - start) / rules.moveMilliseconds, 0, 1);
    const progress = isOnTheWay ? 1 - (1 - time) ** 3 : time * time * (3 - 2 * time);
    const places = this.#to.map((to) => between(from.find((place) => place.camera === to.camera) ?? shrunk(to), to, progress));
    if (progress >= 0.5) return places;
    const formerOrder = from.flatMap(({ camera }) => places.find((place) => place.camera === camera) ?? []);
    return formerOrder.length === places.length ? formerOrder : places;
  }
}

/** A point in the middle of a place. */
function shrunk(place) {
  return { ...place, x: place.x + place.width / 2, y: place.y + place.height / 2, width: 0, height: 0, cornerRadius: 0 };
}

function between(from, to, progress) {
  const place = { camera: to.camera };
  for (const key of MOVING) place[key] = from[key] + (to[key] - from[key]) * progress;
  return place;
}
