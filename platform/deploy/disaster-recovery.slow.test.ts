import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandHost } from '@shop/release-cli/cli/command';
import { runReleaseCli } from '@shop/release-cli/cli/release-cli';
import { openReleaseEnvironment } from '@shop/release-cli/host/open-environment';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { waitUntil } from '@shop/testing/wait-until';
import { bundleGateway, startGateway } from './testing/gateway-process';

/*
 * The drill of docs/runbook.md: everything is lost but the backups and the keys. It uses the real signer process, and the gateway
 * as its image starts it.
 */
const folder = createTestFolder();
const inFolder = (name: string) => path.join(folder, name);
const keys = inFolder('keys');

const server = `exports.provided = {}; exports.renderDocument = () => ({ status: 200, html: '<!doctype html><title>shop</title>' });`;
const publishShell = (machine: string, version: string) =>
  publishBuild(createFileSystemStore(path.join(machine, 'releases')), {
    app: 'shell',
    version,
    content: version,
    server,
  });

/** Runs a command that must succeed, with the release store of a machine. @returns Its output. */
async function release(machine: string, line: string): Promise<string> {
  const host: CommandHost = {
    openEnvironment: async (name, use) => openReleaseEnvironment(name, use),
    build: async () => {
      throw new Error('the drill builds no app');
    },
    typeCheck: async () => [],
    listApps: () => ['shell'],
    smokeTest: async () => [],
    user: 'asha',
    keysDir: keys,
  };
  process.env.RELEASE_STORE = path.join(machine, 'releases');
  process.env.RELEASE_KEYS = keys;
  const { output, exitCode } = await runReleaseCli(line.split(' '), async () => host);
  if (exitCode !== 0) throw new Error(output);
  return output;
}

/** Runs the command of the release service that makes a file the next version of its policy. @returns Its output. */
function importPolicy(machine: string): string {
  const file = inFolder('policy.json');
  writeFileSync(file, JSON.stringify({ roles: {}, people: { asha: { roles: [] } } }));
  const program = ['--import', 'tsx', 'platform/release-console/server/main.ts', 'import-policy', file];
  const env = { PATH: process.env.PATH, DATA_DIR: machine, RELEASE_USER: 'asha' };
  return execFileSync(process.execPath, program, {
    cwd: path.join(import.meta.dirname, '../..'),
    env,
    encoding: 'utf8',
  });
}

test('a shop that has lost everything but its backups and keys serves again, and replaces its signing key', async () => {
  bundleGateway();
  await ensureKeys(keys);
  const lost = inFolder('lost');
  await publishShell(lost, '1.0.0');
  await publishShell(lost, '1.1.0');
  await release(lost, 'promote shell@1.0.0 --reason opening');
  expect(importPolicy(lost)).toContain('at version 1');

  await release(lost, `backup --to ${inFolder('backup')}`);
  cpSync(path.join(lost, 'release-service'), inFolder('backup-service'), { recursive: true });
  rmSync(lost, { recursive: true });

  const machine = inFolder('machine');
  expect(await release(machine, `restore --from ${inFolder('backup')}`)).toContain('production: change 1');
  expect(await release(machine, 'verify')).toContain('chain and signatures valid');
  cpSync(inFolder('backup-service'), path.join(machine, 'release-service'), { recursive: true });
  // The restored database knows the first version.
  expect(importPolicy(machine)).toContain('at version 2');

  const start = () =>
    startGateway({
      port: 4611,
      folder: inFolder('gateway'),
      keys,
      env: { RELEASE_STORE: path.join(machine, 'releases') },
    });
  let gateway = await start();
  const getPreview = async (link: string) =>
    (await fetch(`http://${gateway.address}${new URL(link).pathname}`, { redirect: 'manual' })).status;
  const servesChange = async (change: number) => {
    const getChange = async () =>
      ((await (await fetch(`http://${gateway.address}/readyz`)).json()) as { change: unknown }).change;
    await waitUntil(async () => (await getChange()) === change, {
      message: `the gateway serves change ${change}`,
      timeoutMs: 20_000,
    });
  };
  try {
    await servesChange(1);
    const oldLink = (await release(machine, 'preview shell@1.1.0')).split('\n')[0] ?? '';
    expect(await getPreview(oldLink)).toBeLessThan(400);

    expect(await release(machine, 'rotate-key prepare')).toContain('The current one still signs');
    await expect(release(machine, 'rotate-key activate')).rejects.toThrow('needs a reason');
    // People restart the gateway with the new public key.
    await gateway.stop();
    gateway = await start();
    expect(await release(machine, 'rotate-key activate --reason yearly')).toContain('has signed HEAD of production');
    await servesChange(2);
    expect(await release(machine, 'rotate-key finish')).toContain('moved to trusted/past/');
    expect(readdirSync(path.join(keys, 'trusted/past'))).toHaveLength(1);
    await gateway.stop();
    gateway = await start();
    await release(machine, 'promote shell@1.1.0 --reason later');
    await servesChange(3);
    expect(await release(machine, 'verify')).toContain('log: 3 changes, chain and signatures valid');
    expect(await getPreview(oldLink)).toBe(404);
  } finally {
    await gateway.kill();
  }
}, 180_000);

test('a rotation cannot finish before every HEAD has the signature of the new key', async () => {
  const machine = inFolder('other');
  await publishShell(machine, '1.0.0');
  await release(machine, 'promote shell@1.0.0 --reason opening');
  await release(machine, 'promote shell@1.0.0 --env staging --reason opening');
  const names = readdirSync(path.join(keys, 'trusted'));
  await release(machine, 'rotate-key prepare');
  // A person replaces the key by hand, and signs nothing with it.
  cpSync(path.join(keys, 'next-signing-key.pem'), path.join(keys, 'signing-key.pem'));
  await expect(release(machine, 'rotate-key finish')).rejects.toThrow('HEAD of production and staging is not signed');
  expect(readdirSync(path.join(keys, 'trusted'))).toEqual(expect.arrayContaining(names));
}, 60_000);
