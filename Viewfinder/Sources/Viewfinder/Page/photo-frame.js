// Covers what a photo will not have of the picture.

import { PictureOverlay } from './picture-overlay.js';

export class PhotoFrame extends PictureOverlay {
  constructor() {
    super('photo-frame');
  }

  draw({ width, height }, cut) {
    this.root.toggleAttribute('hidden', cut.width === width && cut.height === height);
    const hole = `M${cut.x} ${cut.y}h${cut.width}v${cut.height}h${-cut.width}z`;
    this.root.firstElementChild.setAttribute('d', `M0 0H${width}V${height}H0z${hole}`);
  }
}
