// What the page says, in the language of whoever reads it. An English sentence is its own key of the String Catalog.

import { words } from './words.js';

/** The language of this page. */
const language = document.documentElement.lang || 'en';

/** How numbers and times are written: as in the reader's country, where that speaks the page's language. */
export const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

/** How lists are written. English ones have no comma before the last. */
export const listLocale = language === 'en' ? 'en-GB' : locale;

/** What numbers have before their fractions. */
const point = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal').value;
const plurals = new Intl.PluralRules(language);
const SPECIFIER = /%(?:(\d+)\$)?(@|lld|%)/g;

/** The sentence for a key, with values in the places of `%@` (words) and `%lld` (whole numbers); the first number chooses the form. */
export function say(key, ...values) {
  const found = words[key] ?? key;
  if (values.length === 0) return found;
  const format = typeof found === 'string' ? found : found[plurals.select(values.find((value) => typeof value === 'number'))] ?? found.other;
  let next = 0;
  return format.replace(SPECIFIER, (_, place, kind) => {
    if (kind === '%') return '%';
    const value = values[place ? place - 1 : next++];
    return typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

/**
 * What the server says: a key, or an array of a key and its values, which are sentences themselves, or numbers. What is no key, as a name,
 * stays as it is.
 */
export function told(sentence) {
  if (Array.isArray(sentence)) return say(sentence[0], ...sentence.slice(1).map((value) => (typeof value === 'number' ? value : told(value))));
  const text = sentence ?? '';
  return /^[+−-]?\d+\.\d+$/.test(text) ? decimals(text) : say(text);
}

/** A number with so many digits behind the point, or up to `most` of them, as people here write it. */
export function number(value, digits = 0, most = digits) {
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: most, useGrouping: 'min2' });
}

/** Words that have numbers as programs write them, with numbers as people here write them. */
export function decimals(words) {
  return words.replace(/(\d)\.(?=\d)/g, `$1${point}`);
}
