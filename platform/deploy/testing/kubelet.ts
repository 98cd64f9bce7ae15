import { spawnSync } from 'node:child_process';
import { waitUntil } from '@shop/testing/wait-until';
import { getName, listWorkloads, type Manifest, select } from './manifests';
import { type Endpoint, formatIptables } from './network-policies';
import { docker, findContainer, getId, type Pod, readLog, runAsRoot, toolsImage } from './pod';
import { listProbes, startContainer, stopContainers } from './pod-containers';
import { createVolumes } from './pod-volumes';

export interface KubeletOptions {
  manifests: readonly Manifest[];
  endpoints: readonly Endpoint[];
  /** Docker's network, and the address of this machine in it. */
  network: string;
  node: string;
  /** Folder for volumes. Its files belong to root. */
  folder: string;
}

/** Names of the Services that select a pod. */
function listServices(manifests: readonly Manifest[], { name, labels = {} }: Endpoint): string[] {
  const podLabels: Record<string, string> = { ...labels, 'statefulset.kubernetes.io/pod-name': name };
  const selects = (selector: Record<string, string> = {}) =>
    Object.entries(selector).every(([key, value]) => podLabels[key] === value);
  return select(manifests, 'Service')
    .filter(({ spec }) => selects(spec?.selector))
    .map(getName);
}

/**
 * Runs pods as containers, with the settings that a kubelet applies: user, groups, rights, root, limits, variables, mounts,
 * sidecars, probes, the end of a pod. Network policies are rules of iptables in the pod's network, and Services are names there.
 */
export function createKubelet({ manifests, endpoints, network, node, folder }: KubeletOptions) {
  const workloads = listWorkloads(manifests);
  const policies = select(manifests, 'NetworkPolicy');

  /** Starts the containers of a pod: sidecars first, each until its startup probe succeeds. */
  async function start(pod: Pod): Promise<void> {
    const volumes = await createVolumes(manifests, folder, pod);
    for (const container of [...(pod.spec.initContainers ?? []), ...pod.spec.containers]) {
      await startContainer(manifests, pod, container, volumes);
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
      const aliases = listServices(manifests, endpoint).flatMap((service) => ['--network-alias', service]);
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
    stop: stopContainers,
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
