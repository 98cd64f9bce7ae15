import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';
import { waitUntil } from '@shop/testing/wait-until';
import {
  createSubnet,
  findBaseImage,
  firstPort,
  hasDocker,
  imageTag,
  prepareBaseImages,
  printCounts,
  root,
  runProgram,
  succeeds,
} from './testing/containers';
import { findCommand } from './testing/readme-command';
import { countTraffic } from './testing/traffic';

/*
 * `npm run test:deploy`: what an operator does with compose.yaml, on real containers, in the order of these tests. It needs Docker
 * with compose 2. Its project, network, ports, images, secrets and backups are its own.
 */
jest.setTimeout(3_600_000);

const folder = mkdtempSync(path.join(tmpdir(), 'deployment-'));
const port = { shop: firstPort, shop2: firstPort + 1, api: firstPort + 2, api2: firstPort + 3, console: firstPort + 4 };
const shop = [port.shop, port.shop2].map((number) => `http://127.0.0.1:${number}`);
const api = [port.api, port.api2].map((number) => `http://127.0.0.1:${number}`);
const releases = `http://localhost:${port.console}`;
const override = path.join(folder, 'compose.yaml');

const env = {
  ...process.env,
  // With it Playwright does not start.
  JEST_WORKER_ID: undefined,
  COMPOSE_PROJECT_NAME: `storefront-test-${firstPort}`,
  COMPOSE_FILE: `compose.yaml:${override}`,
  COMPOSE_ENV_FILES: path.join(folder, '.env'),
  IMAGE_TAG: imageTag,
  NETWORK: createSubnet(0),
  SECRETS: path.join(folder, 'secrets'),
  BACKUPS: path.join(folder, 'backups'),
  SHOP_LISTEN: `127.0.0.1:${port.shop}`,
  SHOP_LISTEN_2: `127.0.0.1:${port.shop2}`,
  API_LISTEN: `127.0.0.1:${port.api}`,
  API_LISTEN_2: `127.0.0.1:${port.api2}`,
  CONSOLE_LISTEN: `127.0.0.1:${port.console}`,
  SHOP_URL: `http://localhost:${port.shop}`,
  PUBLIC_API_URL: `http://localhost:${port.api}/api/v1`,
  RATE_LIMIT_FACTOR: '1000',
};

const start = (program: string, args: string[], cwd = import.meta.dirname, variables: object = {}) =>
  runProgram(program, args, { cwd, env: { ...env, ...variables } });
const deploy = (...args: string[]) => start(process.execPath, ['deploy-local.mjs', ...args]);
const compose = (...args: string[]) => start('docker', ['compose', ...args]);
const release = (...args: string[]) => compose('run', '--rm', '-T', 'release', ...args);
/** Runs the command of README.md that makes the file of the policy its next version. */
const importPolicy = () =>
  start('sh', ['-c', findCommand('docker compose', 'import-policy').replace('--rm', '--rm -T')]);
/** Changes the modes of the files that are in the repository, and of their folders. Other files, such as secrets, stay. */
async function changeModes(mode: string): Promise<void> {
  for (const list of ['git ls-files -z', 'git ls-tree -rdz --name-only HEAD']) {
    await start(
      'sh',
      ['-c', `${list} | xargs -0 sh -c 'for file; do [ ! -e "$file" ] || chmod ${mode} "$file"; done' sh`],
      root,
    );
  }
}

/** Reads the size of an image in bytes. */
const getSize = async (image: string) =>
  Number(await start('docker', ['image', 'inspect', '--format', '{{.Size}}', image]));

const listContainers = async () => (await compose('ps', '--quiet')).trim().split('\n').sort();
/** Lists the containers by the names of their services. */
async function listServices(): Promise<Record<string, string>> {
  const text = await compose('ps', '--format', '{{.Service}} {{.ID}}');
  return Object.fromEntries([...text.matchAll(/^([a-z0-9-]+) ([0-9a-f]+)$/gm)].map(([, name, id]) => [name, id]));
}

const describeWithDocker = hasDocker() ? describe : describe.skip;

/** Ends a service as a crash does: its restart policy starts it again. */
async function kill(service: string): Promise<void> {
  const id = (await compose('ps', '--quiet', service)).trim();
  const pid = Number((await start('docker', ['inspect', '--format', '{{.State.Pid}}', id])).trim());
  // The system would end this process for 0.
  if (pid === 0) throw new Error(`${service} does not run.`);
  if (process.getuid?.() === 0) process.kill(pid, 'SIGKILL');
  else await start('docker', ['restart', '--time', '0', id]);
}

const signIn = async () => {
  const { token } = await call<{ token: string }>('/users/authorize', {
    email: 'demo@example.com',
    password: 'demo-kitchen',
  });
  return { authorization: `Bearer ${token}` };
};

async function call<Body>(address: string, body?: object, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(`${api[0]}/api/v1${address}`, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

const listOrders = async () => (await call<{ id: string }[]>('/orders', undefined, await signIn())).map(({ id }) => id);

async function placeOrder(): Promise<string> {
  const headers = await signIn();
  const { data } = await call<{ data: { id: string }[] }>('/products?category=cookware&limit=1');
  return (await call<{ id: string }>('/orders', { products: { [data[0]?.id ?? '']: 1 }, shippingAddress }, headers)).id;
}

describeWithDocker('the deployment', () => {
  let umask = process.umask();

  beforeAll(async () => {
    await prepareBaseImages();
    // A clone made with umask 077 and a person who has it too, whose earlier start has failed.
    await changeModes('go-rwx');
    umask = process.umask(0o077);
    mkdirSync(path.join(env.SECRETS, 'release-config'), { recursive: true });
    mkdirSync(path.join(env.SECRETS, 'release-keys'));
    // The builds use the network of this machine, whose proxy they may need.
    const build = '{ build: { network: host } }';
    writeFileSync(
      override,
      `services:\n${['gateway-1', 'edge-1', 'release'].map((name) => `  ${name}: ${build}\n`).join('')}`,
    );
    // What a run has left that was killed. There is no file of settings yet.
    const noSettings = { COMPOSE_ENV_FILES: undefined };
    await start(
      'docker',
      ['compose', '--profile', '*', 'down', '--volumes', '--timeout', '1'],
      import.meta.dirname,
      noSettings,
    );
  });

  afterAll(async () => {
    process.umask(umask);
    await changeModes('go+rX');
    await compose('--profile', '*', 'down', '--volumes', '--timeout', '1');
    rmSync(folder, { recursive: true, force: true });
    rmSync(path.join(import.meta.dirname, '.hashes', env.COMPOSE_PROJECT_NAME), { recursive: true, force: true });
  });

  it.each(['0', '1'])('no builder sends history or secrets (DOCKER_BUILDKIT=%s)', async (DOCKER_BUILDKIT) => {
    const secret = path.join(root, 'platform/deploy/test-signing-key.pem');
    writeFileSync(secret, 'no key');
    const dockerfile = path.join(folder, 'Dockerfile');
    writeFileSync(
      dockerfile,
      `FROM ${findBaseImage('debian')}\nCOPY . /x\nRUN sh /x/platform/deploy/assert-no-secrets.sh /x && test -e /x/package.json\n`,
    );
    try {
      await start('docker', ['build', '--no-cache', '--file', dockerfile, '.'], root, { DOCKER_BUILDKIT });
    } finally {
      rmSync(secret);
    }
  });

  it('one command builds, starts, publishes and promotes, and a second one changes nothing', async () => {
    const output = await deploy();
    expect(output).toContain(`The shop is at http://localhost:${port.shop}`);
    expect(output).toContain('demo@example.com / demo-kitchen');
    expect(output).toMatch(/serves change 1\./);
    const containers = await listContainers();
    const again = await deploy();
    expect(again).not.toContain('serves change');
    expect(await listContainers()).toEqual(containers);
    const args = ['compose', 'run', '--rm', '-T', 'release', 'status', '--json'];
    const status = await runProgram('docker', args, { cwd: import.meta.dirname, env, isOutputOnly: true });
    expect(JSON.parse(status).live).toBeDefined();
  });

  it('the image of the servers has at most 300 MB', async () => {
    const size = await getSize(`${env.COMPOSE_PROJECT_NAME}-server:${imageTag}`);
    // The stand-in of the image of Node is larger than the real one, which leaves 65 MB.
    expect(size).toBeLessThanOrEqual(Math.max(300e6, (await getSize(findBaseImage('node'))) + 65e6));
  });

  it('a visitor buys in a browser, through the edge', async () => {
    const args = ['playwright', 'test', '--config', 'e2e/deployment.config.ts', '--reporter', 'list,html'];
    const variables = {
      E2E_PORT: String(port.shop),
      E2E_API_PORT: String(port.api),
      // With the reports of the other tests.
      PLAYWRIGHT_HTML_OUTPUT_DIR: path.join(root, '.cache/test-results/deploy-html'),
      PLAYWRIGHT_HTML_OPEN: 'never',
    };
    expect(await start('npx', args, root, variables)).toMatch(/[1-9]\d* passed/);
  });

  it('the release service starts with an identity provider, says that it has no policy, and imports one', async () => {
    // Nothing asks the provider before a person signs in.
    const settings = { OIDC_ISSUER: 'https://identity.example', OIDC_CLIENT_ID: 'releases', CONSOLE_URL: releases };
    const lines = Object.entries({ COMPOSE_PROFILES: 'release-service', ...settings });
    appendFileSync(env.COMPOSE_ENV_FILES, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
    await compose('up', '-d', '--no-deps', '--wait', 'release-service');
    const page = await fetch(`${releases}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
    expect(await compose('logs', 'release-service')).toContain('platform/deploy/README.md has the commands');
    expect(await importPolicy()).toContain('at version 1.');
  });

  it('the edges start and serve while a gateway and a store API are stopped', async () => {
    await compose('stop', 'gateway-1', 'store-api-1');
    await compose('restart', 'edge-1', 'edge-2');
    for (const origin of shop) {
      const { status } = await waitUntil(() => fetch(origin).catch(() => null), { message: `${origin} answers` });
      expect(status).toBe(200);
    }
    await call('/storeInfo');
    await compose('up', '-d', '--wait', 'gateway-1', 'store-api-1');
  });

  it.each([
    ...['gateway-1', 'gateway-2', 'store-api-1', 'store-api-2', 'edge-1', 'edge-2'],
    ...['object-store', 'database', 'signer', 'watch', 'release-service'],
  ])('no shopper is refused a page when %s is killed, and it starts again', async (service) => {
    const counts = await countTraffic({ shop, api }, async () => {
      await kill(service);
      await compose('up', '-d', '--wait');
    });
    printCounts(`kill of ${service}`, counts);
    expect(counts.failedPages).toEqual([]);
    if (service !== 'database') expect(counts.failedCalls).toEqual([]);
  });

  it('an update replaces every service without a refused page', async () => {
    const before = await listContainers();
    const counts = await countTraffic({ shop, api }, () => deploy('update', '--force'));
    printCounts('update of every service', counts);
    expect(counts.failedPages).toEqual([]);
    const after = await listContainers();
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });

  // The first one is the test before: after `deploy:local` alone, compose before 2.29.3 replaces everything that has `depends_on`.
  it('a second update replaces the services whose secrets have changed, and no others', async () => {
    const before = await listServices();
    const file = path.join(env.SECRETS, 'mail-transport');
    rmSync(file);
    writeFileSync(file, 'file:/data/letters', { mode: 0o444 });
    await deploy('update');
    const after = await listServices();
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(['store-api-1', 'store-api-2']);
  });

  it('a second clone, which has no secrets, changes nothing', async () => {
    const before = await listContainers();
    const clone = { SECRETS: path.join(folder, 'clone/secrets'), COMPOSE_ENV_FILES: path.join(folder, 'clone/.env') };
    const started = start(process.execPath, ['deploy-local.mjs'], import.meta.dirname, clone);
    await expect(started).rejects.toThrow(`Docker has the volumes of the shop "${env.COMPOSE_PROJECT_NAME}"`);
    expect(await listContainers()).toEqual(before);
  });

  it('a release of the sources in the folder replaces no service', async () => {
    const before = await listContainers();
    const publish = ['release', 'publish', 'mf-content', '--version', '1.0.1'];
    expect(await compose('run', '--rm', '-T', '--build', '--no-deps', ...publish)).toContain('is published');
    expect(await listContainers()).toEqual(before);
  });

  it('the commands of the shop run in its image', async () => {
    const id = await placeOrder();
    expect(await compose('run', '--rm', '-T', 'store', 'order', id)).toContain(id);
    expect(await compose('run', '--rm', '-T', 'store', 'refunds')).toMatch(/refund/i);
  });

  it('a backup restores the orders, the releases and the policy of the release service', async () => {
    const before = await placeOrder();
    await deploy('backup', 'drill');
    expect(readdirSync(path.join(env.BACKUPS, 'drill')).sort()).toEqual(['orders', 'release-service', 'releases']);
    const later = await placeOrder();
    expect(await importPolicy()).toContain('at version 2.');
    await release('lock', 'mf-catalog', '--reason', 'after the backup');
    const object = path.join(env.BACKUPS, 'drill/releases/objects');
    const [lost = ''] = readdirSync(object);
    renameSync(path.join(object, lost), path.join(folder, 'lost'));
    await expect(deploy('restore', 'drill')).rejects.toThrow('The shop may be closed');
    renameSync(path.join(folder, 'lost'), path.join(object, lost));
    await deploy();
    expect(await listOrders()).toContain(later);
    await deploy('restore', 'drill');
    const orders = await listOrders();
    expect(orders).toContain(before);
    expect(orders).not.toContain(later);
    expect(await release('status')).not.toContain('after the backup');
    // The backup has the first version.
    expect(await importPolicy()).toContain('at version 2.');
    expect((await fetch(`${releases}/readyz`)).status).toBe(200);
  });

  it('a backup that another user has copied restores to empty volumes', async () => {
    const orders = await listOrders();
    await compose('--profile', '*', 'down', '--volumes', '--timeout', '1');
    if (process.getuid?.() === 0) await start('chown', ['-R', '0:0', path.join(env.BACKUPS, 'drill')]);
    await deploy('restore', 'drill');
    expect(await listOrders()).toEqual(expect.arrayContaining(orders));
    expect((await fetch(shop[0] ?? '')).status).toBe(200);
    expect(await importPolicy()).toContain('at version 2.');
  });

  it('a full object store serves a gateway that starts, and a change that it refuses says why', async () => {
    const isStandIn = await succeeds(compose('exec', '-T', 'object-store', 'test', '-e', '/s3.mjs'));
    if (!isStandIn) {
      process.stderr.write(
        '\n!!! A FULL OBJECT STORE IS NOT TESTED: only its stand-in counts as full on demand. !!!\n\n',
      );
      return;
    }
    await compose('exec', '-T', 'object-store', 'touch', '/data/full');
    try {
      await expect(release('lock', 'mf-catalog', '--reason', 'x')).rejects.toThrow('look whether its disks are full');
      expect(await release('status')).toContain('mf-catalog');
      // As a new pod on Kubernetes, the gateway has nothing of an earlier one. It is healthy when it serves what it has read.
      await compose('exec', '-T', 'gateway-1', 'sh', '-c', 'rm -rf /data/gateway/*');
      await compose('restart', 'gateway-1');
      await compose('up', '--detach', '--wait', '--no-deps', '--no-recreate', 'gateway-1');
    } finally {
      await compose('exec', '-T', 'object-store', 'rm', '/data/full');
    }
  });

  it('the signing key is replaced while shoppers get their pages', async () => {
    const keys = path.join(env.SECRETS, 'release-keys');
    const old = readdirSync(path.join(keys, 'trusted'));
    const counts = await countTraffic({ shop, api }, () => deploy('rotate-key', 'yearly rotation'));
    printCounts('key rotation', counts);
    expect(counts.failedPages).toEqual([]);
    expect(readdirSync(path.join(keys, 'trusted')).filter((name) => name.endsWith('.pem'))).not.toEqual(old);
    expect(readdirSync(path.join(keys, 'trusted/past'))).toHaveLength(1);
    await release('lock', 'mf-catalog', '--reason', 'with the new key', '--wait');
    await release('unlock', 'mf-catalog', '--reason', 'tested');
    expect(readFileSync(path.join(env.SECRETS, 'database-password'), 'utf8')).toHaveLength(32);
  });

  it('the release service does not start without an identity provider', async () => {
    const started = compose('run', '--rm', '-T', '--no-deps', '--env', 'OIDC_ISSUER=', 'release-service');
    await expect(started).rejects.toThrow('OIDC_ISSUER is not set');
  });

  it('down stops everything and the data stay', async () => {
    const orders = await listOrders();
    await deploy('down');
    expect((await compose('ps', '--quiet')).trim()).toBe('');
    await deploy();
    expect(await listOrders()).toEqual(orders);
  });
});
