// Style sheets of parts that are loaded late.

/** Loads a style sheet that lies beside this module; returns when it holds, or cannot be had. */
export async function styleSheet(name) {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = new URL(`./${name}`, import.meta.url).href;
  document.head.append(sheet);
  await new Promise((resolve) => {
    sheet.onload = resolve;
    sheet.onerror = resolve;
  });
}
