import { createTexts } from '@shop/language/texts';
import { pageReadyEvent } from '../base/page';
import { createPageLoaderScript } from './elements';
import type { PageScripts } from './page-loader';

const scripts: PageScripts = {
  entry: { url: '/r/shell/main.js', integrity: 'sha384-main' },
  preloads: [{ url: '/r/mf-catalog/home.js', integrity: 'sha384-home' }],
};

let idle: (() => void)[];

/** Shows a document with the content, and runs the page loader as its inline script does. */
function openDocument(content: string, connection?: { saveData: boolean }) {
  document.head.replaceChildren();
  document.body.innerHTML = `${content}<script type="application/json" id="scripts">${JSON.stringify(scripts)}</script>`;
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  idle = [];
  window.requestIdleCallback = (callback) => idle.push(callback as () => void);
  new Function(createPageLoaderScript(createTexts({ code: 'en', catalog: {} })))();
}

const runIdle = () => {
  for (const callback of idle) callback();
};
const announceReady = () => window.dispatchEvent(new Event(pageReadyEvent));
const requested = () =>
  [...document.head.querySelectorAll('script,link')].map((element) => [
    element.getAttribute('src') ?? element.getAttribute('href'),
    element.getAttribute('integrity'),
  ]);
const find = <Type extends HTMLElement>(selector: string) => document.querySelector<Type>(selector) as Type;
/** Records clicks that reach the control, as a component's handler would. */
function watchClicks(selector: string): string[] {
  const seen: string[] = [];
  for (const control of document.querySelectorAll(selector)) {
    control.addEventListener('click', () => seen.push(control.id));
  }
  return seen;
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

afterEach(announceReady);

describe('the scripts of a page', () => {
  const all = [
    ['/r/shell/main.js', 'sha384-main'],
    ['/r/mf-catalog/home.js', 'sha384-home'],
  ];

  it('load when the page is idle', () => {
    openDocument('<img fetchpriority="low">');
    expect(requested()).toEqual([]);
    runIdle();
    expect(requested()).toEqual(all);
  });

  it('wait for the largest picture', () => {
    const complete = jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    openDocument('<img fetchpriority="high" src="/hero.avif">');
    expect(idle).toEqual([]);
    find('img').dispatchEvent(new Event('load'));
    runIdle();
    expect(requested()).toEqual(all);
    complete.mockRestore();
  });

  it.each(['pointerdown', 'keydown', 'touchstart', 'scroll'])('load once at the first %s', (name) => {
    openDocument('');
    document.body.dispatchEvent(new Event(name, { bubbles: true }));
    document.body.dispatchEvent(new Event(name, { bubbles: true }));
    runIdle();
    expect(requested()).toEqual(all);
  });

  it('load at the first input only for a shopper who saves data', () => {
    openDocument('', { saveData: true });
    expect(idle).toEqual([]);
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
    expect(requested()).toEqual(all);
  });
});

describe('input before the page is ready', () => {
  it('repeats clicks in their sequence, and a repeated click once', async () => {
    openDocument('<button id="size"></button><button id="add"><span></span></button>');
    const seen = watchClicks('button');
    find('#size').click();
    find('#add span').click();
    find('#add').click();
    expect(seen).toEqual([]);
    expect(find('#add')).toHaveAttribute('aria-busy', 'true');
    announceReady();
    await nextTask();
    await nextTask();
    expect(seen).toEqual(['size', 'add']);
    expect(find('#add')).not.toHaveAttribute('aria-busy');
    find('#add').click();
    expect(seen).toEqual(['size', 'add', 'add']);
  });

  it('leaves links alone, also inside a card with a button', () => {
    openDocument('<a id="link" href="#p"><span></span></a>');
    const seen = watchClicks('a');
    find('#link span').click();
    expect(seen).toEqual(['link']);
  });

  it('drops the click on a control that the page has removed', async () => {
    openDocument('<button id="add"></button>');
    const seen = watchClicks('button');
    find('#add').click();
    find('#add').remove();
    announceReady();
    await nextTask();
    expect(seen).toEqual([]);
  });

  it('holds the submit of a form, and repeats it through its button', async () => {
    openDocument('<form><input name="email"><button id="subscribe"></button></form>');
    const onSubmit = jest.fn((event: Event) => event.preventDefault());
    find('form').addEventListener('submit', onSubmit);
    find('#subscribe').click();
    expect(onSubmit).not.toHaveBeenCalled();
    announceReady();
    await nextTask();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('leaves the submit of a form with an address to the browser: it works without scripts', () => {
    openDocument('<form action="/search"><input name="q"></form><form id="other"></form>');
    const submit = (selector: string) =>
      find(selector).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    expect(submit('form[action]')).toBe(true);
    expect(submit('#other')).toBe(false);
  });

  it('holds nothing more when the entry does not load', () => {
    openDocument('<button id="add"></button>');
    const seen = watchClicks('button');
    runIdle();
    find('#add').click();
    find('head script').dispatchEvent(new Event('error'));
    expect(find('#add')).not.toHaveAttribute('aria-busy');
    find('#add').click();
    expect(seen).toEqual(['add']);
  });
});
