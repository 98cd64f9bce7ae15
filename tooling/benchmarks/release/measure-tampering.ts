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
import { author, type BenchmarkShop, withoutGates } from './benchmark-shop';
import { fourPollsMs, openPage, waitUntilServed } from './page-visits';
import { checkFigure } from './print-figures';

/** Runs work while one file of the release store is changed, and restores the file. */
async function withChanged<Result>(
  file: string,
  change: (text: string) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  const original = await readFile(file);
  const changed = change(original.toString());
  if (changed === original.toString())
    throw new Error(`${file} was not changed, so the benchmark would measure nothing.`);
  await writeFile(file, changed);
  try {
    return await work();
  } finally {
    await writeFile(file, original);
  }
}

/**
 * Changes one link of the chain of trust at a time, as an attacker who can write to the store and cannot sign. Checks that
 * a running gateway, a gateway that starts, and a real browser reject each change.
 */
export async function measureTampering(shop: BenchmarkShop, origin: string, next: Release): Promise<void> {
  const { environment, releasesFolder, releases } = shop;
  const getFile = (key: string) => path.join(releasesFolder, key);
  const head = getFile(getHeadKey(environment.name));
  const live = await shop.readLiveSeq();
  const isUnchanged = async () => {
    await sleep(fourPollsMs);
    return (await openPage(origin)).seq === live;
  };
  const result = (link: string, isRejected: boolean) =>
    checkFigure(`tampering: ${link}`, isRejected ? 'rejected' : 'ACCEPTED', 'rejected', isRejected);

  result(
    'another HEAD',
    await withChanged(head, (text) => text.replace(/\\"seq\\":\d+/, '\\"seq\\":999999'), isUnchanged),
  );

  const older = await readFile(head, 'utf8');
  const { head: before } = (await readLiveState(environment)) ?? {};
  await promote(environment, [next], author, withoutGates);
  const seq = await shop.readLiveSeq();
  await waitUntilServed(origin, seq);
  const isOlderRejected = await withChanged(
    head,
    () => older,
    async () => {
      await sleep(fourPollsMs);
      return (await openPage(origin)).seq === seq;
    },
  );
  result(`an older HEAD with a valid signature (change ${before?.seq})`, isOlderRejected);

  const state = await readLiveState(environment);
  const composition = getFile(state?.head.live.key ?? '');
  result(
    'the composition',
    await withChanged(composition, (text) => text.replace('mf-catalog', 'mf-evil'), isStartRejected),
  );
  const description = getFile(getReleasePrefix(next) + releaseFile);
  result(
    'release.json',
    await withChanged(
      description,
      (text) => text.replace('"/cart"', '"/x"').replace('"open"', '"signed-in"'),
      isStartRejected,
    ),
  );

  async function isStartRejected(): Promise<boolean> {
    const gateway = await shop.startGateway();
    const { status } = await openPage(gateway.origin);
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
      result(`${link}, by a gateway`, await withChanged(getFile(key), evil, () => isNotServed(key)));
      result(`${link}, by a browser`, await isNotRun(key));
    }
  } finally {
    await browser.close();
  }

  /** Changes the compressed file too, because browsers receive that one. */
  async function isNotServed(key: string): Promise<boolean> {
    const compressed = getFile(`${key}.br`);
    const original = await readFile(compressed);
    await writeFile(compressed, brotliCompressSync(await readFile(getFile(key))));
    const gateway = await shop.startGateway();
    try {
      const responses = await Promise.all(
        ['br', 'identity'].map((coding) =>
          fetch(`${gateway.origin}/${key}`, { headers: { 'accept-encoding': coding } }),
        ),
      );
      return responses.every(({ ok }) => !ok);
    } finally {
      await gateway.stop();
      await writeFile(compressed, original);
    }
  }

  /** Changes the script between the gateway and the browser. */
  async function isNotRun(key: string): Promise<boolean> {
    const page = await browser.newPage();
    let isDelivered = false;
    await page.route(`${origin}/${key}`, async (route) => {
      const response = await route.fetch();
      const { 'content-encoding': _, ...headers } = response.headers();
      await route.fulfill({ status: response.status(), headers, body: evil(await response.text()) });
      isDelivered = true;
    });
    await page.goto(origin);
    // The first input starts the scripts of a rendered page.
    await page.keyboard.press('Tab');
    await page.waitForLoadState('networkidle');
    const isTampered = await page.evaluate('"isTampered" in window');
    await page.close();
    // A page that never requested the script has rejected nothing.
    return isDelivered && !isTampered;
  }
}
