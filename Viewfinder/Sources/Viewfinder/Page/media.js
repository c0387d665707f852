// What was taken: the photos and movies, the recordings that were cut off, and why the last recording ended.

import { Gallery } from './gallery.js';
import { MovieNotice } from './movie-notice.js';
import { Recovery } from './recovery.js';
import { report, showToast } from './toast.js';

export class Media {
  gallery = new Gallery({ onError: report, onNotice: showToast });
  recovery = new Recovery({ onError: report, onChange: () => this.gallery.load() });
  movieNotice = new MovieNotice((name) => this.gallery.openMovie(name));

  setState({ lastPhoto, lastMovie }) {
    this.gallery.setLast(lastPhoto);
    this.gallery.setLastMovie(lastMovie);
  }
}
