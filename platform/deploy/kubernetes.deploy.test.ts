import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { formatIngressConfiguration } from './testing/ingress';
import { createKubelet, removeAll } from './testing/kubelet';
import { copyManifests, hasKubectl, type Manifest, renderManifests } from './testing/manifests';
import { findEndpoint, listEndpoints, listTries, neededConnections, triedPorts } from './testing/network-policies';
import { docker, type Pod, runAsRoot, toolsDockerfile, toolsImage } from './testing/pod';
import { findCommand } from './testing/readme-command';
import { countTraffic } from './testing/traffic';

/*
 * `npm run test:deploy`: the pods of the overlay `production` as containers with the settings of the manifests, in the order of
 * apply.sh. A stand-in of the kubelet starts, probes and ends them; the network policies are rules of iptables; an nginx routes as
 * the Ingress says. It needs Docker and kubectl.
 */
jest.setTimeout(1_800_000);

const network = `storefront-kubernetes-${firstPort}`;
const subnet = createSubnet(1);
/** This machine in Docker's network, and a second node with an ingress controller. */
const [node, otherNode] = [`${subnet}.1`, `${subnet}.210`];
const endpoints = listEndpoints(subnet, otherNode);
const getAddress = (name: string) => findEndpoint(endpoints, name).address;
const port = { shop: firstPort + 10, 'release-service': firstPort + 11 };
const [shop, releases] = [`http://localhost:${port.shop}`, `http://localhost:${port['release-service']}`];

const folder = mkdtempSync(path.join(tmpdir(), 'kubernetes-'));
const inFolder = (name: string) => path.join(folder, name);
const describeWithDocker = hasDocker() && hasKubectl() ? describe : describe.skip;

/** Secrets as an operator has them; object-store.sh reads the last ones by other names. */
const keys = {
  'gateway-access-key': 'gateway',
  'gateway-secret-key': 'a1',
  'release-access-key': 'release',
  'release-secret-key': 'b2',
};
const database = 'postgres://store:password@database.example/store';

/** An overlay on that of production: addresses of this test, and the images of `testing`. */
const overlay = `namespace: storefront
resources: [../production]
images:
${['edge', 'server', 'workspace'].map((name) => `  - { name: registry.example/storefront-${name}, newName: storefront-${name}, newTag: ${imageTag} }`).join('\n')}
configMapGenerator:
  - name: storefront
    behavior: merge
    literals:
      - SHOP_URL=${shop}
      - PUBLIC_API_URL=${shop}/api/v1
      - RELEASE_STORE=s3://releases?endpoint=http://objects.example:443
      - TRUSTED_PROXIES=${subnet}.0/24
      - RATE_LIMIT_FACTOR=1000
  - { name: edge, behavior: merge, literals: ["TRUSTED_PROXIES=${subnet}.0/24"] }
  - { name: release-service, behavior: merge, literals: ["CONSOLE_URL=${releases}", "TRUSTED_PROXIES=${subnet}.0/24"] }
patches:
  - target: { kind: NetworkPolicy, name: ingress-controller }
    patch: '[{ "op": "replace", "path": "/spec/ingress/0/from/1/ipBlock/cidr", "value": "${otherNode}/32" }]'
`;

function render(): Manifest[] {
  const secrets = Object.fromEntries(Object.entries(keys).map(([name, value]) => [`secrets/${name}`, value]));
  const urls = { 'secrets/store-api-database-url': database, 'secrets/release-service-database-url': database };
  copyManifests(inFolder('manifests'), { ...secrets, ...urls, 'secrets/mail-transport': 'file:/data/mail' });
  mkdirSync(inFolder('manifests/overlays/test'));
  writeFileSync(inFolder('manifests/overlays/test/kustomization.yaml'), overlay);
  return renderManifests(inFolder('manifests/overlays/test'));
}

/** The database and the object store, outside the cluster. The object store listens on 9000, and gets what is sent to 443. */
async function startOutside(): Promise<void> {
  const place = (name: string, host: number) => [
    ...['run', '--detach', '--name', `${network}-${name}`, '--network', network],
    ...['--ip', `${subnet}.${host}`, '--network-alias', `${name}.example`],
  ];
  const variables = [
    '--env',
    'POSTGRES_USER=store',
    '--env',
    'POSTGRES_DB=store',
    '--env',
    'POSTGRES_PASSWORD=password',
  ];
  await docker(...place('database', 221), ...variables, findBaseImage('postgres'));
  const secrets = inFolder('object-store');
  mkdirSync(secrets);
  const all: Record<string, string> = { ...keys, 'watch-access-key': 'watch', 'watch-secret-key': 'c3' };
  for (const [name, value] of Object.entries(all)) writeFileSync(path.join(secrets, name.replaceAll('-', '_')), value);
  const mounts = [
    '--volume',
    `${path.join(import.meta.dirname, 'object-store.sh')}:/object-store.sh:ro`,
    '--volume',
    `${secrets}:/run/secrets:ro`,
  ];
  await docker(
    ...place('objects', 222),
    ...mounts,
    '--entrypoint',
    '/bin/sh',
    findBaseImage('chrislusf/seaweedfs'),
    '/object-store.sh',
    'serve',
  );
  const options = ['--network', `container:${network}-objects`, '--cap-add', 'NET_ADMIN'];
  await runAsRoot('iptables -t nat -A PREROUTING -p tcp --dport 443 -j REDIRECT --to-ports 9000', ...options);
  const exec = (name: string, ...command: string[]) => succeeds(docker('exec', `${network}-${name}`, ...command));
  const createBucket = () => exec('objects', 'sh', '/object-store.sh', 'create-bucket', '127.0.0.1:9333', 'releases');
  await waitUntil(createBucket, { timeoutMs: 60_000, intervalMs: 500, message: 'the bucket exists' });
  const isReady = () => exec('database', 'pg_isready', '--host', '127.0.0.1', '--username', 'store');
  await waitUntil(isReady, { timeoutMs: 60_000, intervalMs: 500, message: 'the database is ready' });
}

const listen = `for (const port of process.argv.slice(1).map(Number)) {
  require('net').createServer((socket) => socket.on('error', () => {}).end()).listen(port, '0.0.0.0');
  const socket = require('dgram').createSocket('udp4').bind(port);
  socket.on('message', (data, { address, port }) => socket.send(data, port, address));
}`;

/** Tries connections, and prints those that are open. */
const connect = `const tries = JSON.parse(process.argv[1]).map(({ name, address, port, protocol }) => new Promise((resolve) => {
  const timer = setTimeout(() => resolve(null), 3000);
  const end = (isOpen) => { clearTimeout(timer); resolve(isOpen ? name : null); };
  if (protocol === 'UDP') {
    const socket = require('dgram').createSocket('udp4');
    socket.on('error', () => end(false)).on('message', () => end(true));
    return socket.send('x', port, address, (error) => error && end(false));
  }
  require('net').connect(port, address, () => end(true)).on('error', () => end(false));
}));
Promise.all(tries).then((found) => { console.log(JSON.stringify(found.filter(Boolean))); process.exit(); });`;

const node24 = (script: string, ...args: string[]) => [
  '--user',
  '0:0',
  '--entrypoint',
  'node',
  findBaseImage('node'),
  '-e',
  script,
  ...args,
];

/** Starts what is at an endpoint that is no pod of the storefront: it listens on the ports that are tried there. */
async function startPeer(name: string): Promise<void> {
  const ports = new Set((triedPorts[name] ?? []).map((entry) => entry.replace(/\/.*/, '')));
  const place = ['--name', `${network}-${name}`, '--network', network, '--ip', getAddress(name)];
  await docker('run', '--detach', ...place, ...node24(`${listen} setInterval(() => {}, 1e6)`, ...ports));
}

/** Reads a shop's page, picture or call through the ingress. */
const get = (address: string) => fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });

describeWithDocker('the pods of Kubernetes', () => {
  let manifests: readonly Manifest[] = [];
  let kubelet: ReturnType<typeof createKubelet>;
  const pods = new Map<string, Pod>();
  const getPod = (name: string): Pod => {
    const pod = pods.get(name);
    if (!pod) throw new Error(`The pod ${name} does not run.`);
    return pod;
  };
  const startPods = async (...names: string[]) => {
    for (const name of names) pods.set(name, await kubelet.startPod(name));
  };
  /** Runs the Job to its end. @param command Default: that of the manifest. */
  const runJob = async (command?: string[]) => {
    const job = await kubelet.startPod('first-publication', command);
    const result = await kubelet.waitForEnd(job);
    await kubelet.stop(job);
    await docker('rm', '--force', job.sandbox);
    return result;
  };

  /** Writes where the ingress controller sends requests, and tells it. */
  async function routeTo(edges: readonly string[]): Promise<void> {
    const addresses = {
      edge: edges.map(getAddress),
      'release-service': [getAddress('release-service-1')],
    };
    writeFileSync(inFolder('ingress.conf'), formatIngressConfiguration(manifests, port, addresses));
  }
  const reload = () => docker('exec', `${network}-ingress-nginx`, 'nginx', '-s', 'reload');

  beforeAll(async () => {
    await prepareBaseImages();
    for (const target of ['workspace', 'server', 'edge']) {
      const options = ['--network', 'host', '--file', 'platform/deploy/Dockerfile', '--target', target];
      await runProgram('docker', ['build', ...options, '--tag', `storefront-${target}:${imageTag}`, '.'], {
        cwd: root,
      });
    }
    mkdirSync(inFolder('tools'));
    writeFileSync(inFolder('tools/Dockerfile'), toolsDockerfile);
    await docker('build', '--network', 'host', '--tag', toolsImage, inFolder('tools'));
    await removeAll(network);
    await docker('network', 'create', '--subnet', `${subnet}.0/24`, '--gateway', node, network);
    await startOutside();
    manifests = render();
    kubelet = createKubelet({ manifests, endpoints, network, node, folder: inFolder('pods') });
    mkdirSync(inFolder('pods'));
    for (const name of ['kube-system', 'monitoring', 'default', 'host-network-ingress', 'outside'])
      await startPeer(name);
    await routeTo(['edge-1', 'edge-2']);
    const publish = Object.values(port).flatMap((number) => ['--publish', `127.0.0.1:${number}:${number}`]);
    const place = ['--name', `${network}-ingress-nginx`, '--network', network, '--ip', getAddress('ingress-nginx')];
    const mount = ['--volume', `${inFolder('ingress.conf')}:/etc/nginx/nginx.conf:ro`, '--user', '0:0'];
    await docker(
      'run',
      '--detach',
      ...place,
      ...publish,
      ...mount,
      '--entrypoint',
      'nginx',
      `storefront-edge:${imageTag}`,
      '-g',
      'daemon off;',
    );
  });

  afterAll(async () => {
    await removeAll(network);
    await runAsRoot('rm -rf /pods/*', '--volume', `${inFolder('pods')}:/pods`);
    rmSync(folder, { recursive: true, force: true });
  });

  it('store APIs, gateways and edges start with the settings of their pods', async () => {
    await startPods('store-api-1', 'store-api-2');
    for (const name of ['store-api-1', 'store-api-2']) await kubelet.waitUntilReady(getPod(name));
    await startPods('gateway-1', 'gateway-2', 'edge-1', 'edge-2');
    const response = await get(shop);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  });

  it('the first publication makes every gateway ready, and a second one changes nothing', async () => {
    const first = await runJob();
    expect(first).toMatchObject({ code: 0, log: expect.stringMatching(/serves change 1\./) });
    for (const name of ['gateway-1', 'gateway-2']) await kubelet.waitUntilReady(getPod(name));
    const second = await runJob();
    expect(second.code).toBe(0);
    expect(second.log).not.toMatch(/serves change/);
  });

  it('the release service is ready on its read-only disk, with its page', async () => {
    await startPods('release-service-1', 'release-service-2');
    for (const name of ['release-service-1', 'release-service-2']) await kubelet.waitUntilReady(getPod(name));
    const page = await get(`${releases}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
  });

  it('the release service says that it has no policy, and the command of README.md imports one', async () => {
    const pod = getPod('release-service-1');
    expect(await kubelet.readLog(pod, 'release-service')).toContain('platform/deploy/README.md has the commands');
    const [, command = ''] = findCommand('kubectl', 'import-policy').split(' -- ');
    expect(await kubelet.exec(pod, 'release-service', ...command.split(' '))).toContain('at version 1.');
  });

  it('every probe of every container succeeds', async () => {
    const failed: string[] = [];
    for (const [name, pod] of pods) {
      for (const { kind, container, run } of kubelet.listProbes(pod)) {
        // A cluster tries a probe several times, too.
        const passes = waitUntil(run, { timeoutMs: 30_000, intervalMs: 500, message: kind });
        if (!(await passes.catch(() => false))) failed.push(`${kind} of ${container.name} in ${name}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('pages, calls and pictures arrive through ingress and edge, at the address of the shop', async () => {
    const page = await get(`${shop}/products?category=cookware`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')]);
    const { data } = (await (await get(`${shop}/api/v1/products?limit=1`)).json()) as { data: object[] };
    const [picture = ''] = JSON.stringify(data).match(/http[^"]+\/media\/[^"]+/) ?? [];
    expect(picture).toMatch(new RegExp(`^${shop}/media/`));
    const { status, headers } = await get(picture);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    // Through the cache of the edge.
    await get(shop);
    expect((await get(shop)).headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('the release service promotes through every gate on its read-only disk, also the smoke test in its browser', async () => {
    const release = (...words: string[]) => [
      'platform/deploy/with-secrets.mjs',
      'tooling/run.mjs',
      'release',
      ...words,
    ];
    const publish = release('publish', 'mf-content', '--version', '1.1.0');
    expect(await runJob(['node', ...publish])).toMatchObject({ code: 0 });
    const promote = release('promote', 'mf-content@1.1.0', '--reason', 'a test');
    await kubelet.exec(getPod('release-service-1'), 'release-service', 'node', ...promote);
    const status = release('status', '--json');
    expect(await kubelet.exec(getPod('release-service-2'), 'release-service', 'node', ...status)).toMatch(
      /"mf-content"[^}]*1\.1\.0/,
    );
  });

  it('commands of the shop run in a pod of the store API', async () => {
    const command = ['node', 'platform/deploy/with-secrets.mjs', 'store-api/dist/commands/refunds.mjs'];
    expect(await kubelet.exec(getPod('store-api-1'), 'store-api', ...command)).toMatch(/refund/i);
  });

  it('the release service cannot read the signing key', async () => {
    const read = kubelet.exec(
      getPod('release-service-1'),
      'release-service',
      'cat',
      '/run/release-keys/signing-key.pem',
    );
    await expect(read).rejects.toThrow('No such file');
  });

  describe('network policies', () => {
    beforeAll(async () => {
      // The Job's pod, for as long as its connections are tried.
      await startPods('first-publication');
    });

    it.each(Object.entries(neededConnections))('%s reaches what it needs and nothing else', async (from, needed) => {
      const tries = listTries(endpoints, from).map(({ target, ...tried }) => ({ ...tried, address: target.address }));
      const output = await docker(
        'run',
        '--rm',
        '--network',
        `container:${network}-${from}`,
        ...node24(connect, JSON.stringify(tries)),
      );
      expect(JSON.parse(output).sort()).toEqual([...needed].sort());
    });
  });

  it.each(['store-api-2', 'store-api-1', 'gateway-2', 'gateway-1', 'edge-2', 'edge-1'])(
    'no shopper is refused a page or a call while the pod %s is replaced',
    async (name) => {
      const isEdge = name.startsWith('edge-');
      const pod = getPod(name);
      const counts = await countTraffic({ shop: [shop], api: [shop] }, async () => {
        const ended = kubelet.stop(pod);
        if (isEdge) {
          // The controller learns of the end of a pod after it has begun.
          await sleep(3000);
          await routeTo(['edge-1', 'edge-2'].filter((edge) => edge !== name));
          await reload();
        }
        await ended;
        await kubelet.start(pod);
        await kubelet.waitUntilReady(pod);
        if (isEdge) {
          await routeTo(['edge-1', 'edge-2']);
          await reload();
        }
      });
      printCounts(`replacement of the pod ${name}`, counts);
      expect([counts.failedPages, counts.failedCalls]).toEqual([[], []]);
      expect(counts.pages).toBeGreaterThan(10);
    },
  );
});
