// The scanner's state in words: pure functions.

import { say, told } from './text.js';

/** `85 %`; only what is whole is 100 %. */
export function percent(fraction) {
  return `${Math.floor(fraction * 100 + 1e-6)} %`;
}

/** Seconds until something happens: `24 s`, `1:05 min`. */
export function countdown(seconds) {
  const whole = Math.max(0, Math.ceil(seconds - 1e-6));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}

/** The server's phrase for a state, with its number; `remaining` are the seconds of a countdown that are left by now, or null. */
function stateText({ key, number, keyAtZero }, remaining) {
  if (!keyAtZero) return number === undefined ? say(key) : say(key, number);
  const left = Math.max(0, Math.ceil(remaining - 1e-6));
  return left === 0 ? say(keyAtZero) : say(key, left);
}

/** What a job is doing. */
export function jobText(job, remaining) {
  if (isFailed(job)) return job.message ? told(job.message.title) : say('Failed');
  return job.phrase ? stateText(job.phrase, remaining) : '';
}

/** Whether a job is worked on at this moment, so that a bar shows how far it is. */
export const isUnderWay = ({ state }) => state === 'uploading' || state === 'recognizing';

export const isFailed = ({ state }) => state === 'failed';

/** Photos that wait for the network; empty when they do not. */
export function offlineText({ isOffline, jobs }) {
  if (!isOffline) return '';
  const waiting = jobs.filter((job) => !isFailed(job)).length;
  return waiting === 0 ? say('Offline: photos will wait') : say('Offline: %lld photos wait', waiting);
}

/** How long the service is left alone, which it has asked for; empty when it has not. */
export function pauseText(remaining) {
  return remaining > 0 ? say('The service is busy: %@', countdown(remaining)) : '';
}

/** Why larger photos are proposed. */
export function proposalText({ decided, right }) {
  const last = say('Of the last %lld books that you checked,', decided);
  return `${last} ${say('%lld were right. Larger photos are read better.', right)}`;
}

export const reasonText = ({ phrase }) => (phrase ? say(phrase.key) : '');

/** How sure the recogniser is of a book, or what the user has said of it. */
export function certainty({ decision, isAccepted, score }) {
  if (decision === 'confirmed') return say('Confirmed');
  if (decision === 'corrected') return say('Corrected');
  return isAccepted ? percent(score) : say('%@, to check', percent(score));
}

/** What was read of a book. */
export const readText = ({ text }) => (text.length > 0 ? say('Read: %@', text.join(' · ')) : say('No text was read.'));

/** A book's name. */
export const bookName = ({ title, author }) => [title || say('Untitled'), author].filter(Boolean).join(', ');

/** What the button that opens the panel says to whoever does not see it. */
export function openerText(state) {
  const parts = [
    [state.jobs.length, (number) => say('%lld photos in the queue', number)],
    [state.booksToConfirm.length, (number) => say('%lld to check', number)],
    [state.duplicates.length, (number) => say('%lld duplicates', number)],
  ].filter(([number]) => number > 0).map(([number, text]) => text(number));
  return say('%@. Open the list', [say('%lld books scanned', state.bookCount), ...parts].join(', '));
}

/** What has become of photos since the state before, in one sentence; empty when nothing has. */
export function newsText(before, now) {
  const finished = now.finishedCount - before.finishedCount;
  const books = now.bookCount - before.bookCount;
  const failed = now.jobs.filter((job) => isFailed(job)
    && before.jobs.some((other) => other.id === job.id && !isFailed(other)));
  if (finished > 0) {
    const what = finished === 1 ? say('Scan finished') : say('%lld scans finished', finished);
    const found = books > 0 ? say('%lld books found', books) : say('no new book found');
    const open = now.booksToConfirm.length > 0 ? `, ${say('%lld to check', now.booksToConfirm.length)}` : '';
    return `${what}: ${found}${open}.`;
  }
  if (failed.length === 1) return say('A scan failed: %@.', failed[0].message ? told(failed[0].message.title) : say('see the queue'));
  return failed.length > 1 ? say('%lld scans failed.', failed.length) : '';
}
