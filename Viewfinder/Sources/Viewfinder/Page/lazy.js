// Work that waits until an element comes near what is seen.

export class Lazy {
  #work = new WeakMap();
  #observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) this.#run(target);
  }, { rootMargin: '200px' });

  /** Does the work for an element when it is seen, once; replaces what waits for it. */
  when(element, work) {
    this.#work.set(element, work);
    // An element that is seen already is told anew only so.
    this.#observer.unobserve(element);
    this.#observer.observe(element);
  }

  #run(element) {
    this.#observer.unobserve(element);
    const work = this.#work.get(element);
    this.#work.delete(element);
    work?.();
  }
}
