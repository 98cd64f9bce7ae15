import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { transformSync } from '@swc/core';
import type { createContainerAdapter } from './container-adapter';

const base = 'https://shop.test/r/mf-a/1.0.0-0123456789ab/';

class FakeElement {
  src = '';
  href = '';
  rel = '';
  integrity = '';
  crossOrigin = '';
  attributes = new Map<string, string>();
  removeAttribute = (name: string) => this.attributes.delete(name);
  isRemoved = false;
  remove = () => {
    this.isRemoved = true;
  };
  listeners = new Map<string, () => void>();
  addEventListener = (type: string, listener: () => void) => this.listeners.set(type, listener);
  onload?: () => void;
  onerror?: () => void;
}
class FakeScript extends FakeElement {}
class FakeLink extends FakeElement {}

const getPath = ({ src, href }: FakeElement) => (src || href).slice(base.length);

type Adapter = ReturnType<typeof createContainerAdapter>;

/** Opens a page that loads files by path. @param files What each file does. A file that is missing does not load. */
function openPage(files: Record<string, (adapter: Adapter) => void>) {
  const appended: FakeElement[] = [];
  const page = {
    currentScript: Object.assign(new FakeScript(), { src: `${base}static/entry.js` }),
    createElement: (name: string) => (name === 'link' ? new FakeLink() : new FakeScript()),
    head: {
      appendChild: (element: FakeElement) => {
        appended.push(element);
        const run = files[getPath(element)];
        queueMicrotask(() => {
          page.currentScript = element;
          run?.(adapter);
          element.listeners.get(run ? 'load' : 'error')?.();
          if (run) element.onload?.();
          else element.onerror?.();
        });
        return element;
      },
    },
  };
  const context = vm.createContext({ document: page, HTMLScriptElement: FakeScript, HTMLLinkElement: FakeLink, URL });
  const source = readFileSync(path.join(import.meta.dirname, 'container-adapter.ts'), 'utf8').replace(/^export /gm, '');
  const { code } = transformSync(source, {
    isModule: false,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  vm.runInContext(code, context);
  const integrity = { 'a.js': 'sha256-a', 'b.js': 'sha256-b', 'a.css': 'sha256-css', 'static/x.js': 'sha256-x' };
  const options = { entry: 'static/entry.js', exposed: './App', integrity };
  const adapter: Adapter = vm.runInContext('createContainerAdapter', context)(options);
  return { adapter, appended, page };
}

/** Registers a module of a chunk. */
const define = (specifiers: string[], declare: Parameters<Adapter['register']>[1]) => (adapter: Adapter) =>
  adapter.register(specifiers, declare);

it('gives the official container a copy of the share scope, in which the versions of the shell count as loaded', async () => {
  const { adapter } = openPage({});
  const share = { from: 'shell', get: () => () => 'react' };
  const scope = { react: { '19.3.1': share } };
  let received: Record<string, Record<string, object>> = {};
  adapter.define({
    init: (copy) => {
      received = copy;
      copy.react = { ...copy.react, '19.9.0': {} };
      copy.lodash = { '4.0.0': {} };
    },
    get: async (name) => () => name,
  });
  await adapter.init(scope);
  expect(received.react?.['19.3.1']).toMatchObject({ from: 'shell', loaded: true });
  expect(scope).toEqual({ react: { '19.3.1': share } });
  expect((await adapter.get('./routes'))()).toBe('./App');
  await expect(adapter.get('./other')).rejects.toThrow('Module "./other" does not exist in container.');
});

it('initializes the official container once, and again after a failure', async () => {
  const { adapter } = openPage({});
  const init = jest.fn().mockRejectedValueOnce(new Error('no version fits')).mockResolvedValue(undefined);
  adapter.define({ init, get: async () => () => null });
  await expect(adapter.init({})).rejects.toThrow('no version fits');
  await Promise.all([adapter.init({}), adapter.init({})]);
  expect(init).toHaveBeenCalledTimes(2);
});

it('adds the hash to scripts and style sheets of the release, and refuses every other file', () => {
  const { adapter, appended } = openPage({});
  const add = (element: FakeElement) => adapter.append(element as unknown as HTMLElement);
  add(Object.assign(new FakeScript(), { src: `${base}a.js` }));
  add(Object.assign(new FakeLink(), { href: `${base}a.css`, rel: 'stylesheet' }));
  add(Object.assign(new FakeLink(), { href: `${base}b.js`, rel: 'modulepreload' }));
  expect(appended.map(({ integrity, crossOrigin }) => [integrity, crossOrigin])).toEqual([
    ['sha256-a', 'anonymous'],
    ['sha256-css', 'anonymous'],
  ]);
  for (const src of [`${base}c.js`, 'https://evil.test/a.js', `${base}../1.0.1-0123456789ab/a.js`]) {
    expect(() => add(Object.assign(new FakeScript(), { src }))).toThrow('is not a file of this release');
  }
  expect(appended).toHaveLength(2);
});

it.each([
  ['webpack', 'script', Object.assign(new FakeScript(), { src: `${base}a.js` })],
  ['rspack', 'script', Object.assign(new FakeScript(), { src: `${base}a.js` })],
  ['webpack', 'style sheet', Object.assign(new FakeLink(), { href: `${base}a.css`, rel: 'stylesheet' })],
  ['rspack', 'style sheet', Object.assign(new FakeLink(), { href: `${base}a.css`, rel: 'stylesheet' })],
])('removes the name by which %s would take a %s for that of another version', (bundler, _, element) => {
  element.attributes.set(`data-${bundler}`, 'mf-a:chunk-reviews').set(`data-${bundler}-loading`, '1');
  openPage({}).adapter.append(element as unknown as HTMLElement);
  expect([...element.attributes.keys()]).toEqual([`data-${bundler}-loading`]);
});

it('loads modules with their hashes, each once, after the modules that they import, also around a cycle', async () => {
  const order: string[] = [];
  const { adapter, appended } = openPage({
    'a.js': define(['./b.js'], (add, { meta }) => {
      let b = '';
      return {
        setters: [(exports) => (b = (exports as { b: string }).b)],
        execute: () => {
          order.push('a');
          add('init', () => order.push(`init with ${b}`));
          add({ get: async (name: string) => () => `${name} at ${(meta as { url: string }).url}` });
        },
      };
    }),
    'b.js': define(['./a.js'], (add) => ({
      setters: [() => undefined],
      execute: async () => {
        order.push('b');
        await null;
        add('b', 'the export of b');
      },
    })),
  });
  adapter.register(['../a.js'], (add) => ({
    setters: [(exports) => add(exports as Record<string, unknown>)],
    execute: () => order.push('entry'),
  }));
  await adapter.init({});
  expect(order).toEqual(['b', 'a', 'entry', 'init with the export of b']);
  expect((await adapter.get('./routes'))()).toBe(`./App at ${base}a.js`);
  expect(appended.map(({ integrity }) => integrity)).toEqual(['sha256-a', 'sha256-b']);
});

it('names a module that does not load, and loads it again at the next attempt', async () => {
  const scripts: Record<string, (adapter: Adapter) => void> = {
    'a.js': define(['./b.js'], () => ({ setters: [() => undefined], execute: () => undefined })),
  };
  const { adapter, appended } = openPage(scripts);
  let importA: () => Promise<object> = async () => ({});
  adapter.register([], (add, context) => {
    importA = () => context.import('../a.js');
    return { setters: [], execute: () => add({ init: () => undefined, get: async () => () => null }) };
  });
  await adapter.init({});
  await expect(importA()).rejects.toMatchObject({ message: `${base}b.js did not load`, request: `${base}b.js` });
  scripts['b.js'] = define([], (add) => ({ setters: [], execute: () => add('b', 1) }));
  await importA();
  expect(appended.map(({ src }) => src.slice(base.length))).toEqual(['a.js', 'b.js', 'b.js']);
});

it('requests a style sheet that has not loaded again before the next import, once, and names it', async () => {
  const files: Record<string, (adapter: Adapter) => void> = {
    'b.js': define([], (add) => ({ setters: [], execute: () => add('b', 1) })),
  };
  const { adapter, appended } = openPage(files);
  let importB: () => Promise<object> = async () => ({});
  adapter.register([], (add, context) => {
    importB = () => context.import('../b.js');
    return { setters: [], execute: () => add({ init: () => undefined, get: async () => () => null }) };
  });
  await adapter.init({});
  const sheet = Object.assign(new FakeLink(), { href: `${base}a.css`, rel: 'stylesheet' });
  adapter.append(sheet as unknown as HTMLElement);
  await null;
  await expect(importB()).rejects.toMatchObject({ request: `${base}a.css` });
  files['a.css'] = () => undefined;
  await Promise.all([importB(), importB()]);
  await importB();
  expect(appended.map((element) => [getPath(element), element.isRemoved])).toEqual([
    ['a.css', true],
    ['a.css', true],
    ['a.css', false],
    ['b.js', false],
  ]);
  expect(appended[2]?.integrity).toBe('sha256-css');
});
