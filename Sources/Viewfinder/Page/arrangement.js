// Where two pictures stand, as shares of the whole one. Pure: the same rules as the recorder's, so that the page shows what the
// movie gets.

export const LAYOUTS = ['pictureInPicture', 'sideBySide', 'topAndBottom'];
export const WIDTHS = { minimum: 0.15, maximum: 0.5 };
/** How long pictures take from one place to another, in milliseconds. */
export const MOVE_TIME = 250;
/** The distance of a small picture in a corner from the edges, as shares of the whole one's width and height. */
const HORIZONTAL_MARGIN = 0.0225;
const VERTICAL_MARGIN = 0.04;
/** Shares of the whole picture's height. */
const CORNER_RADIUS = 0.02;
const BORDER = 0.004;
/** A small picture whose centre is let go this close to its place in a corner goes there. */
const SNAP = 0.12;

const CORNERS = { topLeft: [0, 0], topRight: [1, 0], bottomLeft: [0, 1], bottomRight: [1, 1] };
const CORNER_WORDS = {
  topLeft: 'upper left', topRight: 'upper right', bottomLeft: 'lower left', bottomRight: 'lower right',
};

const limit = (value, least, most) => Math.min(most, Math.max(least, value));

/** A small picture that lies wholly in the large one. */
export function clamped({ x, y, width }) {
  const size = limit(width, WIDTHS.minimum, WIDTHS.maximum);
  return { x: limit(x, size / 2, 1 - size / 2), y: limit(y, size / 2, 1 - size / 2), width: size };
}

/** A small picture in a corner: `topLeft`, `topRight`, `bottomLeft` or `bottomRight`. */
export function inCorner(name, width) {
  const [right, bottom] = CORNERS[name];
  const size = limit(width, WIDTHS.minimum, WIDTHS.maximum);
  const [across, down] = [HORIZONTAL_MARGIN + size / 2, VERTICAL_MARGIN + size / 2];
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

/** Where a small picture comes to rest: in a corner that is near, else where it was let go. */
export function snapped(pip) {
  const inside = clamped(pip);
  const place = inCorner(nearestCorner(inside), inside.width);
  return Math.hypot(place.x - inside.x, place.y - inside.y) <= SNAP ? place : inside;
}

/** A small picture of another size. What lies in a corner stays there; all else keeps its centre. */
export function resized(pip, width) {
  const corner = cornerOf(pip);
  return corner ? inCorner(corner, width) : clamped({ ...pip, width });
}

/** Where a small picture lies, in words. */
export function placeWords(pip) {
  return `${CORNER_WORDS[nearestCorner(pip)]}${cornerOf(pip) ? ' corner' : ''}`;
}

/** The places of both pictures, the one behind first. */
export function placements({ layout, isSwapped, pip }) {
  const plain = { cornerRadius: 0, border: 0 };
  const [main, other] = isSwapped ? ['second', 'first'] : ['first', 'second'];
  if (layout === 'sideBySide') {
    return [
      { camera: main, x: 0, y: 0, width: 0.5, height: 1, ...plain },
      { camera: other, x: 0.5, y: 0, width: 0.5, height: 1, ...plain },
    ];
  }
  if (layout === 'topAndBottom') {
    return [
      { camera: main, x: 0, y: 0, width: 1, height: 0.5, ...plain },
      { camera: other, x: 0, y: 0.5, width: 1, height: 0.5, ...plain },
    ];
  }
  const { x, y, width } = clamped(pip);
  return [
    { camera: main, x: 0, y: 0, width: 1, height: 1, ...plain },
    { camera: other, x: x - width / 2, y: y - width / 2, width, height: width, cornerRadius: CORNER_RADIUS, border: BORDER },
  ];
}

const MOVING = ['x', 'y', 'width', 'height', 'cornerRadius', 'border'];

/**
 * Moves both pictures from where they are to where they shall be. Times are milliseconds of any clock.
 *
 * What begins at rest eases in and out; what begins on the way only eases out, so that a picture that is dragged follows. Half on
 * the way, where pictures that change places are of one size, they change their order.
 */
export class Animator {
  #to;
  #move = null;

  constructor(arrangement) {
    this.#to = placements(arrangement);
  }

  /** `isInstant` leaves the way out. The same places again change nothing. */
  move(arrangement, now, isInstant = false) {
    const next = placements(arrangement);
    if (isInstant) {
      this.#move = null;
    } else if (JSON.stringify(next) !== JSON.stringify(this.#to)) {
      this.#move = { from: this.placements(now), start: now, isOnTheWay: this.isMoving(now) };
    }
    this.#to = next;
  }

  isMoving(now) {
    return this.#move !== null && now < this.#move.start + MOVE_TIME;
  }

  /** The places now, the one behind first. */
  placements(now) {
    if (!this.isMoving(now)) return this.#to;
    const { from, start, isOnTheWay } = this.#move;
    const time = limit((now - start) / MOVE_TIME, 0, 1);
    const progress = isOnTheWay ? 1 - (1 - time) ** 3 : time * time * (3 - 2 * time);
    const places = this.#to.map((to) => between(from.find((place) => place.camera === to.camera), to, progress));
    const changesOrder = from[0].camera === places[1].camera;
    return changesOrder && progress < 0.5 ? places.reverse() : places;
  }
}

function between(from, to, progress) {
  const place = { camera: to.camera };
  for (const key of MOVING) place[key] = from[key] + (to[key] - from[key]) * progress;
  return place;
}
