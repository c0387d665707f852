// Pictures that stand for movies: an early frame of each, drawn once.

/** How wide a picture is, in pixels. */
const WIDTH = 480;
/** How long a movie may take to show a frame, in milliseconds. */
const PATIENCE = 10000;
/** How many movies are opened at once: browsers allow few connections to one server. */
const AT_ONCE = 2;
/** How many pictures are kept. */
const KEPT = 300;

/** Where a movie is. Browsers keep what they have loaded of a movie, and its recovery makes another one of it. */
export function movieAddress({ url, bytes }) {
  return `${url}?size=${bytes}`;
}

const made = new Map();
const waiting = [];
let underWay = 0;

/** The address of a picture of a movie; null when the browser cannot play it. The same movie is opened once. */
export function poster(movie) {
  const key = movieAddress(movie);
  if (!made.has(key)) {
    made.set(key, new Promise((resolve) => {
      waiting.push(async () => resolve(await draw(key).catch(() => null)));
      next();
    }));
    if (made.size > KEPT) forgetOldest();
  }
  return made.get(key);
}

function forgetOldest() {
  const [key, picture] = made.entries().next().value;
  made.delete(key);
  picture.then((address) => address && URL.revokeObjectURL(address));
}

async function next() {
  if (underWay >= AT_ONCE || waiting.length === 0) return;
  underWay += 1;
  await waiting.shift()();
  underWay -= 1;
  next();
}

function event(target, name) {
  return new Promise((resolve, reject) => {
    target.addEventListener(name, resolve, { once: true });
    target.addEventListener('error', () => reject(new Error('not playable')), { once: true });
    setTimeout(() => reject(new Error('too slow')), PATIENCE);
  });
}

async function draw(url) {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    const loaded = event(video, 'loadeddata');
    video.src = url;
    await loaded;
    // The very first frame of a movie is often of a camera that still settles.
    if (video.duration > 1) {
      const sought = event(video, 'seeked');
      video.currentTime = Math.min(0.5, video.duration / 4);
      await sought;
    }
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = Math.max(1, Math.round(WIDTH * video.videoHeight / Math.max(1, video.videoWidth)));
    canvas.getContext('2d').drawImage(video, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
    return URL.createObjectURL(blob);
  } finally {
    // Gives the connection back at once.
    video.removeAttribute('src');
    video.load();
  }
}
