// Numbers in words.

/** `940 kB`, `12.3 MB`, `1.24 GB`. */
export function fileSize(bytes) {
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} kB`;
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(bytes < 1e11 ? 1 : 0)} GB`;
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
  const parts = [[Math.floor(whole / 3600), 'hour'], [Math.floor(whole / 60) % 60, 'minute'], [whole % 60, 'second']];
  const said = parts.filter(([value]) => value > 0).map(([value, unit]) => `${value} ${unit}${value === 1 ? '' : 's'}`);
  return said.length > 0 ? said.join(' ') : '0 seconds';
}

/** A day and a time as people here write them. */
export function moment(date) {
  return new Date(date).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

const DAY = 86_400_000;

/** What a photo or a movie is called: `Today, 14:03`, `Yesterday, 9:12`, `Monday 12 May, 14:03`, with the year if it is another one. */
export function dayAndTime(date, now = new Date()) {
  const then = new Date(date);
  return `${dayName(then, now)}, ${then.toLocaleTimeString(undefined, { timeStyle: 'short' })}`;
}

function dayName(then, now) {
  const noon = (day) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), 12);
  // Not every day has 24 hours.
  const days = Math.round((noon(now) - noon(then)) / DAY);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' };
  return then.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long', ...year });
}
