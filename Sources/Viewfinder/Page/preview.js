// The picture's stream, which whoever shows the picture shares.

import { FrameStream } from './frame-stream.js';

export const preview = new FrameStream(document.getElementById('view'), 'stream');

self.pinhole.preview = preview;
self.pinhole.figures = () => preview.painter.figures();
self.pinhole.resetFigures = () => preview.painter.resetFigures();
