// The elements of each camera, by its index: the canvas with its picture, and what is said in the picture's place.

const element = (id) => document.getElementById(id);

/** The canvas of a camera. The page comes with the first one's; the others are made when they are asked for. */
export function viewOf(camera) {
  if (camera === 0) return element('view');
  // In the order of their indices.
  viewOf(camera - 1);
  return element(`view-${camera}`) ?? insert('canvas', `view-${camera}`, 'further-view', { role: 'img', width: '16', height: '9' });
}

/** What is said in the place of a further camera's picture. */
export function noteOf(camera) {
  return element(`note-${camera}`) ?? insert('p', `note-${camera}`, 'view-note', {});
}

/** The canvases that there are. */
export function cameraViews() {
  return [element('view'), ...document.querySelectorAll('.further-view')];
}

function insert(tag, id, className, attributes) {
  const made = Object.assign(document.createElement(tag), { id, className, hidden: true });
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  element('pictures').insertBefore(made, element('last-picture'));
  return made;
}
