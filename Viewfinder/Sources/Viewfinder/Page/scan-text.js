// The scanner's state in words: pure functions.

const REASONS = {
  image: 'These photos look alike.',
  isbn: 'The same ISBN, in two photos.',
  titleAndAuthor: 'The same title and author, in two photos.',
};

/** What the recogniser is doing, by the word of the protocol, which may have more. */
const STAGES = {
  decoding: 'Opening the photo',
  detecting: 'Looking for text',
  reading: 'Reading',
  matching: 'Comparing with the catalogue',
  'waiting-for-model': 'Asking the model',
};

/** `1 book`, `2 books`. */
export function count(number, name) {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

/** `85 %`; only what is whole is 100 %. */
export function percent(fraction) {
  return `${Math.floor(fraction * 100 + 1e-6)} %`;
}

/** Seconds until something happens: `24 s`, `1:05 min`. */
export function countdown(seconds) {
  const whole = Math.max(0, Math.ceil(seconds - 1e-6));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}

/** What a job is doing. `remaining` are the seconds that are left by now, or null. */
export function jobText({ state, fraction, stage, words }, remaining) {
  const done = fraction === null || fraction === undefined ? '' : `, ${percent(fraction)}`;
  switch (state) {
    case 'queued': return 'Waits for its turn';
    case 'uploading': return `Uploading${done}`;
    case 'recognizing': return `${STAGES[stage] ?? 'Recognising'}${done}`;
    case 'waitingForNetwork': return 'Waits for the network';
    case 'rateLimited': return remaining > 0 ? `The service is busy: goes out in ${countdown(remaining)}` : 'Goes out now';
    case 'retrying': return remaining > 0 ? `Tries again in ${countdown(remaining)}` : 'Tries again now';
    case 'failed': return words?.title ?? 'Failed';
    default: return '';
  }
}

/** Whether a job is worked on at this moment, so that a bar shows how far it is. */
export const isUnderWay = ({ state }) => state === 'uploading' || state === 'recognizing';

export const isFailed = ({ state }) => state === 'failed';

/** Photos that wait for the network; empty when they do not. */
export function offlineText({ isOffline, jobs }) {
  if (!isOffline) return '';
  const waiting = jobs.filter((job) => !isFailed(job)).length;
  return waiting === 0 ? 'Offline: photos will wait' : `Offline: ${count(waiting, 'photo')} ${waiting === 1 ? 'waits' : 'wait'}`;
}

/** How long the service is left alone, which it has asked for; empty when it has not. */
export function pauseText(remaining) {
  return remaining > 0 ? `The service is busy: ${countdown(remaining)}` : '';
}

/** Why larger photos are proposed. */
export function proposalText({ decided, right }) {
  return `Of the last ${count(decided, 'book')} that you checked, ${right} ${right === 1 ? 'was' : 'were'} right. Larger photos are read better.`;
}

export const reasonText = ({ reason }) => REASONS[reason] ?? 'These may be the same.';

/** How sure the recogniser is of a book, or what the user has said of it. */
export function certainty({ decision, isAccepted, score }) {
  if (decision === 'confirmed') return 'Confirmed';
  if (decision === 'corrected') return 'Corrected';
  return isAccepted ? percent(score) : `${percent(score)}, to check`;
}

/** What was read of a book. */
export const readText = ({ text }) => (text.length > 0 ? `Read: ${text.join(' · ')}` : 'No text was read.');

/** A book's name. */
export const bookName = ({ title, author }) => [title || 'Untitled', author].filter(Boolean).join(', ');

/** What the button that opens the panel says to whoever does not see it. */
export function openerText(state) {
  const parts = [
    [state.jobs.length, (number) => `${count(number, 'photo')} in the queue`],
    [state.booksToConfirm.length, (number) => `${number} to check`],
    [state.duplicates.length, (number) => count(number, 'duplicate')],
  ].filter(([number]) => number > 0).map(([number, words]) => words(number));
  return `${[`${count(state.bookCount, 'book')} scanned`, ...parts].join(', ')}. Open the list`;
}

/** What has become of photos since the state before, in one sentence; empty when nothing has. */
export function newsText(before, now) {
  const finished = now.finishedCount - before.finishedCount;
  const books = now.bookCount - before.bookCount;
  const failed = now.jobs.filter((job) => isFailed(job)
    && before.jobs.some((other) => other.id === job.id && !isFailed(other)));
  if (finished > 0) {
    const what = finished === 1 ? 'Scan finished' : `${finished} scans finished`;
    const found = books > 0 ? `${count(books, 'book')} found` : 'no new book found';
    const open = now.booksToConfirm.length > 0 ? `, ${now.booksToConfirm.length} to check` : '';
    return `${what}: ${found}${open}.`;
  }
  if (failed.length === 1) return `A scan failed: ${failed[0].words?.title ?? 'see the queue'}.`;
  return failed.length > 1 ? `${failed.length} scans failed.` : '';
}
