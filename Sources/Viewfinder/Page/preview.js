// The picture. Loaded first and on its own: nothing here waits for the controls.

import { FrameStream } from './frame-stream.js';

export const preview = new FrameStream(document.getElementById('view'), 'stream');

self.pinhole.preview = preview;
self.pinhole.figures = () => preview.painter.figures();
self.pinhole.resetFigures = () => preview.painter.resetFigures();

// Everything else waits for the first picture, but not for long: without one, the controls tell why.

const LONGEST_WAIT_FOR_PICTURE = 100;

const picture = new Promise((resolve) => {
  preview.painter.onPaint = () => {
    preview.painter.onPaint = () => {};
    self.pinhole.pictureIsShown = true;
    preview.dispatchEvent(new Event('picture'));
    preview.keepClock();
    resolve();
  };
});

async function loadControls() {
  await Promise.all(['viewfinder', 'movies', 'dual'].map((name) => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = `page/${name}.css`;
    const styled = new Promise((resolve) => {
      sheet.onload = resolve;
      sheet.onerror = resolve;
    });
    document.head.append(sheet);
    return styled;
  }));
  await import('./viewfinder.js');
}

preview.run(self.pinhole.openedStream);
await Promise.race([picture, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_FOR_PICTURE))]);
loadControls();
