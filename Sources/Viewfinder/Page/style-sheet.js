// Style sheets of parts that are loaded late.

/** Loads a style sheet; returns when it holds, or cannot be had. */
export async function styleSheet(address) {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = address;
  document.head.append(sheet);
  await new Promise((resolve) => {
    sheet.onload = resolve;
    sheet.onerror = resolve;
  });
}
