// Where the page begins. The picture comes first; everything else waits for it, but not for long: without one, the controls tell why.

import { preview } from './preview.js';
import { forgetLastPicture, hideLastPicture, showLastPicture } from './last-picture.js';

const LONGEST_WAIT_FOR_PICTURE = 100;

const picture = new Promise((resolve) => {
  preview.painter.onPaint = () => {
    preview.painter.onPaint = () => {};
    self.pinhole.pictureIsShown = true;
    hideLastPicture();
    preview.dispatchEvent(new Event('picture'));
    preview.keepClock();
    resolve();
  };
});

// The page itself is where one logs in.
preview.addEventListener('logout', () => {
  forgetLastPicture();
  location.reload();
}, { once: true });

/** What belongs to this module's version of the page. */
const address = (name) => new URL(`./${name}`, import.meta.url).href;

async function loadControls() {
  // All at once, not each when who imports it was read.
  for (const name of document.body.dataset.modules.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = address(name);
    document.head.append(link);
  }
  await Promise.all(['viewfinder', 'movies', 'dual'].map((name) => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = address(`${name}.css`);
    const styled = new Promise((resolve) => {
      sheet.onload = resolve;
      sheet.onerror = resolve;
    });
    document.head.append(sheet);
    return styled;
  }));
  await import('./viewfinder.js');
}

showLastPicture();
preview.run(self.pinhole.openedStream);
await Promise.race([picture, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_FOR_PICTURE))]);
loadControls();
