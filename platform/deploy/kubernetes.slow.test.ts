import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gatewayVariables, readGatewaySettings } from '@shop/gateway/settings';
import { consoleVariables, readServiceSettings } from '@shop/release-console/server/settings';
import { readPolicy } from '@shop/releases/policy/policy';
import {
  activateNextKey,
  computeKeyId,
  prepareNextKey,
  readSigningKey,
  readTrustedKeys,
  retireOldKeys,
} from '@shop/releases/signing/keys';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { readStoreApiSettings, storeApiVariables } from '@shop/store-api/settings';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';
import {
  copyManifests,
  find,
  getName,
  hasKubectl,
  listSecretFiles,
  listWorkloads,
  type Manifest,
  nameLabel,
  renderManifests,
  select,
} from './testing/manifests';
import { findEndpoint, isAllowed, listEndpoints, listTries, neededConnections } from './testing/network-policies';
import { listFiles } from './testing/pod-volumes';

/*
 * These tests need kubectl and no cluster. They render the overlay `production`, check it against the schemas of Kubernetes, and
 * that its objects fit together. kubernetes.deploy.test.ts runs its pods as containers.
 */
const here = (file: string) => path.join(import.meta.dirname, file);
const readText = (file: string) => readFileSync(here(file), 'utf8');
const folder = createTestFolder();

const models = {
  ConfigMap,
  Deployment,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
  StatefulSet,
};

const isRendered = hasKubectl();
const overlay = isRendered ? copyManifests(path.join(folder, 'manifests')) : '';
const manifests: readonly Manifest[] = isRendered ? renderManifests(overlay) : [];
const workloads = listWorkloads(manifests);
const containers = workloads.flatMap(({ name, pod }) =>
  [...(pod.initContainers ?? []), ...pod.containers].map((container) => ({
    title: `${container.name} of ${name}`,
    pod,
    container,
  })),
);

function findContainer(title: string) {
  const found = containers.find((entry) => entry.title === title);
  if (!found) throw new Error(`There is no ${title}.`);
  return found;
}

/** The variables of a server, without those of secrets. */
function getVariables(name: string, rendered = manifests): Record<string, string> {
  const { env = [], envFrom = [] } =
    listWorkloads(rendered).find((found) => found.name === name)?.pod.containers[0] ?? {};
  const maps = envFrom.map(({ configMapRef }) => find(rendered, 'ConfigMap', configMapRef?.name ?? '').data ?? {});
  return Object.assign({}, ...maps, ...env.map(({ name: variable, value = '' }) => ({ [variable]: value })));
}

/** Replaces texts of `kustomization.yaml`, as an operator does. */
function editOverlay(target: string, changes: readonly (readonly [from: string, to: string])[]): void {
  const file = path.join(target, 'kustomization.yaml');
  const text = changes.reduce((edited, [from, to]) => edited.replace(from, to), readFileSync(file, 'utf8'));
  writeFileSync(file, text);
}

/** Where pods see the keys of releases, and the containers that do. */
const keysFolder = '/run/release-keys';
const keyReaders = [
  ...['first-publication of first-publication', 'gateway of gateway', 'release-service of release-service'],
  ...['signer of first-publication', 'signer of release-service'],
];

const isServer = (name: string) => name !== 'first-publication';
const describeRendered = isRendered ? describe : describe.skip;

describeRendered('the rendered manifests', () => {
  test('every object is valid by the schemas of Kubernetes, and in the namespace of the overlay', () => {
    for (const manifest of manifests) {
      const Model = models[manifest.kind] as new (data: Manifest) => { validate: () => void };
      expect(() => new Model(manifest).validate()).not.toThrow();
      if (manifest.kind !== 'Namespace') expect(manifest.metadata?.namespace).toBe('storefront');
    }
    expect(workloads.map(({ name }) => name).sort()).toEqual([
      'edge',
      'first-publication',
      'gateway',
      'release-service',
      'store-api',
    ]);
  });

  test('every container runs without root and rights, with limits, by the rules of a restricted namespace', () => {
    const { metadata } = find(manifests, 'Namespace', 'storefront');
    expect(metadata?.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    for (const { container, pod, title } of containers) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        // Variables of Services such as STORE_API_PORT=tcp://… would be settings.
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: expect.any(Number),
          fsGroup: pod.securityContext?.runAsGroup,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      expect(container.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        // It builds the apps in its image.
        readOnlyRootFilesystem: title !== 'first-publication of first-publication',
      });
      expect(container.resources).toEqual({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { cpu: expect.any(String), memory: expect.any(String) },
      });
    }
  });

  test('every server has probes of start, readiness and liveness', () => {
    for (const { name, pod } of workloads.filter((workload) => isServer(workload.name))) {
      const [container] = pod.containers;
      const port = container?.ports?.[0]?.containerPort;
      const check = (address: string) =>
        name === 'edge' ? { tcpSocket: { port } } : { httpGet: { path: address, port } };
      expect(container).toMatchObject({
        startupProbe: expect.anything(),
        readinessProbe: check('/readyz'),
        livenessProbe: check('/healthz'),
      });
    }
  });

  test('no probe starts a process of Node more than once a minute', () => {
    for (const { container } of containers) {
      for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
        if (probe?.exec?.command?.[0] === 'node') expect(probe.periodSeconds).toBeGreaterThanOrEqual(60);
      }
    }
    expect(findContainer('signer of release-service').container.startupProbe?.exec?.command?.[0]).toBe('test');
  });

  test('every image has a version, which the overlay sets', () => {
    for (const { container } of containers) {
      expect(container.image).toMatch(/^registry\.example\/storefront-[a-z]+:\d+\.\d+\.\d+$/);
    }
  });

  test('secrets are files of Secrets, and the README names each file of the folder that they are made of', () => {
    for (const { container } of containers) {
      for (const { name, value } of container.env ?? []) {
        if (/SECRET|PASSWORD|KEY_ID|GROUPS_KEY|DATABASE_URL|MAIL_TRANSPORT/.test(name))
          expect([name, value]).toEqual([name, expect.stringMatching(/^\/run\/secrets\//)]);
        if (/^\/run\//.test(value ?? '') && !/socket|signer/.test(value ?? ''))
          expect([
            name,
            container.volumeMounts?.some(
              ({ mountPath }) => `${value}/`.startsWith(mountPath) || mountPath.startsWith(`${value}/`),
            ),
          ]).toEqual([name, true]);
      }
    }
    const literals = select(manifests, 'ConfigMap').flatMap(({ data = {} }) => Object.entries(data));
    expect(
      literals.filter(
        ([name, value]) =>
          /SECRET|PASSWORD|AWS_|GROUPS_KEY|DATABASE_URL/.test(name) || /:\/\/[^/]*@|PRIVATE/.test(value),
      ),
    ).toEqual([]);
    const readme = readText('README.md');
    for (const file of listSecretFiles(overlay)) expect(readme).toContain(path.basename(file));
  });

  test('git ignores the folder of the secrets', () => {
    const file = 'kubernetes/overlays/production/secrets/mail-transport';
    expect(spawnSync('git', ['check-ignore', '--quiet', file], { cwd: import.meta.dirname }).status).toBe(0);
  });

  test('a changed value or secret restarts the pods that use it, and no others', () => {
    const change = (edit: (target: string) => void) => {
      const target = copyManifests(path.join(folder, String(Math.random())));
      edit(target);
      const keys = 'secrets/release-keys';
      cpSync(path.join(overlay, keys), path.join(target, keys), { recursive: true });
      const after = listWorkloads(renderManifests(target));
      return workloads
        .filter(({ pod }, index) => JSON.stringify(pod) !== JSON.stringify(after[index]?.pod))
        .map(({ name }) => name)
        .sort();
    };
    expect(change(() => undefined)).toEqual([]);
    expect(change((target) => writeFileSync(path.join(target, 'secrets/gateway-secret-key'), 'new'))).toEqual([
      'gateway',
    ]);
    expect(change((target) => writeFileSync(path.join(target, 'secrets/mail-transport'), 'off'))).toEqual([
      'store-api',
    ]);
    const replaceClient = (target: string) =>
      editOverlay(target, [['OIDC_CLIENT_ID=release-service', 'OIDC_CLIENT_ID=x']]);
    expect(change(replaceClient)).toEqual(['release-service']);
  });

  describe('the keys of releases', () => {
    /** The folders of keys that pods see, by their containers. */
    function mountKeys(rendered: readonly Manifest[]): [title: string, folder: string][] {
      return listWorkloads(rendered).flatMap(({ name, pod }) =>
        [...(pod.initContainers ?? []), ...pod.containers].flatMap((container) => {
          const mounts = (container.volumeMounts ?? []).filter(
            ({ mountPath, subPath }) => mountPath.startsWith(`${keysFolder}/`) && !subPath,
          );
          if (mounts.length === 0) return [];
          const seen = createTestFolder();
          for (const mount of mounts) {
            const target = path.join(seen, path.relative(keysFolder, mount.mountPath));
            mkdirSync(target);
            const volume = pod.volumes?.find((found) => found.name === mount.name);
            for (const [file, content] of volume ? listFiles(rendered, volume) : []) {
              writeFileSync(path.join(target, file), content);
            }
          }
          return [[`${container.name} of ${name}`, seen]];
        }),
      );
    }

    /** Asserts that the pods that read keys trust these, and that other pods see none. */
    async function assertKeys(rendered: readonly Manifest[], ids: readonly string[]): Promise<void> {
      const pods = mountKeys(rendered);
      expect(pods.map(([title]) => title).sort()).toEqual(keyReaders);
      for (const [, seen] of pods) expect([...(await readTrustedKeys(seen)).keys()]).toEqual(ids);
    }

    test('are those of the folder, in every pod that reads them', async () => {
      const { id } = await readSigningKey(path.join(overlay, 'secrets/release-keys'));
      await assertKeys(manifests, [id]);
    });

    test('are after a rotation the new key for HEAD, and the old one for documents of the past only', async () => {
      const target = copyManifests(path.join(folder, 'rotated'));
      const keys = path.join(target, 'secrets/release-keys');
      const current = await prepareNextKey(keys);
      await activateNextKey(keys);
      const [old = ''] = await retireOldKeys(keys);
      editOverlay(target, [
        ['trusted/release.pem', `trusted/${current}.pem`],
        ['# - { name: release-past-keys', '- { name: release-past-keys'],
        ['OLD.pem', `${old}.pem`],
      ]);
      await assertKeys(renderManifests(target), [`composition ${old}`, `log ${old}`, current]);
    });

    test('for previews are valid for previews only', async () => {
      const target = copyManifests(path.join(folder, 'previews'));
      const { publicKey } = generateKeyPairSync('ed25519');
      mkdirSync(path.join(target, 'secrets/release-keys/trusted/preview'));
      writeFileSync(
        path.join(target, 'secrets/release-keys/trusted/preview/ci.pem'),
        publicKey.export({ type: 'spki', format: 'pem' }),
      );
      const { id } = await readSigningKey(path.join(target, 'secrets/release-keys'));
      editOverlay(target, [
        ['# - { name: release-past-keys', '- { name: release-preview-keys'],
        ['past/OLD.pem', 'preview/ci.pem'],
      ]);
      await assertKeys(renderManifests(target), [`preview ${computeKeyId(publicKey)}`, id]);
    });
  });

  test('an operator may give every setting: those of secrets as files, and no manifest overrides another one', () => {
    /** What the ports, mounts and times of the manifests decide. */
    const fixed = [
      ...['PORT', 'HOST', 'METRICS_PORT', 'DRAIN_SECONDS', 'STORE_API_URL', 'DATA_DIR'],
      ...['RELEASE_KEYS', 'RELEASE_SIGNER', 'RELEASE_WEBHOOKS'],
    ];
    const servers = { gateway: gatewayVariables, 'store-api': storeApiVariables, 'release-service': consoleVariables };
    const secrets = ['CUSTOMER_GROUPS_KEY', 'DATABASE_URL', 'MAIL_TRANSPORT', 'OIDC_CLIENT_SECRET'];
    const names = [...new Set(Object.values(servers).flatMap(Object.keys))].filter(
      (name) => ![...fixed, ...secrets].includes(name),
    );
    const target = path.join(copyManifests(path.join(folder, 'given')), '../given');
    mkdirSync(target);
    const literals = names.map((name) => `${name}=given`);
    const configMapGenerator = ['storefront', 'release-service'].map((name) => ({ name, behavior: 'merge', literals }));
    // JSON is YAML.
    const overlayOfProduction = JSON.stringify({ resources: ['../production'], configMapGenerator });
    writeFileSync(path.join(target, 'kustomization.yaml'), overlayOfProduction);
    const rendered = renderManifests(target);
    for (const [server, variables] of Object.entries(servers)) {
      const given = getVariables(server, rendered);
      const expected = Object.keys(variables).filter((name) => !fixed.includes(name));
      const missing = expected.filter((name) =>
        secrets.includes(name) ? !given[`${name}_FILE`] : given[name] !== 'given',
      );
      expect([server, missing]).toEqual([server, []]);
    }
  });

  test('every name leads to an object: volumes, ConfigMaps, Secrets, Services, ports', () => {
    for (const { container, pod } of containers) {
      const volumes = (pod.volumes ?? []).map(({ name }) => name);
      for (const { name } of container.volumeMounts ?? []) expect(volumes).toContain(name);
      for (const { configMapRef } of container.envFrom ?? []) find(manifests, 'ConfigMap', configMapRef?.name ?? '');
      for (const { configMap, secret } of pod.volumes ?? []) {
        if (configMap && !configMap.optional) find(manifests, 'ConfigMap', configMap.name ?? '');
        if (secret) find(manifests, 'Secret', secret.secretName ?? '');
      }
    }
    for (const { manifest } of workloads) {
      if (manifest.kind === 'StatefulSet') find(manifests, 'Service', manifest.spec?.serviceName ?? '');
    }
    for (const service of select(manifests, 'Service')) {
      const name = getName(service).replace(/-\d$/, '');
      const { container } = findContainer(`${name} of ${name}`);
      for (const { name: port, port: number } of service.spec?.ports ?? []) {
        expect(container.ports).toContainEqual({ name: port, containerPort: number });
      }
    }
  });

  test('every server has two instances, a service and a disruption budget', () => {
    for (const { name, manifest, labels } of workloads.filter((workload) => isServer(workload.name))) {
      expect(manifest.spec).toMatchObject({ replicas: 2, selector: { matchLabels: { [nameLabel]: name } } });
      expect(labels).toMatchObject({ [nameLabel]: name });
      expect(find(manifests, 'Service', name).spec?.selector).toEqual({ [nameLabel]: name });
      expect(find(manifests, 'PodDisruptionBudget', name).spec).toMatchObject({
        maxUnavailable: 1,
        selector: { matchLabels: { [nameLabel]: name } },
      });
    }
  });

  test('each server that nginx names has a Service of its own, whose address stays', () => {
    const named = [...readText('Dockerfile').matchAll(/--(?:gateway|api) ([a-z-]+-\d):(\d+)/g)];
    expect(named.map(([, name]) => name)).toEqual(['gateway-1', 'gateway-2', 'store-api-1', 'store-api-2']);
    for (const [, name = '', port] of named) {
      const { spec } = find(manifests, 'Service', name);
      expect(spec?.clusterIP).toBeUndefined();
      expect(spec?.selector).toEqual({ 'statefulset.kubernetes.io/pod-name': name });
      expect(spec?.ports).toEqual([{ name: 'http', port: Number(port) }]);
      const { replicas = 0, ordinals } = find(manifests, 'StatefulSet', name.slice(0, -2)).spec ?? {};
      const number = Number(name.slice(-1));
      expect(number >= (ordinals?.start ?? 0) && number < (ordinals?.start ?? 0) + replicas).toBe(true);
    }
  });

  test('the ingress has the hosts of the settings, TLS, and Services and ports that exist', () => {
    const { SHOP_URL = '', PUBLIC_API_URL = '' } = getVariables('gateway');
    const hosts = { shop: SHOP_URL, 'release-service': getVariables('release-service').CONSOLE_URL ?? '' };
    for (const [name, url] of Object.entries(hosts)) {
      const { host } = new URL(url);
      const { spec } = find(manifests, 'Ingress', name);
      expect(spec?.rules?.map((rule) => rule.host)).toEqual([host]);
      expect(spec?.tls?.map(({ hosts: names }) => names)).toEqual([[host]]);
      for (const { backend } of spec?.rules?.[0]?.http?.paths ?? []) {
        const service = find(manifests, 'Service', backend.service?.name ?? '');
        expect(service.spec?.ports?.map((port) => port.name)).toContain(backend.service?.port?.name);
      }
    }
    const { metadata, spec: ofShop } = find(manifests, 'Ingress', 'shop');
    // As in nginx.conf.template: a redirect to a long address has larger headers than the controller accepts by default.
    expect(metadata?.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-buffer-size': '32k',
      'nginx.ingress.kubernetes.io/proxy-busy-buffers-size': '64k',
    });
    const paths = ofShop?.rules?.[0]?.http?.paths ?? [];
    const ofApi = paths.filter(({ backend }) => backend.service?.port?.name === 'api').map((entry) => entry.path);
    // Health checks and commands of an operator stay inside, and the documentation of the API is in the repository.
    expect(ofApi).toEqual(['/api/v1', '/media', '/sandbox']);
    expect(PUBLIC_API_URL).toBe(`${SHOP_URL}/api/v1`);
  });

  test('only signers have the signing key: another user than that of the programs that use their socket', () => {
    const [secret] = select(manifests, 'Secret')
      .map(getName)
      .filter((name) => name.startsWith('release-signing-key'));
    const withKey = containers.filter(({ container, pod }) => {
      const keys = (pod.volumes ?? []).filter((volume) => volume.secret?.secretName === secret);
      return container.volumeMounts?.some(({ name }) => keys.some((volume) => volume.name === name));
    });
    expect(withKey.map(({ title }) => title).sort()).toEqual([
      'signer of first-publication',
      'signer of release-service',
    ]);
    const { services } = parse(readText('compose.yaml'), { merge: true });
    for (const { container: signer, pod } of withKey) {
      expect(signer).toMatchObject({ restartPolicy: 'Always', securityContext: { runAsUser: 1001 } });
      expect([signer.env, signer.envFrom, signer.ports]).toEqual([undefined, undefined, undefined]);
      expect(pod.volumes).toContainEqual({ name: 'signer', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } });
      const [user] = pod.containers;
      expect(user?.volumeMounts?.map(({ name }) => name)).toContain('signer');
      expect(signer.args).toContain(user?.env?.find(({ name }) => name === 'RELEASE_SIGNER')?.value);
      // The arguments are those of compose.yaml, which signer-service.slow.test.ts runs.
      expect([signer.command, signer.args]).toEqual([services.signer.entrypoint, services.signer.command]);
    }
  });

  test('the settings of every server are valid', async () => {
    const secrets = {
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      HOST: '0.0.0.0',
      NODE_ENV: 'production',
    };
    expect(readGatewaySettings({ ...getVariables('gateway'), ...secrets })).toMatchObject({
      port: 3000,
      env: 'production',
      keysFolder: '/run/release-keys',
      publicUrl: 'https://shop.example',
      releaseStore: { kind: 's3', settings: { endpoint: 'https://objects.example' } },
    });
    const database = { DATABASE_URL: 'postgres://store@database/store' };
    expect(readStoreApiSettings({ ...getVariables('store-api'), ...secrets, ...database })).toMatchObject({
      sandbox: false,
      trustedProxies: ['10.244.0.0/16'],
    });
    const service = readServiceSettings({
      ...getVariables('release-service'),
      ...secrets,
      ...database,
      OIDC_CLIENT_SECRET: 'secret',
    });
    expect(service).toMatchObject({
      // The ingress controller reaches it as it reaches the edges.
      trustedProxies: getVariables('edge').TRUSTED_PROXIES?.split(','),
      port: 3300,
      host: '0.0.0.0',
      publicUrl: 'https://releases.example',
      env: 'production',
      provider: { issuer: 'https://identity.example', clientId: 'release-service' },
    });
    // Two instances share their state.
    expect(service.databaseUrl).toBe(database.DATABASE_URL);
    expect((await readPolicy(path.join(overlay, 'policy.json'))).roles).toHaveProperty('manager');
    for (const { container } of containers) {
      const programs = container.command?.filter((word) => /^platform\/deploy\/.*\.(mjs|sh)$/.test(word)) ?? [];
      for (const program of programs) expect(existsSync(here(`../../${program}`))).toBe(true);
    }
  });

  test('the object store, its policies, compose and the overlay name one bucket', () => {
    const [, bucket] = /^s3:\/\/([a-z-]+)\?/.exec(getVariables('gateway').RELEASE_STORE ?? '') ?? [];
    const buckets = [
      ...['gateway', 'release', 'watch'].flatMap((name) => [
        ...readText(`${name}-policy.json`).matchAll(/arn:aws:s3:::([a-z-]+)/g),
      ]),
      ...readText('object-store.sh').matchAll(/"(?:Read|Write|List):([a-z-]+)/g),
      ...readText('compose.yaml').matchAll(/s3:\/\/([a-z-]+)/g),
    ].map(([, name]) => name);
    expect(new Set(buckets)).toEqual(new Set([bucket]));
  });

  describe('network policies', () => {
    const policies = select(manifests, 'NetworkPolicy');
    const endpoints = listEndpoints('10.244.1', '10.0.3.7');

    test('every pod is isolated, and every rule names ports', () => {
      const everything = { podSelector: {}, policyTypes: ['Ingress', 'Egress'] };
      expect(find(manifests, 'NetworkPolicy', 'deny-everything').spec).toEqual(everything);
      const rules = policies.flatMap(({ spec }) => [...(spec?.ingress ?? []), ...(spec?.egress ?? [])]);
      for (const { ports } of rules) expect(ports).not.toHaveLength(0);
      for (const { from } of policies.flatMap(({ spec }) => spec?.ingress ?? [])) expect(from).not.toHaveLength(0);
    });

    test.each(Object.entries(neededConnections))('%s reaches what it needs and nothing else', (from, needed) => {
      const allowed = listTries(endpoints, from).filter(({ source, target, ...rest }) =>
        isAllowed(policies, endpoints, source, target, rest),
      );
      expect(allowed.map(({ name }) => name).sort()).toEqual([...needed].sort());
    });

    test('NodeLocal DNSCache is reached', () => {
      const cache = { name: 'node-local-dns', address: '169.254.20.10' };
      const target = { protocol: 'UDP', port: 53 };
      expect(isAllowed(policies, endpoints, findEndpoint(endpoints, 'gateway-1'), cache, target)).toBe(true);
    });
  });

  test('the optional component monitors the pods that have metrics, as the jobs that the alerts name', () => {
    editOverlay(overlay, [['# components:', 'components:']]);
    const monitor = renderManifests(overlay).find(({ kind }) => String(kind) === 'PodMonitor') as unknown as {
      spec: {
        jobLabel: string;
        selector: { matchExpressions: { values: string[] }[] };
        podMetricsEndpoints: { port: string }[];
      };
    };
    const { jobLabel, selector, podMetricsEndpoints } = monitor.spec;
    const [jobs = []] = selector.matchExpressions.map(({ values }) => values);
    const withMetrics = workloads.filter(({ pod }) =>
      pod.containers.some(({ ports = [] }) => ports.some(({ name }) => name === podMetricsEndpoints[0]?.port)),
    );
    expect(withMetrics.map(({ name }) => name)).toEqual(expect.arrayContaining(jobs));
    expect(jobLabel).toBe(nameLabel);
    for (const [, job] of readText('prometheus/alerts.yaml').matchAll(/job="([^"]+)"/g)) expect(jobs).toContain(job);
  });
});

describe('apply.sh', () => {
  /** Runs the script with a kubectl that writes its arguments, and `conditions` as those of the Job. */
  function apply(conditions: string) {
    const bin = path.join(folder, `bin-${conditions}`);
    mkdirSync(bin);
    const program = path.join(bin, 'kubectl');
    writeFileSync(program, `#!/bin/sh\necho "$*" >> ${bin}/calls\ncase $1 in get) echo ${conditions} ;; esac\n`);
    chmodSync(program, 0o755);
    const { status } = spawnSync('sh', [here('kubernetes/apply.sh'), here('kubernetes/overlays/production')], {
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
    const calls = readFileSync(path.join(bin, 'calls'), 'utf8').trim().split('\n');
    return { status, calls };
  }

  test('applies in the order of the runbook, and waits for each step', () => {
    const { status, calls } = apply('Complete');
    expect(status).toBe(0);
    const steps = calls.map(
      (call) =>
        /name=([a-z-]+)$|status .*\/([a-z-]+)$|^(delete|get) /.exec(call)?.slice(1).find(Boolean) ??
        call.replace(/ -k \S+/, ''),
    );
    expect(steps).toEqual([
      'apply --server-side --force-conflicts -l !app.kubernetes.io/name',
      ...['store-api', 'store-api', 'gateway', 'delete', 'first-publication', 'get', 'gateway', 'edge', 'edge'],
      ...['release-service', 'release-service'],
    ]);
    const applied = calls.filter((call) => call.startsWith('apply'));
    // What people changed with `kubectl scale` would be a conflict.
    expect(applied.every((call) => call.startsWith('apply --server-side --force-conflicts '))).toBe(true);
    expect(
      calls.filter((call) => !call.startsWith('apply')).every((call) => call.includes('--namespace storefront')),
    ).toBe(true);
  });

  test('ends with the log of a first publication that failed', () => {
    const { status, calls } = apply('Failed');
    expect(status).toBe(1);
    expect(calls.at(-1)).toMatch(/^logs .*job\/first-publication$/);
  });
});
