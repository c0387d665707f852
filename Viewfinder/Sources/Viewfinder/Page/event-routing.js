// Which part takes what the server tells.

import { told } from './text.js';

/** `applyState` takes the whole state; the other parts take what is told of one thing alone. */
export function routeEvents(events, { applyState, gallery, movieNotice, recorder, recovery, metrics, phone, scanMode, onNotice }) {
  const handlers = {
    state: applyState,
    photo: (photo) => gallery.setLast(photo),
    movie: (movie) => {
      gallery.setLastMovie(movie);
      movieNotice.show(movie);
    },
    progress: (progress) => recorder.setProgress(progress),
    recovery: (leftovers) => recovery.setState(leftovers),
    metrics: (list) => metrics.setMetrics(list),
    simulator: (simulated) => phone.setState(simulated),
    scanner: (scanner) => scanMode.setState(scanner),
    text: (text) => scanMode.setText(text),
    failure: ({ message }) => onNotice(told(message)),
  };
  for (const [name, handle] of Object.entries(handlers)) events.addEventListener(name, ({ detail }) => handle(detail));
}
