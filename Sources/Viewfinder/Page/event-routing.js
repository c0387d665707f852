// Which part takes what the server tells.

/** `takeState` takes the whole state; the other parts take what is told of one thing alone. */
export function routeEvents(events, { takeState, gallery, movieNotice, recorder, recovery, figures, phone, scanMode, onNotice }) {
  const takers = {
    state: takeState,
    photo: (photo) => gallery.setLast(photo),
    movie: (movie) => {
      gallery.setLastMovie(movie);
      movieNotice.show(movie);
    },
    progress: (progress) => recorder.setProgress(progress),
    recovery: (leftovers) => recovery.setState(leftovers),
    figures: (first) => figures.setCamera(first),
    secondFigures: (second) => figures.setSecond(second),
    simulator: (simulated) => phone.setState(simulated),
    scanner: (scanner) => scanMode.setState(scanner),
    text: (text) => scanMode.setText(text),
    failure: ({ message }) => onNotice(message),
  };
  for (const [name, take] of Object.entries(takers)) events.addEventListener(name, ({ detail }) => take(detail));
}
