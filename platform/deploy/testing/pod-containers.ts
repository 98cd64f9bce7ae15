import { connect } from 'node:net';
import { waitUntil } from '@shop/testing/wait-until';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { runProgram, succeeds } from './containers';
import { find, getName, type Manifest, select } from './manifests';
import { type Container, docker, getId, isRunning, type Pod, type Probe, readLog, toDockerMemory } from './pod';

const toDockerCpus = (quantity: string) =>
  quantity.endsWith('m') ? String(Number.parseInt(quantity, 10) / 1000) : quantity;

const isSidecar = ({ restartPolicy }: Container) => restartPolicy === 'Always';

/** Variables of the container, and of every Service unless the pod has none of those. */
function getVariables(
  manifests: readonly Manifest[],
  spec: IPodSpec,
  { env = [], envFrom = [] }: Container,
): Record<string, string> {
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

/** Options of `docker run` for a container. */
function formatOptions(
  manifests: readonly Manifest[],
  pod: Pod,
  container: Container,
  volumes: Record<string, string>,
): string[] {
  const { spec, sandbox } = pod;
  const { securityContext = {}, resources, volumeMounts = [], command = [] } = container;
  const user = securityContext.runAsUser ?? spec.securityContext?.runAsUser;
  const [entrypoint] = command;
  return [
    ...['--name', getId(pod, container), '--network', `container:${sandbox}`],
    ...['--user', `${user}:${spec.securityContext?.runAsGroup}`, '--group-add', String(spec.securityContext?.fsGroup)],
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
    ...Object.entries(getVariables(manifests, spec, container)).flatMap(([name, value]) => [
      '--env',
      `${name}=${value}`,
    ]),
    ...(entrypoint ? ['--entrypoint', entrypoint] : []),
  ];
}

/** Starts a container, and waits until its startup probe succeeds. */
export async function startContainer(
  manifests: readonly Manifest[],
  pod: Pod,
  container: Container,
  volumes: Record<string, string>,
): Promise<void> {
  const { command = [], args = [], image = '' } = container;
  const options = formatOptions(manifests, pod, container, volumes);
  await docker('run', '--detach', ...options, image, ...command.slice(1), ...args);
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

/** Runs a probe once, as the kubelet does. */
async function probe(pod: Pod, container: Container, { exec, httpGet, tcpSocket, timeoutSeconds = 1 }: Probe) {
  const timeout = timeoutSeconds * 1000;
  const { address } = pod.endpoint;
  if (exec) {
    return succeeds(runProgram('docker', ['exec', getId(pod, container), ...(exec.command ?? [])], { timeout }));
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

/** Lists the probes of the containers of a pod. */
export const listProbes = (pod: Pod) =>
  [...(pod.spec.initContainers ?? []), ...pod.spec.containers].flatMap((container) =>
    (['startupProbe', 'readinessProbe', 'livenessProbe'] as const).flatMap((kind) => {
      const found = container[kind];
      return found ? [{ kind, container, run: () => probe(pod, container, found) }] : [];
    }),
  );

/** Ends the containers of a pod: the hook before the end, SIGTERM, after the grace period SIGKILL; the sidecars last. */
export async function stopContainers(pod: Pod): Promise<void> {
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
