// The picture's stream, which whoever shows the picture shares.

import { FrameStream } from './frame-stream.js';

export const preview = new FrameStream(document.getElementById('view'), 'stream');

self.pinhole.preview = preview;
// The page of several cameras knows of the others, too.
self.pinhole.metrics = () => preview.painter.metrics();
self.pinhole.resetMetrics = () => preview.painter.resetMetrics();
