// Making elements.

/** An element with properties and children; properties with a dash are attributes. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
}

/** One of the page's icons. */
export function icon(name) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  made.setAttribute('viewBox', '0 0 24 24');
  made.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#icon-${name}`);
  made.append(use);
  return made;
}

/** A button with words. */
export function button(text, kind, onPress) {
  const made = make('button', { type: 'button', className: `button small ${kind}`, textContent: text });
  made.addEventListener('click', onPress);
  return made;
}

/** Sets an element's text if it differs: an element that is left alone is not laid out again. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
