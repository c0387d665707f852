// Numbers in words.

import { locale, number, say } from './text.js';

/** `940 kB`, `12.3 MB`, `1.24 GB`. */
export function fileSize(bytes) {
  if (bytes < 1e6) return `${number(bytes / 1000)} kB`;
  if (bytes < 1e9) return `${number(bytes / 1e6, 1)} MB`;
  return `${number(bytes / 1e9, bytes < 1e11 ? 1 : 0)} GB`;
}

/** `0:07`, `12:05`, `1:00:09`. */
export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (value) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

/** The same for whoever hears it: `1 hour 2 minutes 5 seconds`. */
export function spokenDuration(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const said = [
    hours > 0 && say('%lld hours', hours), minutes > 0 && say('%lld minutes', minutes), rest > 0 && say('%lld seconds', rest),
  ].filter(Boolean);
  return said.length > 0 ? said.join(' ') : say('%lld seconds', 0);
}

/** A day and a time as people here write them. */
export function moment(date) {
  return new Date(date).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A zoom factor that users are shown, for whoever hears it: `0.5`, `1`, `12.3`. Digits that say nothing are left out. */
export function zoomNumber(shown, { fractionDigits }) {
  const unit = 10 ** fractionDigits;
  return number(Math.round(shown * unit) / unit, 0, fractionDigits);
}

/** The same as it stands on a button: `.5` in English. */
export function zoomLabel(shown, scale) {
  const text = zoomNumber(shown, scale);
  return scale.omitsLeadingZero ? text.replace(/^0\./, '.') : text;
}

const DAY = 86_400_000;

/** What a photo or a movie is called: `Today, 14:03`, `Yesterday, 9:12`, `Monday 12 May, 14:03`, with the year if it is another one. */
export function dayAndTime(date, now = new Date()) {
  const then = new Date(date);
  return `${dayName(then, now)}, ${then.toLocaleTimeString(locale, { timeStyle: 'short' })}`;
}

function dayName(then, now) {
  const noon = (day) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12);
  // Not every day has 24 hours.
  const days = Math.round((noon(now) - noon(then)) / DAY);
  if (days === 0) return say('Today');
  if (days === 1) return say('Yesterday');
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' };
  return then.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long', ...year });
}
