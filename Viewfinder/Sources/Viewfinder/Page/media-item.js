// What is said of a photo or a movie, and what can be done with one or several outside of this page.

import { command } from './commands.js';
import { dayAndTime, duration, fileSize, spokenDuration } from './format.js';
import { say } from './text.js';

/** What tells an item from all others. */
export const keyOf = (item) => `${item.kind} ${item.name}`;

export const isSame = (one, other) => one.kind === other.kind && one.name === other.name;

export const kindName = (item) => say(item.kind === 'movie' ? 'Movie' : 'Photo');

/** What it is called: the time at which it was taken. A name of a file says nothing to people. */
export const title = (item) => dayAndTime(item.date);

/** Length and size in a line. */
export function facts(item) {
  const size = item.width ? `${item.width} × ${item.height}` : null;
  const length = item.seconds !== undefined && item.kind === 'movie' ? duration(item.seconds) : null;
  const sound = item.hasAudio === false ? say('no sound') : null;
  return [length, size, fileSize(item.bytes), sound].filter(Boolean).join('  ·  ');
}

/** All of it for whoever does not see it. */
export function label(item) {
  const length = item.seconds !== undefined && item.kind === 'movie' ? `, ${spokenDuration(item.seconds)}` : '';
  return `${kindName(item)}, ${title(item)}${length}, ${fileSize(item.bytes)}, ${item.name}`;
}

/** `2 photos, 1 movie` */
export function counts(items) {
  const movies = items.filter((item) => item.kind === 'movie').length;
  const photos = items.length - movies;
  return [photos > 0 && say('%lld photos', photos), movies > 0 && say('%lld movies', movies)].filter(Boolean).join(', ');
}

/** Browsers keep what they have loaded of a movie, and its recovery makes another one of it. */
export const movieAddress = ({ url, bytes }) => `${url}?size=${bytes}`;

/** Where the picture of a photo is that browsers show. */
export const pictureAddress = (photo) => photo.preview ?? photo.url;

/** Downloads an item as it is, or several as one archive. */
export async function download(items) {
  const names = items.map(({ kind, name }) => ({ kind, name }));
  const { url } = items.length === 1 ? items[0] : await command('archive', { items: names });
  const link = document.createElement('a');
  link.href = url;
  link.download = items.length === 1 ? items[0].name : '';
  link.click();
}

/** Whether this browser hands files to other programs. */
export function canShare() {
  const probe = { files: [new File([], 'photo.jpg', { type: 'image/jpeg' })] };
  return navigator.canShare?.(probe) === true;
}

/** Hands items to another program; tells by an error with words why that did not come about. */
export async function share(items) {
  const files = await Promise.all(items.map(async ({ url, name }) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(say('%@ is not there any more.', name));
    const contents = await answer.blob();
    return new File([contents], name, { type: contents.type });
  }));
  try {
    await navigator.share({ files });
  } catch (error) {
    // The user has thought better of it.
    if (error.name === 'AbortError') return;
    throw new Error(say(error.name === 'NotAllowedError' ? 'It took too long to get ready. Press Share once more.' : 'These files cannot be shared.'));
  }
}
