// Lets the browser keep the page that it shows when the server cannot be reached.

/** Where the browser keeps nothing for this page, or does not trust the server's certificate, it shows a page of its own. */
export function keepOfflinePage() {
  // It speaks as this page does, also where that was asked for in the address.
  navigator.serviceWorker?.register(`/service-worker.js?lang=${document.documentElement.lang}`).catch(() => {});
}
