// A list whose rows stay the same elements while what they show changes: focus, typed text and pictures survive.

export class KeyedList {
  #root;
  #rows = new Map();
  #key;
  #make;
  #fill;
  #focusAfter;

  /**
   * `key(item)` names a row, `make(item)` gives `{ root, ... }`, `fill(row, item)` shows the item in it. `focusAfter(row)` gets the
   * row after one that went and had the focus, the last one when it was last, null when there is none.
   */
  constructor(root, { key, make, fill, focusAfter = () => {} }) {
    this.#root = root;
    this.#key = key;
    this.#make = make;
    this.#fill = fill;
    this.#focusAfter = focusAfter;
  }

  /** The rows in their order. */
  get rows() {
    const rows = new Map([...this.#rows.values()].map((row) => [row.root, row]));
    return [...this.#root.children].map((child) => rows.get(child));
  }

  show(items) {
    const keys = items.map(this.#key);
    const lost = this.#removeAllBut(new Set(keys));
    items.forEach((item, index) => {
      const key = keys[index];
      if (!this.#rows.has(key)) this.#rows.set(key, this.#make(item));
      const row = this.#rows.get(key);
      // A row that is moved loses the focus, so what is in its place stays there.
      if (this.#root.children[index] !== row.root) this.#root.insertBefore(row.root, this.#root.children[index] ?? null);
      this.#fill(row, item);
    });
    if (lost !== null) this.#focusAfter(this.rows[Math.min(lost, items.length - 1)] ?? null);
  }

  /** Takes rows out; gives the place of the one that had the focus, or null. */
  #removeAllBut(keys) {
    let lost = null;
    for (const [key, row] of this.#rows) {
      if (keys.has(key)) continue;
      if (row.root.contains(document.activeElement)) lost = [...this.#root.children].indexOf(row.root);
      row.root.remove();
      this.#rows.delete(key);
    }
    return lost;
  }
}
