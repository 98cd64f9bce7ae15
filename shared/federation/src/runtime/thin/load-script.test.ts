import { loadScript } from './load-script';

/** The document appends the script and never loads it. */
function createScript() {
  const script = { src: 'http://shop.test/remote-entry.js', isAttached: false, remove: () => {} };
  script.remove = () => {
    script.isAttached = false;
  };
  const head = { append: () => (script.isAttached = true) };
  Object.assign(globalThis, { document: { head } });
  return script as typeof script & HTMLScriptElement;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'document');
});

it('rejects and removes a script that does not load within 20 seconds', async () => {
  const script = createScript();
  const loading = loadScript(script);
  expect(script.isAttached).toBe(true);
  jest.advanceTimersByTime(19_999);
  expect(script.isAttached).toBe(true);
  jest.advanceTimersByTime(1);
  await expect(loading).rejects.toMatchObject({
    message: 'http://shop.test/remote-entry.js did not load within 20000 ms',
    request: 'http://shop.test/remote-entry.js',
    type: 'timeout',
  });
  expect(script.isAttached).toBe(false);
});

it('ends the timer of a script that loads', async () => {
  const script = createScript();
  const loading = loadScript(script);
  script.onload?.({} as Event);
  await loading;
  expect(jest.getTimerCount()).toBe(0);
});
