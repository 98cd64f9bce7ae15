import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { compareScreenshots } from '@shop/releases/history/screenshots';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { waitUntil } from '@shop/testing/wait-until';
import { listProcessTree } from '../testing/process-tree';
import {
  createTestedSmokeTest,
  type FakeRemote,
  formatProblems,
  inBrowser,
  publishRemote,
  publishShell,
  root,
  shellServer,
  store,
  testRemotes,
} from '../testing/smoke-tested-shop';

jest.setTimeout(120_000);

let shell: Release;
beforeAll(async () => {
  shell = await publishShell();
});

const run = (apps: Record<string, FakeRemote>) => testRemotes(shell, apps);
const testWithShell = async (tested: Release, remotes: Release[]) =>
  formatProblems(await createTestedSmokeTest()({ env: 'production', shell: tested, remotes }));

inBrowser('reports no problem for a composition that starts', async () => {
  expect(await run({ 'mf-sound': {} })).toEqual([]);
});

inBrowser('reports an error of a page with the app of its script', async () => {
  const tampered = await publishRemote('mf-tampered');
  for (const file of ['remote-entry.js', 'remote-entry.js.br']) await store.remove(getReleasePrefix(tampered) + file);
  await store.putIfAbsent(`${getReleasePrefix(tampered)}remote-entry.js`, Buffer.from('window.evil = 1;'));
  const codes = {
    'mf-loud': "console.error('no price', 'for p1');",
    'mf-thrower': "throw new Error('no list');",
    'mf-versions': "console.warn('[ Federation Runtime ]: Version 18 of react');",
    'mf-notes': "console.warn('slow'); console.info('hello');",
  };
  const others = await Promise.all(Object.entries(codes).map(([app, onLoad]) => publishRemote(app, { onLoad })));
  const problems = await testWithShell(shell, [tampered, ...others]);
  // The gateway itself compares the file with its hash, and has no such file.
  expect(problems).toContainEqual(
    expect.stringMatching(/^mf-tampered: \/mf-tampered writes to the console: .*status of 404/),
  );
  expect(problems.filter((problem) => !problem.startsWith('mf-tampered: '))).toEqual([
    'mf-loud: /mf-loud writes to the console: no price for p1',
    'mf-thrower: /mf-thrower throws: no list',
    'mf-versions: /mf-versions writes to the console: [ Federation Runtime ]: Version 18 of react',
  ]);
});

inBrowser('requires a screen for every path of a remote that only browsers render', async () => {
  const screen = 'async () => ({ screen: { Screen: () => null } })';
  const details = {
    'mf-complete': [`detail: ${screen}`],
    'mf-missing': [],
    'mf-misnamed': [`details: ${screen}`],
    'mf-default': ['detail: async () => ({ default: () => null })'],
    'mf-bare': ['detail: async () => ({ screen: () => null })'],
  };
  const remotes = Object.entries(details).map(([app, detail]): [string, FakeRemote] => {
    const paths = { home: `/${app}`, detail: `/${app}/:id` };
    return [app, { server: null, paths, routes: [`home: ${screen}`, ...detail] }];
  });
  expect(await run(Object.fromEntries(remotes))).toEqual(
    ['mf-bare', 'mf-default', 'mf-misnamed', 'mf-missing'].map((app) => `${app}: its route detail has no screen`),
  );
});

inBrowser('reports duplicates of React, Redux stores, Emotion caches and shared modules', async () => {
  const twice = (work: string) => `for (let copy = 0; copy < 2; copy++) { ${work} }`;
  const problems = await run({
    'mf-react': { onLoad: twice('__REACT_DEVTOOLS_GLOBAL_HOOK__.inject({});') },
    'mf-store': { onLoad: twice('__REDUX_DEVTOOLS_EXTENSION_COMPOSE__({});') },
    'mf-emotion': {
      onLoad: twice(
        "for (const name of ['css', 'css-global']) document.head.append(Object.assign(document.createElement('style'), { })), document.head.lastChild.setAttribute('data-emotion', name);",
      ),
    },
    'mf-shared': {
      onLoad: `window.__FEDERATION__ = { __SHARE__: { shell: { default: {
        react: { '19.3.1': { loaded: true }, '18.3.0': { loaded: true } },
        'react-dom': { '19.3.1': { loaded: true }, '18.3.0': {} },
      } } } };`,
    },
  });
  expect(problems).toEqual([
    'mf-emotion: /mf-emotion contains a module twice: 2 Emotion caches write styles into it',
    'mf-react: /mf-react contains a module twice: 2 copies of React render in it',
    'mf-shared: /mf-shared contains a module twice: react is in it as 18.3.0 and 19.3.1',
    'mf-store: /mf-store contains a module twice: 2 Redux stores are in it',
  ]);
});

describe('the purchase', () => {
  const paths = { product: '/product/:id', cart: '/cart', checkout: '/checkout', payment: '/payment' };
  const fields = ['Full Name', 'Address', 'City', 'State', 'Postal Code', 'Phone'];
  /** The screens of a shop without React. @param onPlaced Code that runs after the order was placed. */
  const createScreens = (onPlaced: string) => `
    const show = (html) => document.body.insertAdjacentHTML('beforeend', '<main>' + html + '</main>');
    const onClick = (work) => document.querySelector('button').addEventListener('click', work);
    const fields = ${JSON.stringify(fields)};
    if (location.pathname === '/cart') {
      show('<h1>Cart</h1><button>Checkout</button>');
      onClick(() => location.assign('/checkout'));
    } else if (location.pathname === '/checkout') {
      show('<h1>Checkout</h1>' + fields.map((name) => '<label>' + name + '<input></label>').join('') + '<button>Place Order</button>');
      onClick(async () => {
        const isFilled = [...document.querySelectorAll('input')].every(({ value }) => value);
        const url = 'http://store-api.invalid/api/v1/orders';
        const { id } = isFilled ? await (await fetch(url, { method: 'POST', body: '{}' })).json() : {};
        if (!id) return;
        ${onPlaced}
        location.assign('/payment?orderId=' + id);
      });
    } else if (location.pathname === '/payment') show('<h1>Payment</h1>');
    else show('<h1>Saucepan</h1><input type="radio" aria-label="18 cm"><button>Add to Cart</button><a href="/cart">Cart</a>');`;
  const buy = (app: string, onPlaced: string) => run({ [app]: { paths, onLoad: `{${createScreens(onPlaced)}}` } });

  inBrowser('reports no problem for a composition in which a shopper can buy', async () => {
    expect(await buy('mf-buy', '')).toEqual([]);
  });

  inBrowser('stores one picture of each page and of each step, and the same pictures for the same code', async () => {
    const photograph = async () => {
      const remotes = [await publishRemote('mf-buy', { paths, onLoad: `{${createScreens('')}}` })];
      expect(await testWithShell(shell, remotes)).toEqual([]);
      return { shell, remotes };
    };
    const [before, after] = [await photograph(), await photograph()];
    // `/product/sample`, `/login` and the four steps.
    expect(await compareScreenshots(store, before, after)).toEqual({ changed: [], same: 6 });
    const pictures = (await store.list('screenshots/pictures/')).length;
    expect(await testWithShell(shell, before.remotes)).toEqual([]);
    expect(await store.list('screenshots/pictures/')).toHaveLength(pictures);
  });

  inBrowser('passes when its pictures cannot be stored', async () => {
    const folder = path.join(root, 'releases/screenshots');
    const remotes = [await publishRemote('mf-buy', { paths, onLoad: `{${createScreens('')}}` })];
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'a file where the store has a folder');
    expect(await testWithShell(shell, remotes)).toEqual([]);
    rmSync(folder);
  });

  inBrowser('reports an exception that a screen shows as a failure message, with the app of its code', async () => {
    const onPlaced = "try { (undefined)(); } catch (error) { reportError(error); return show('Error placing order'); }";
    expect(await buy('mf-broken', onPlaced)).toEqual([
      expect.stringMatching(/^mf-broken: the purchase throws: .*is not a function/),
    ]);
  });
});

describe('the blocking time', () => {
  const block = (ms: number) => `{ const end = performance.now() + ${ms}; while (performance.now() < end); }`;
  const testBeside = async (before: FakeRemote, next: FakeRemote) => {
    const [live, candidate] = [await publishRemote('mf-busy', before), await publishRemote('mf-busy', next)];
    const problems = await createTestedSmokeTest()(
      { env: 'production', shell, remotes: [candidate] },
      { shell, remotes: [live] },
    );
    return formatProblems(problems);
  };

  inBrowser('refuses a page that blocks the main thread for much longer than the live version', async () => {
    expect(await testBeside({}, { onLoad: block(1200) })).toEqual([
      expect.stringMatching(
        /^mf-busy: \/mf-busy blocks the main thread at its start for [12]\d\d\d ms, in the live composition for \d{1,3} ms \(medians of 3 visits; 500 ms more are allowed\)$/,
      ),
    ]);
  });

  inBrowser('accepts a page that blocks the main thread for as long as the live version', async () => {
    expect(await testBeside({ onLoad: block(1200) }, { onLoad: `${block(1200)} ;` })).toEqual([]);
  });

  inBrowser('compares a page again that exceeds the bound, and accepts it when it blocked by chance', async () => {
    // The first visit finds the page, and the next three are those of the first comparison.
    const count = 'const visits = Number(localStorage.visits ?? 0) + 1; localStorage.visits = visits;';
    expect(await testBeside({}, { onLoad: `{ ${count} if (visits <= 4) ${block(1200)} }` })).toEqual([]);
  });
});

/** Finds the process that runs the code of releases, once the commands that limit it have become it. */
const findRenderer = () =>
  listProcessTree(process.pid).find(
    ({ command }) => command.includes('--allow-fs-read') && !/^(\/bin\/sh|nice) /.test(command),
  )?.pid;

describe('the server smoke test', () => {
  it('requires that every Node build starts with the modules of the shell and that every route module loads', async () => {
    const problems = await run({
      'mf-taker': { server: "require('react'); require('left-pad');" },
      'mf-window': { server: "exports.routes = { home: async () => window.matchMedia('print') };" },
      'mf-empty': { server: 'exports.routes = {};' },
    });
    expect(problems).toEqual([
      'mf-empty: its route home has no screen',
      expect.stringMatching(
        /^mf-taker: its Node bundle does not start: .* requires "left-pad", which its shell does not/,
      ),
      'mf-window: the module of its route home does not load: window is not defined',
    ]);
  });

  it('requires that the shell starts and renders a document for every path pattern', async () => {
    const remotes = [await publishRemote('mf-sound')];
    const failing = await publishShell(
      '2.0.0',
      shellServer("if (pathname === '/mf-sound') throw new Error('no owner');"),
    );
    expect(await testWithShell(failing, remotes)).toEqual([
      expect.stringMatching(
        /^mf-sound: its document cannot be rendered: no owner, at shell\/2\.0\.0-[0-9a-f]{12}\/node\/server\.cjs:\d+:\d+ \(.*renderDocument\) \(\/mf-sound, for \/mf-sound\)$/,
      ),
    ]);
    const dead = await publishShell('3.0.0', 'document.title');
    expect(await testWithShell(dead, remotes)).toEqual([
      expect.stringMatching(/^shell: its Node bundle does not start: .*document is not defined/),
    ]);
  });

  it('requires that the server renders every open page, and renders it alike for the next visitor', async () => {
    // The bundler writes the comment.
    const renderPage = (html: string) => `${shellServer('')}
;// CONCATENATED MODULE: ./src/products.ts
      exports.renderPage = async ({ pathname }) => {
        if (pathname === '/mf-unpriced') throw new Error('no products');
        return { kind: 'page', document: { status: 200, html: ${html}, inlineScripts: [], apiOrigin: 'http://localhost:8044' } };
      };`;
    const remotes = [await publishRemote('mf-sound'), await publishRemote('mf-unpriced')];
    const testPage = async (version: string, html: string) =>
      testWithShell(await publishShell(version, renderPage(html)), remotes);
    expect(await testPage('4.0.0', "'page'")).toEqual([
      'mf-unpriced: its page cannot be rendered on the server: no products, at src/products.ts (exports.renderPage) (/mf-unpriced, for /mf-unpriced)',
    ]);
    expect(await testPage('5.0.0', 'String((globalThis.visits = (globalThis.visits ?? 0) + 1))')).toContain(
      'mf-sound: its page differs when the server renders it again: a render must leave no state behind (/mf-sound, for /mf-sound)',
    );
  });

  it('runs the code of a release without the rights of the release manager', async () => {
    process.env.OIDC_CLIENT_SECRET = 'a secret token';
    const keyFile = path.join(root, 'signing-key.pem');
    const marker = path.join(root, 'marker');
    writeFileSync(keyFile, 'a secret key');
    const ways = [
      `Object.keys(process.env).filter((name) => name !== 'NODE_ENV').join() || fail()`,
      `require('process').getBuiltinModule('fs').readFileSync('${keyFile}', 'utf8')`,
      `require('fs').readFileSync('${keyFile}', 'utf8')`,
      `require('process').getBuiltinModule('child_process').execSync('touch ${marker}')`,
      `require('child_process').execSync('touch ${marker}')`,
    ];
    const tries = ways.map((way) => `try { found.push(${way}) } catch {}`);
    const code = `const found = []; ${tries.join('; ')}; throw new Error('finds ' + found.length);`;
    const problems = await run({ 'mf-thief': { server: code } });
    delete process.env.OIDC_CLIENT_SECRET;
    expect(problems).toEqual(['mf-thief: its Node bundle does not start: finds 0']);
    expect(existsSync(marker)).toBe(false);
  });

  it('names the remote whose code ends or blocks its process', async () => {
    const problems = await run({
      'mf-quitter': { server: 'process.exit(0);' },
      'mf-sound': {},
      'mf-endless': { server: 'for (;;);' },
    });
    expect(problems).toEqual([
      expect.stringMatching(/^mf-endless: its Node bundle does not start: .* did not answer within/),
      expect.stringMatching(/^mf-quitter: its Node bundle does not start: .* its process ended with 0/),
    ]);
    // Two processes use 30 seconds of a processor each, which other programs share.
  }, 300_000);

  it('runs the code of a release at the priority of the command', async () => {
    const endless = await publishRemote('mf-slow', { server: 'for (;;);' });
    const running = createTestedSmokeTest({ timeoutMs: 10_000 })({ env: 'production', shell, remotes: [endless] });
    const ended = expect(running).rejects.toThrow('it timed out');
    const renderer = await waitUntil(findRenderer, { message: 'The renderer did not start.' });
    expect(getPriority(renderer)).toBe(getPriority());
    await ended;
  });

  it('is given up after its time limit', async () => {
    const endless = await publishRemote('mf-slow', { server: 'for (;;);' });
    const impatient = createTestedSmokeTest({ timeoutMs: 1000 });
    await expect(impatient({ env: 'production', shell, remotes: [endless] })).rejects.toThrow('it timed out after 1 s');
  });
});
