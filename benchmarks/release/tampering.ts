import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { promote } from '@shop/releases/actions/promote';
import { getReleasePrefix, type Release, releaseFile } from '@shop/releases/release/release';
import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import { getHeadKey } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import { chromium } from 'playwright-core';
import { author, type BenchShop, unchecked } from './bench-shop';
import { prove } from './figures';
import { open, severalLooks, untilServed } from './visits';

/** Runs a piece of work with one file of the store changed, and puts the file back. */
async function withChanged<Result>(
  file: string,
  change: (text: string) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  const kept = await readFile(file);
  const changed = change(kept.toString());
  if (changed === kept.toString()) throw new Error(`${file} was not changed: the bench would show nothing`);
  await writeFile(file, changed);
  try {
    return await work();
  } finally {
    await writeFile(file, kept);
  }
}

/**
 * Changes one link of the chain at a time, as somebody could who can write to the store and cannot sign, and looks whether
 * the shop takes the bait: a gateway that runs, a gateway that starts then, and a real browser.
 */
export async function measureTampering(shop: BenchShop, origin: string, next: Release): Promise<void> {
  const { environment, releasesFolder, releases } = shop;
  const fileOf = (key: string) => path.join(releasesFolder, key);
  const head = fileOf(getHeadKey(environment.name));
  const live = await shop.liveSeq();
  const stays = async () => {
    await sleep(severalLooks);
    return (await open(origin)).seq === live;
  };
  const result = (link: string, isRefused: boolean) =>
    prove(`tampering: ${link}`, isRefused ? 'refused' : 'ACCEPTED', 'refused', isRefused);

  result('another HEAD', await withChanged(head, (text) => text.replace(/\\"seq\\":\d+/, '\\"seq\\":999999'), stays));

  const older = await readFile(head, 'utf8');
  const { head: before } = (await readLiveState(environment)) ?? {};
  await promote(environment, [next], author, unchecked);
  const seq = await shop.liveSeq();
  await untilServed(origin, seq);
  const isOlderRefused = await withChanged(
    head,
    () => older,
    async () => {
      await sleep(severalLooks);
      return (await open(origin)).seq === seq;
    },
  );
  result(`an older HEAD, signed well (change ${before?.seq})`, isOlderRefused);

  const state = await readLiveState(environment);
  const set = fileOf(state?.head.live.key ?? '');
  result('the composition', await withChanged(set, (text) => text.replace('mf-catalog', 'mf-evil'), isStartRefused));
  const description = fileOf(getReleasePrefix(next) + releaseFile);
  result(
    'release.json',
    await withChanged(
      description,
      (text) => text.replace('"/cart"', '"/x"').replace('"open"', '"signed-in"'),
      isStartRefused,
    ),
  );

  async function isStartRefused(): Promise<boolean> {
    const gateway = await shop.startGateway();
    const { status } = await open(gateway.origin);
    await gateway.stop();
    return status === 503;
  }

  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  const shell = releases.find(({ app }) => app === 'shell') as Release;
  const chunk = next.paths.home?.files.at(-1) ?? '';
  const evil = (text: string) => `${text}\n;window.isTampered = true;`;
  try {
    for (const [link, release, script] of [
      ['the shell’s entry', shell, shell.entry],
      ['a remote’s entry', next, next.entry],
      ['a chunk', next, chunk],
    ] as const) {
      const key = getReleasePrefix(release) + script;
      result(`${link}, by a gateway`, await withChanged(fileOf(key), evil, () => isNotServed(key)));
      result(`${link}, by a browser`, await isNotRun(key));
    }
  } finally {
    await browser.close();
  }

  /** Browsers are sent the compressed twin: it is changed too. */
  async function isNotServed(key: string): Promise<boolean> {
    const twin = fileOf(`${key}.br`);
    const kept = await readFile(twin);
    await writeFile(twin, brotliCompressSync(await readFile(fileOf(key))));
    const gateway = await shop.startGateway();
    try {
      const answers = await Promise.all(
        ['br', 'identity'].map((coding) =>
          fetch(`${gateway.origin}/${key}`, { headers: { 'accept-encoding': coding } }),
        ),
      );
      return answers.every(({ ok }) => !ok);
    } finally {
      await gateway.stop();
      await writeFile(twin, kept);
    }
  }

  /** What stands between a gateway and a browser has changed the script. */
  async function isNotRun(key: string): Promise<boolean> {
    const page = await browser.newPage();
    const failures: string[] = [];
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    await page.route(`${origin}/${key}`, async (route) => {
      const response = await route.fetch();
      const { 'content-encoding': _, ...headers } = response.headers();
      await route.fulfill({ status: response.status(), headers, body: evil(await response.text()) });
    });
    await page.goto(origin, { waitUntil: 'networkidle' });
    const isTampered = await page.evaluate('"isTampered" in window');
    await page.close();
    return !isTampered && failures.some((text) => text.includes('integrity'));
  }
}
