import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { waitUntil } from '@shop/testing/wait-until';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { runProgram } from './containers';
import { find, getName, listWorkloads, type Manifest, select } from './manifests';
import { type Endpoint, formatIptables } from './network-policies';

type Container = IPodSpec['containers'][number];
type Probe = NonNullable<Container['livenessProbe']>;

/** A pod that runs as containers, which share the network of `sandbox`. */
export interface Pod {
  endpoint: Endpoint;
  spec: IPodSpec;
  /** The container that keeps network and address, also while the pod is replaced: the address of a Service of one pod. */
  sandbox: string;
}

export interface KubeletOptions {
  manifests: readonly Manifest[];
  endpoints: readonly Endpoint[];
  /** Docker's network, and the address of this machine in it. */
  network: string;
  node: string;
  /** Folder for volumes. Its files belong to root. */
  folder: string;
}

/** The image with the tools of the network and of root. */
export const toolsImage = 'storefront-test-tools';
export const toolsDockerfile =
  'FROM debian:12-slim\nRUN apt-get update && apt-get install -y --no-install-recommends iptables\n';

const docker = (...args: string[]) => runProgram('docker', args);

/** Runs a shell as root, with a folder of this machine, or in the network of a container. */
export const runAsRoot = (script: string, ...options: string[]) =>
  docker('run', '--rm', '--user', '0:0', ...options, '--entrypoint', 'sh', toolsImage, '-ec', script);

const toDockerMemory = (quantity: string) => quantity.replace('Gi', 'g').replace('Mi', 'm');
const toDockerCpus = (quantity: string) =>
  quantity.endsWith('m') ? String(Number.parseInt(quantity, 10) / 1000) : quantity;

/**
 * Runs pods as containers, with the settings that a kubelet applies: user, groups, rights, root, limits, variables, mounts,
 * sidecars, probes, the end of a pod. Network policies are rules of iptables in the pod's network, and Services are names there.
 */
export function createKubelet({ manifests, endpoints, network, node, folder }: KubeletOptions) {
  const workloads = listWorkloads(manifests);
  const policies = select(manifests, 'NetworkPolicy');
  const getId = ({ endpoint }: Pod, { name }: Container) => `${network}-${endpoint.name}-${name}`;
  const isSidecar = ({ restartPolicy }: Container) => restartPolicy === 'Always';

  /** Names of the Services that select a pod. */
  function listServices({ name, labels = {} }: Endpoint): string[] {
    const podLabels: Record<string, string> = { ...labels, 'statefulset.kubernetes.io/pod-name': name };
    const selects = (selector: Record<string, string> = {}) =>
      Object.entries(selector).every(([key, value]) => podLabels[key] === value);
    return select(manifests, 'Service')
      .filter(({ spec }) => selects(spec?.selector))
      .map(getName);
  }

  /** Variables of the container, and of every Service unless the pod has none of those. */
  function getVariables(spec: IPodSpec, { env = [], envFrom = [] }: Container): Record<string, string> {
    const links = select(manifests, 'Service').map((service) => [
      `${getName(service).toUpperCase().replaceAll('-', '_')}_PORT`,
      `tcp://192.0.2.1:${service.spec?.ports?.[0]?.port}`,
    ]);
    return Object.assign(
      spec.enableServiceLinks === false ? {} : Object.fromEntries(links),
      ...envFrom.map(({ configMapRef }) => find(manifests, 'ConfigMap', configMapRef?.name ?? '').data ?? {}),
      ...env.map(({ name, value = '' }) => ({ [name]: value })),
    );
  }

  /** Creates the volumes of a pod. @returns What Docker mounts, by the name of the volume. */
  async function createVolumes({ endpoint, spec }: Pod): Promise<Record<string, string>> {
    const group = spec.securityContext?.fsGroup ?? 0;
    const steps: string[] = [];
    const mounts: Record<string, string> = {};
    for (const { name, configMap, secret, emptyDir } of spec.volumes ?? []) {
      const target = path.join(folder, endpoint.name, name);
      mounts[name] = target;
      const inTools = `/pods/${endpoint.name}/${name}`;
      if (emptyDir?.medium === 'Memory') {
        mounts[name] = `${network}-${endpoint.name}-${name}`;
        const options = `gid=${group},mode=2777,size=${toDockerMemory(String(emptyDir.sizeLimit))}`;
        await docker('volume', 'rm', '--force', mounts[name]);
        await docker(
          'volume',
          'create',
          '--opt',
          'type=tmpfs',
          '--opt',
          'device=tmpfs',
          '--opt',
          `o=${options}`,
          mounts[name],
        );
      } else if (emptyDir) {
        steps.push(`rm -rf ${inTools}; mkdir -p ${inTools}; chown 0:${group} ${inTools}; chmod 2777 ${inTools}`);
      } else {
        const mode = (secret ?? configMap)?.defaultMode ?? 0o644;
        const files = secret
          ? Object.entries(find(manifests, 'Secret', secret.secretName ?? '').data ?? {}).map(
              ([key, value]) => [key, Buffer.from(value, 'base64')] as const,
            )
          : Object.entries(find(manifests, 'ConfigMap', configMap?.name ?? '').data ?? {});
        const draft = path.join(folder, 'drafts', endpoint.name, name);
        mkdirSync(draft, { recursive: true });
        for (const [key, value] of files) writeFileSync(path.join(draft, key), value);
        steps.push(
          `rm -rf ${inTools}; mkdir -p /pods/${endpoint.name}; cp -r /pods/drafts/${endpoint.name}/${name} ${inTools}`,
          `chown -R 0:${group} ${inTools}; chmod 755 ${inTools}; chmod ${mode.toString(8)} ${inTools}/*`,
        );
      }
    }
    await runAsRoot(steps.join('\n'), '--volume', `${folder}:/pods`);
    return mounts;
  }

  async function startContainer(pod: Pod, container: Container, volumes: Record<string, string>): Promise<void> {
    const { spec, sandbox } = pod;
    const { securityContext = {}, resources, volumeMounts = [], command = [], args = [], image = '' } = container;
    const user = securityContext.runAsUser ?? spec.securityContext?.runAsUser;
    const [entrypoint, ...words] = command;
    const options = [
      ...['--name', getId(pod, container), '--network', `container:${sandbox}`],
      ...[
        '--user',
        `${user}:${spec.securityContext?.runAsGroup}`,
        '--group-add',
        String(spec.securityContext?.fsGroup),
      ],
      ...[
        '--memory',
        toDockerMemory(String(resources?.limits?.memory)),
        '--cpus',
        toDockerCpus(String(resources?.limits?.cpu)),
      ],
      ...(securityContext.capabilities?.drop ?? []).flatMap((name) => ['--cap-drop', name]),
      ...(securityContext.allowPrivilegeEscalation === false ? ['--security-opt', 'no-new-privileges'] : []),
      ...(securityContext.readOnlyRootFilesystem ? ['--read-only'] : []),
      ...volumeMounts.flatMap(({ name, mountPath, subPath, readOnly }) => {
        const source = [volumes[name], subPath].filter(Boolean).join('/');
        return ['--volume', `${source}:${mountPath}${readOnly ? ':ro' : ''}`];
      }),
      ...Object.entries(getVariables(spec, container)).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...(entrypoint ? ['--entrypoint', entrypoint] : []),
    ];
    await docker('run', '--detach', ...options, image, ...words, ...args);
    const { startupProbe } = container;
    if (!startupProbe) return;
    const { periodSeconds = 10, failureThreshold = 3 } = startupProbe;
    await waitUntil(
      async () => {
        if (!(await isRunning(getId(pod, container))))
          throw new Error(`${getId(pod, container)} ended:\n${await readLog(pod, container.name)}`);
        return probe(pod, container, startupProbe);
      },
      {
        timeoutMs: periodSeconds * failureThreshold * 1000,
        intervalMs: periodSeconds * 1000,
        message: `${getId(pod, container)} starts`,
      },
    );
  }

  const isRunning = async (id: string) =>
    (await docker('inspect', '--format', '{{.State.Running}}', id)).trim() === 'true';

  const findContainer = ({ spec }: Pod, name: string) => {
    const found = [...(spec.initContainers ?? []), ...spec.containers].find((container) => container.name === name);
    if (!found) throw new Error(`There is no container ${name}.`);
    return found;
  };

  const readLog = (pod: Pod, name: string) => docker('logs', getId(pod, findContainer(pod, name)));

  /** Runs a probe once, as the kubelet does. */
  async function probe(pod: Pod, container: Container, { exec, httpGet, tcpSocket, timeoutSeconds = 1 }: Probe) {
    const timeout = timeoutSeconds * 1000;
    const { address } = pod.endpoint;
    if (exec) {
      const run = runProgram('docker', ['exec', getId(pod, container), ...(exec.command ?? [])], { timeout });
      return run.then(
        () => true,
        () => false,
      );
    }
    if (httpGet) {
      const response = await fetch(`http://${address}:${httpGet.port}${httpGet.path}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      }).catch(() => null);
      await response?.body?.cancel();
      return response !== null && response.status >= 200 && response.status < 400;
    }
    return new Promise<boolean>((resolve) => {
      const socket = connect({ host: address, port: Number(tcpSocket?.port), timeout });
      const end = (isOpen: boolean) => {
        socket.destroy();
        resolve(isOpen);
      };
      socket
        .once('connect', () => end(true))
        .once('error', () => end(false))
        .once('timeout', () => end(false));
    });
  }

  const listProbes = (pod: Pod) =>
    [...(pod.spec.initContainers ?? []), ...pod.spec.containers].flatMap((container) =>
      (['startupProbe', 'readinessProbe', 'livenessProbe'] as const).flatMap((kind) => {
        const found = container[kind];
        return found ? [{ kind, container, run: () => probe(pod, container, found) }] : [];
      }),
    );

  /** Starts the containers of a pod: sidecars first, each until its startup probe succeeds. */
  async function start(pod: Pod): Promise<void> {
    const volumes = await createVolumes(pod);
    for (const container of [...(pod.spec.initContainers ?? []), ...pod.spec.containers]) {
      await startContainer(pod, container, volumes);
    }
  }

  /** Ends the containers of a pod: the hook before the end, SIGTERM, after the grace period SIGKILL; the sidecars last. */
  async function stop(pod: Pod): Promise<void> {
    const seconds = pod.spec.terminationGracePeriodSeconds ?? 30;
    const end = performance.now() + seconds * 1000;
    const all = [...pod.spec.containers, ...(pod.spec.initContainers ?? []).filter(isSidecar).reverse()];
    for (const container of all) {
      const id = getId(pod, container);
      const { exec } = container.lifecycle?.preStop ?? {};
      if (exec && (await isRunning(id))) await docker('exec', id, ...(exec.command ?? []));
      const left = Math.max(2, Math.ceil((end - performance.now()) / 1000));
      await docker('stop', '--time', String(left), id);
      await docker('rm', id);
    }
  }

  return {
    /**
     * Creates the network of a pod, and starts its containers.
     *
     * @param name An endpoint.
     * @param command Of the main container. Default: that of the manifest.
     */
    async startPod(name: string, command?: string[]): Promise<Pod> {
      const endpoint = endpoints.find((found) => found.name === name);
      const workload = workloads.find((found) => found.name === name.replace(/-\d$/, ''));
      if (!endpoint || !workload) throw new Error(`There is no pod ${name}.`);
      const containers = workload.pod.containers.map((container) => ({ ...container, ...(command && { command }) }));
      const pod: Pod = { endpoint, spec: { ...workload.pod, containers }, sandbox: `${network}-${name}` };
      const aliases = listServices(endpoint).flatMap((service) => ['--network-alias', service]);
      const place = ['--hostname', name, '--network', network, '--ip', endpoint.address, ...aliases];
      await docker('run', '--detach', '--name', pod.sandbox, ...place, '--entrypoint', 'sleep', toolsImage, 'infinity');
      const rules = formatIptables(policies, endpoint, endpoints, node);
      const options = ['--network', `container:${pod.sandbox}`, '--cap-add', 'NET_ADMIN', '--env', `RULES=${rules}`];
      await runAsRoot('printf %s "$RULES" | iptables-restore', ...options);
      await start(pod);
      return pod;
    },
    /** Waits until the readiness probes of a pod succeed. */
    async waitUntilReady(pod: Pod): Promise<void> {
      for (const { kind, container, run } of listProbes(pod)) {
        if (kind !== 'readinessProbe') continue;
        await waitUntil(run, { timeoutMs: 120_000, intervalMs: 500, message: `${getId(pod, container)} is ready` });
      }
    },
    /** Waits until the main container of a Job's pod ends. @returns Its exit code and log. */
    async waitForEnd(pod: Pod): Promise<{ code: number; log: string }> {
      const [container] = pod.spec.containers;
      if (!container) throw new Error('The pod has no container.');
      const code = Number((await docker('wait', getId(pod, container))).trim());
      return { code, log: await readLog(pod, container.name) };
    },
    /** Runs a command in a container. @throws With its output when it fails. */
    exec: (pod: Pod, name: string, ...command: string[]) =>
      docker('exec', getId(pod, findContainer(pod, name)), ...command),
    listProbes,
    readLog,
    start,
    stop,
  };
}

/** Removes every container, volume and network of a kubelet. */
export async function removeAll(network: string): Promise<void> {
  const list = (kind: string, ...options: string[]) =>
    spawnSync('docker', [kind, 'ls', '--quiet', '--filter', `name=${network}-`, ...options], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean);
  const containers = list('container', '--all');
  if (containers.length > 0) await docker('rm', '--force', '--volumes', ...containers);
  const volumes = list('volume');
  if (volumes.length > 0) await docker('volume', 'rm', '--force', ...volumes);
  spawnSync('docker', ['network', 'rm', network]);
}
