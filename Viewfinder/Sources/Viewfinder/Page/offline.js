// Says what is missing while the server cannot be reached, and opens the viewfinder as soon as it can.

{
  const POLL_INTERVAL = 3000;
  const reason = document.getElementById('reason');

  const show = () => {
    const { textSilent, textOffline } = reason.dataset;
    const text = navigator.onLine ? textSilent.replace('%@', location.host) : textOffline;
    // What is said again is read out again.
    if (reason.textContent !== text) reason.textContent = text;
  };

  const poll = async () => {
    try {
      // Whatever is answered, there is a server.
      await fetch('/clock', { cache: 'no-store', signal: AbortSignal.timeout(POLL_INTERVAL) });
      location.reload();
    } catch {
      show();
      setTimeout(poll, POLL_INTERVAL);
    }
  };

  document.getElementById('retry').addEventListener('click', () => location.reload());
  addEventListener('online', show);
  addEventListener('offline', show);
  show();
  setTimeout(poll, POLL_INTERVAL);
}
