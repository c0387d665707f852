// Points in time, as people here write them.

import { locale } from './text.js';

/** Servers tell dates as text, or as seconds since 1970. */
export function asDate(date) {
  return new Date(typeof date === 'number' ? date * 1000 : date);
}

/** The time of the day. */
export function clockTime(date) {
  return asDate(date).toLocaleTimeString(locale, { timeStyle: 'medium' });
}

/** The day. */
export function day(date) {
  return asDate(date).toLocaleDateString(locale, { dateStyle: 'medium' });
}
