// The photos that are not recognised yet: what each is doing, and what can be done about it.

import { confirm } from './confirm.js';
import { button, icon, make, setText } from './elements.js';
import { fileSize } from './format.js';
import { KeyedList } from './keyed-list.js';
import { isFailed, isUnderWay, jobText } from './scan-text.js';
import { clockTime } from './scan-time.js';
import { say, told } from './text.js';

export class ScanQueue {
  #root;
  #state = null;
  #remaining;
  #act;
  #list;
  #empty = make('p', { className: 'scan-empty' },
    say('Nothing waits. Point the camera at a shelf and press the shutter: each photo is worked through here.'));
  #retryAll = button(say('Try all again'), '', () => this.#act('retryScan', {}));
  #done = make('p', { className: 'scan-done' });
  #larger = make('button', { type: 'button', role: 'switch', className: 'scan-switch' },
    make('span', {}, make('strong', { textContent: say('Larger photos') }), make('small')), make('i'));

  /** `act(name, body)` sends a command; `remaining(seconds)` is what is left of a countdown that the state tells. */
  constructor(root, { act, remaining }) {
    this.#root = root;
    this.#act = act;
    this.#remaining = remaining;
    const list = make('ul', { className: 'scan-jobs' });
    this.#list = new KeyedList(list, {
      key: (job) => job.id,
      make: (job) => this.#row(job),
      fill: (row, job) => this.#fill(row, job),
      focusAfter: (row) => (row?.more ?? this.#larger).focus(),
    });
    this.#larger.addEventListener('click', () => this.#act('setScanSize', { isLarger: !this.#state.isLarger }));
    root.append(this.#empty, this.#retryAll, list, make('footer', {}, this.#done, this.#larger));
  }

  setState(state) {
    this.#state = state;
    this.#empty.hidden = state.jobs.length > 0;
    this.#retryAll.hidden = state.jobs.filter(isFailed).length < 2;
    this.#list.show(state.jobs);
    setText(this.#done, state.finishedCount > 0 ? say('%lld photos done', state.finishedCount) : '');
    setText(this.#larger.querySelector('small'), say('Now %@. Larger ones are read better, and cost more.', `${state.size.width} × ${state.size.height}`));
    this.#larger.setAttribute('aria-checked', String(state.isLarger));
  }

  /** Shows what is left of the countdowns. */
  tick() {
    this.#list.rows.forEach((row, index) => this.#fillText(row, this.#state.jobs[index]));
  }

  #row(job) {
    const picture = make('img', { alt: '', loading: 'lazy', decoding: 'async', src: job.photo });
    picture.addEventListener('error', () => { picture.hidden = true; });
    const message = make('span', { className: 'scan-status' });
    const time = make('strong', { textContent: clockTime(job.date) });
    const bar = make('progress', { max: 1, 'aria-label': say('Photo of %@', clockTime(job.date)) });
    const advice = make('p', { className: 'scan-advice' });
    const facts = make('dl', { className: 'scan-facts', hidden: true, id: `scan-job-${job.id}` });
    const more = make('button', {
      type: 'button', className: 'scan-more', 'aria-expanded': 'false', 'aria-controls': facts.id, 'aria-label': say('Details of the photo of %@', clockTime(job.date)),
      title: say('Details'),
    }, icon('more'));
    more.addEventListener('click', () => {
      facts.hidden = !facts.hidden;
      more.setAttribute('aria-expanded', String(!facts.hidden));
    });
    const retry = button(say('Try again'), '', () => this.#act('retryScan', { id: job.id }));
    const remove = button(say('Delete'), 'quiet danger', () => this.#delete(job.id));
    for (const control of [retry, remove]) control.setAttribute('aria-label', say('%@: photo of %@', control.textContent, clockTime(job.date)));
    const root = make('li', {},
      make('div', { className: 'scan-picture' }, picture), make('div', { className: 'scan-what' }, time, message, bar),
      more, advice, facts, make('div', { className: 'scan-actions' }, retry, remove));
    return { root, message, bar, advice, facts, more, retry };
  }

  #fill(row, job) {
    this.#fillText(row, job);
    row.root.dataset.state = job.state;
    row.bar.hidden = !isUnderWay(job);
    if (job.fraction === null || job.fraction === undefined) row.bar.removeAttribute('value');
    else row.bar.value = job.fraction;
    setText(row.advice, isFailed(job) ? told(job.message?.advice) : '');
    row.advice.hidden = row.advice.textContent === '';
    row.retry.hidden = !isFailed(job);
    // Rebuilt only when they differ: they are for reading, perhaps by a reader of the screen that stands in them.
    const facts = jobFacts(job);
    const key = JSON.stringify(facts);
    if (row.facts.dataset.key === key) return;
    row.facts.dataset.key = key;
    row.facts.replaceChildren(...facts.flatMap(([name, value]) => [
      make('dt', { textContent: name }), make('dd', { textContent: value }),
    ]));
  }

  #fillText(row, job) {
    setText(row.message, jobText(job, this.#remaining(job.remaining)));
  }

  async #delete(id) {
    const job = this.#state.jobs.find((other) => other.id === id);
    if (job && await confirm({
      title: say('Delete this photo?'),
      text: say('It was taken at %@, and its books are not recognised yet. It cannot be brought back.', clockTime(job.date)),
      action: say('Delete'),
    })) this.#act('cancelScan', { id });
  }
}

/** What is known of a job's photo: names and values. */
export function jobFacts({ name, bytes, width, height, estimates = [], reportedTokens = null }) {
  const tokens = (count) => say('%lld tokens', count);
  return [
    [say('Photo'), name],
    [say('Size'), [width && `${width} × ${height}`, bytes && fileSize(bytes)].filter(Boolean).join(', ')],
    ...(estimates ?? []).map((estimate) => [say('Estimate by %@', estimate.rule), tokens(estimate.tokens)]),
    [say('Reported by the model'), reportedTokens === null ? '' : tokens(reportedTokens)],
  ].filter(([, value]) => value);
}
