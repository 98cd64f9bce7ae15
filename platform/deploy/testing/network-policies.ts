import { BlockList } from 'node:net';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';

type Spec = NonNullable<INetworkPolicy['spec']>;
type Selector = NonNullable<Spec['podSelector']>;
type Peer = NonNullable<NonNullable<NonNullable<Spec['ingress']>[number]['from']>[number]>;

/** Where a connection begins or ends: a pod, or without a namespace an address outside the cluster. */
export interface Endpoint {
  name: string;
  address: string;
  namespace?: string;
  labels?: Record<string, string>;
}

/** A rule of a policy with the addresses that its selectors select. */
export interface Rule {
  /** Addresses and networks. Null: every one. */
  networks: readonly string[] | null;
  ports: readonly { protocol: 'TCP' | 'UDP'; port: number }[];
}

/** The namespace that the policies are in. */
const ownNamespace = 'storefront';

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>): boolean {
  const areEqual = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return (
    areEqual &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`The operator ${operator} is not implemented.`);
      return values.includes(labels[key] ?? '');
    })
  );
}

function listNetworks({ ipBlock, namespaceSelector, podSelector }: Peer, endpoints: readonly Endpoint[]): string[] {
  if (ipBlock) return [ipBlock.cidr];
  const pods = endpoints.filter(({ namespace, labels = {} }) => {
    if (namespace === undefined) return false;
    const isInNamespace = namespaceSelector
      ? matches(namespaceSelector, { 'kubernetes.io/metadata.name': namespace })
      : namespace === ownNamespace;
    return isInNamespace && matches(podSelector ?? {}, labels);
  });
  return pods.map(({ address }) => address);
}

/**
 * Lists the connections that policies allow to or from a pod, as the plugin of a cluster's network does.
 *
 * @returns Null when no policy selects the pod: every connection is allowed.
 */
function listRules(
  policies: readonly INetworkPolicy[],
  direction: 'Ingress' | 'Egress',
  pod: Endpoint,
  endpoints: readonly Endpoint[],
): Rule[] | null {
  const selected = policies.flatMap(({ spec }) =>
    spec?.policyTypes?.includes(direction) &&
    pod.namespace === ownNamespace &&
    matches(spec.podSelector ?? {}, pod.labels ?? {})
      ? [spec]
      : [],
  );
  if (selected.length === 0) return null;
  return selected.flatMap(({ ingress = [], egress = [] }) => {
    const rules =
      direction === 'Ingress'
        ? ingress.map(({ from, ports }) => ({ peers: from, ports }))
        : egress.map(({ to, ports }) => ({ peers: to, ports }));
    return rules.map(({ peers, ports = [] }) => ({
      networks: peers ? peers.flatMap((peer) => listNetworks(peer, endpoints)) : null,
      ports: ports.map(({ protocol = 'TCP', port }) => {
        if (typeof port !== 'number' || protocol === 'SCTP') throw new Error('A rule must name TCP or UDP ports.');
        return { protocol, port } as Rule['ports'][number];
      }),
    }));
  });
}

function includes(networks: Rule['networks'], address: string): boolean {
  if (!networks) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [net = '', bits = '32'] = network.split('/');
    list.addSubnet(net, Number(bits));
  }
  return list.check(address);
}

/** Whether the policies allow a connection. */
export function isAllowed(
  policies: readonly INetworkPolicy[],
  endpoints: readonly Endpoint[],
  from: Endpoint,
  to: Endpoint,
  target: { protocol: string; port: number },
): boolean {
  const passes = (direction: 'Ingress' | 'Egress', pod: Endpoint, { address }: Endpoint) => {
    const rules = listRules(policies, direction, pod, endpoints);
    return (
      rules === null ||
      rules.some(
        ({ networks, ports }) =>
          includes(networks, address) &&
          ports.some(({ protocol, port }) => protocol === target.protocol && port === target.port),
      )
    );
  };
  return passes('Egress', from, to) && passes('Ingress', to, from);
}

/**
 * Formats the rules of a pod for `iptables-restore` in the pod's network.
 *
 * @param node Address of the node, whose kubelet reaches every pod.
 */
export function formatIptables(
  policies: readonly INetworkPolicy[],
  pod: Endpoint,
  endpoints: readonly Endpoint[],
  node: string,
): string {
  const format = (chain: 'INPUT' | 'OUTPUT', option: '-s' | '-d', rules: Rule[] | null) =>
    rules === null
      ? []
      : [
          ...rules.flatMap(({ networks, ports }) =>
            (networks ?? ['0.0.0.0/0']).flatMap((network) =>
              ports.map(
                ({ protocol, port }) =>
                  `-A ${chain} ${option} ${network} -p ${protocol.toLowerCase()} --dport ${port} -j ACCEPT`,
              ),
            ),
          ),
          `-A ${chain} -j REJECT`,
        ];
  return [
    '*filter',
    '-A INPUT -i lo -j ACCEPT',
    '-A OUTPUT -o lo -j ACCEPT',
    '-A INPUT -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT',
    '-A OUTPUT -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT',
    `-A INPUT -s ${node} -j ACCEPT`,
    ...format('INPUT', '-s', listRules(policies, 'Ingress', pod, endpoints)),
    ...format('OUTPUT', '-d', listRules(policies, 'Egress', pod, endpoints)),
    'COMMIT',
    '',
  ].join('\n');
}

/** Last numbers of the addresses of the storefront's pods, and of one pod in each of other namespaces. */
const hosts = {
  'edge-1': 20,
  'edge-2': 21,
  'gateway-1': 31,
  'gateway-2': 32,
  'store-api-1': 41,
  'store-api-2': 42,
  'release-service-1': 50,
  'release-service-2': 51,
  'first-publication': 55,
};
const peers = { 'kube-system': 200, 'ingress-nginx': 201, monitoring: 202, default: 203 };

/**
 * Lists the pods of the storefront, one pod in each of the namespaces that matter, an ingress controller in the network of its
 * node, and an address outside the cluster.
 *
 * @param network First three numbers of the network of pods.
 * @param node Address of the node with the ingress controller.
 */
export const listEndpoints = (network: string, node: string): Endpoint[] => [
  ...Object.entries(hosts).map(([name, host]) => ({
    name,
    address: `${network}.${host}`,
    namespace: ownNamespace,
    labels: { 'app.kubernetes.io/name': name.replace(/-\d$/, '') },
  })),
  ...Object.entries(peers).map(([name, host]) => ({
    name,
    address: `${network}.${host}`,
    namespace: name,
    labels: {},
  })),
  { name: 'host-network-ingress', address: node },
  { name: 'outside', address: `${network}.220` },
];

const dns = ['kube-system 53', 'kube-system 53/UDP'];
const ofIngress = ['edge-1 8080', 'edge-1 8044', 'release-service-1 3300'];

/** @throws When there is no endpoint of this name. */
export function findEndpoint(endpoints: readonly Endpoint[], name: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`There is no endpoint ${name}.`);
  return found;
}

/** Every connection that the storefront needs, by where it begins. All other ones are refused. */
export const neededConnections: Readonly<Record<string, readonly string[]>> = {
  'edge-1': [...dns, 'gateway-1 3000', 'gateway-2 3000', 'store-api-1 8044', 'store-api-2 8044'],
  // The object store and the receiver of traces.
  'gateway-1': [...dns, 'store-api-1 8044', 'store-api-2 8044', 'outside 443', 'outside 4318'],
  // The database, the mail server, the receiver of traces.
  'store-api-1': [...dns, 'outside 5432', 'outside 587', 'outside 465', 'outside 4318'],
  'release-service-1': [...dns, 'outside 443', 'outside 5432', 'outside 587', 'outside 465'],
  'first-publication': [...dns, 'gateway-1 3000', 'gateway-2 3000', 'outside 443'],
  'ingress-nginx': ofIngress,
  'host-network-ingress': ofIngress,
  monitoring: ['gateway-1 9464', 'gateway-2 9464', 'store-api-1 9464', 'store-api-2 9464'],
  default: [],
};

/** Ports that are tried, by where the connection ends. A target of pods is one on which a server listens. */
export const triedPorts: Readonly<Record<string, readonly string[]>> = {
  'edge-1': ['8080', '8044'],
  'gateway-1': ['3000', '9464'],
  'gateway-2': ['3000', '9464'],
  'store-api-1': ['8044', '9464'],
  'store-api-2': ['8044', '9464'],
  'release-service-1': ['3300'],
  'kube-system': ['53', '53/UDP', '80'],
  outside: ['22', '25', '53', '80', '443', '465', '587', '4318', '5432', '9000'],
};

/** Lists the connections from an endpoint that are tried: none between two others, whose network is not ours. */
export const listTries = (endpoints: readonly Endpoint[], from: string) =>
  Object.entries(triedPorts).flatMap(([to, ports]) =>
    ports.flatMap((entry) => {
      const [port, protocol = 'TCP'] = entry.split('/');
      const [source, target] = [findEndpoint(endpoints, from), findEndpoint(endpoints, to)];
      const isOurs = [source, target].some(({ namespace }) => namespace === ownNamespace);
      return from === to || !isOurs ? [] : [{ name: `${to} ${entry}`, source, target, protocol, port: Number(port) }];
    }),
  );
