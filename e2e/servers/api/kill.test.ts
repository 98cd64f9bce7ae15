import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoAccount } from '@shop/store-api/catalog/demo-account';
import { createProductId } from '@shop/store-api/products/product-id';
import { openLimits } from '@shop/store-api/testing/open-limits';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/store-api/testing/postgres-cluster';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';
import { bundleStorePrograms, type RunningServer, type StorePrograms } from '@shop/store-api/testing/store-process';
import { byScale, recordCounts } from '../../counts/counts';

const postgres = findPostgresPrograms();
const timeoutMs = byScale({ bounded: 120_000, full: 1_200_000 });
const shopperCount = 4;

/** Moments of a kill. `delayMs` is the time between the trigger and the kill: several values reach several steps. */
const phases = [
  { name: 'before the write of an order', trigger: 'request', delays: [0, 1, 2, 5] },
  { name: 'between the write of an order and its answer', trigger: 'request', delays: [8, 12, 20, 35] },
  { name: 'while e-mails are sent and payments are stored', trigger: 'acknowledgement', delays: [0, 3, 10, 40] },
  { name: 'during the start with its migrations', trigger: 'start', delays: [50, 200, 400, 800] },
] as const;

/** What the API had acknowledged before the kill. */
interface Acknowledged {
  orders: Set<string>;
  paid: Set<string>;
  /** Number of Idempotency-Keys of orders that were sent. */
  keys: number;
}

/** Runs the real server process on a database, kills it in a phase, and looks for what it acknowledged. */
async function killInPhase(
  programs: StorePrograms,
  env: Record<string, string>,
  { trigger }: (typeof phases)[number],
  delayMs: number,
): Promise<{ acknowledged: number; found: number }> {
  const all = { ...env, ...openLimits };
  if (trigger === 'start') {
    const starting = programs.launchServer(all);
    await sleep(delayMs);
    starting.child.kill('SIGKILL');
    await starting.ended;
  }
  const server = await programs.startServer(all);
  const known: Acknowledged = { orders: new Set(), paid: new Set(), keys: 0 };
  const headers = await signIn(server);
  let isKilled = false;
  const kill = async () => {
    if (isKilled) return;
    isKilled = true;
    await sleep(delayMs);
    server.child.kill('SIGKILL');
  };
  const shop = async () => {
    for (let count = 0; count < 200; count += 1) {
      known.keys += 1;
      const ordering = send(server, '/api/v1/orders', headers, {
        products: { [createProductId('toaster')]: 1 },
        shippingAddress,
      });
      if (count === 3 && trigger === 'request') void kill();
      const order = await ordering;
      if (!order) return;
      known.orders.add(String(order.id));
      if (count === 3 && trigger !== 'request') void kill();
      const fields = { method: 'Cash on delivery', phone: '9845012345', terms: 'true' };
      const payment = await send(server, '/api/v1/payments', headers, { orderId: order.id, fields });
      if (!payment) return;
      if (payment.success === true) known.paid.add(String(order.id));
    }
  };
  await Promise.all(Array.from({ length: shopperCount }, shop));
  await server.ended;

  const restarted = await programs.startServer(all);
  try {
    const statuses = new Map<string, number>();
    for (const id of known.orders) {
      const response = await fetch(`${restarted.address}/api/v1/orders/${id}?contactInfo=${demoAccount.email}`);
      if (response.ok) statuses.set(id, ((await response.json()) as { status: number }).status);
    }
    const paidAndFound = [...known.paid].filter((id) => statuses.get(id) === 1);
    expect(known.orders.size).toBeGreaterThan(0);
    return { acknowledged: known.orders.size + known.paid.size, found: statuses.size + paidAndFound.length };
  } finally {
    restarted.child.kill('SIGKILL');
    await restarted.ended;
  }
}

async function signIn({ address }: RunningServer): Promise<Record<string, string>> {
  const { email, password } = demoAccount;
  const response = await fetch(`${address}/api/v1/users/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await response.json()) as { token: string };
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

/** Sends a request with a key of its own. @returns The answer, or undefined when the server was killed before it. */
async function send({ address }: RunningServer, path: string, headers: Record<string, string>, body: unknown) {
  const init = { method: 'POST', headers: { ...headers, 'idempotency-key': randomUUID() }, body: JSON.stringify(body) };
  const response = await fetch(address + path, init).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!response || !answer) return undefined;
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

const databases = [
  { name: 'PGlite', createEnv: async (programs: StorePrograms) => ({ DATA_DIR: programs.createDataDir() }) },
  {
    name: 'PostgreSQL',
    createEnv: async (programs: StorePrograms) => ({
      DATA_DIR: programs.createDataDir(),
      DATABASE_URL: await createPostgresDatabase(postgres ?? ''),
    }),
  },
];

describe.each(databases)('a server on $name that is killed', ({ name, createEnv }) => {
  let programs: StorePrograms;
  let env: Record<string, string>;
  const isMissing = name === 'PostgreSQL' && !postgres;
  beforeAll(async () => {
    if (isMissing) return;
    programs = bundleStorePrograms();
    env = await createEnv(programs);
  }, 120_000);
  afterAll(() => programs?.remove());

  // The start of PGlite takes seconds, so its bounded run has one phase. server.test.ts of store-api has two more.
  const chosen = byScale<readonly (typeof phases)[number][]>({
    bounded: name === 'PGlite' ? phases.slice(2, 3) : phases.slice(1),
    full: phases,
  });
  (isMissing ? it.skip.each : it.each)(chosen.map((phase) => [phase.name, phase] as const))(
    'keeps every acknowledged order and payment when it is killed %s',
    async (_name, phase) => {
      const delays = byScale<readonly number[]>({ bounded: phase.delays.slice(1, 2), full: phase.delays });
      const sum = { acknowledged: 0, found: 0, kills: 0 };
      for (const delay of delays) {
        const { acknowledged, found } = await killInPhase(programs, env, phase, delay);
        sum.acknowledged += acknowledged;
        sum.found += found;
        sum.kills += 1;
      }
      recordCounts('security', {
        label: `acknowledged orders and payments, server on ${name} killed`,
        tried: sum.acknowledged,
        survived: sum.found,
        figures: { kills: sum.kills },
      });
      expect(sum.found).toBe(sum.acknowledged);
    },
    timeoutMs,
  );
});
