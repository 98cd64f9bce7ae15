import { randomUUID } from 'node:crypto';
import { lock } from '@shop/releases/actions/lock';
import type { PromoteOptions } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { complete, halt, rollout } from '@shop/releases/actions/rollout';
import { signDocument } from '@shop/releases/signing/signed-document';
import { listAuditLog } from '@shop/releases/state/audit-log';
import { getHeadKey } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import type { ChangeRequest, RecoveryRequest } from '@shop/releases/state/signer';
import { sha256 } from '@shop/releases/store/document-ref';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import {
  createTestCheck,
  createTestEnvironment,
  passingGates,
  testAuthor,
} from '@shop/releases/testing/test-environment';
import { promoteFake, publishFake } from '@shop/releases/testing/test-shop';
import { listFailures } from '../../fixtures/list-failures';
import { startAttackedSigner } from './kit/attacked-signer';

/*
 * The attacker controls a process that may use the signer's socket, such as a command line whose gates were deceived, and can
 * write to the release store. The signer is a real process with a real socket.
 */
type Requests = Record<
  | 'promote'
  | 'forced'
  | 'warned'
  | 'locked'
  | 'lock'
  | 'start'
  | 'staged'
  | 'forcedStart'
  | 'rollout'
  | 'complete'
  | 'halt'
  | 'rollback',
  ChangeRequest
>;
type Forgery<Request> = [name: string, forge: () => Request, message: string];

let shop: Awaited<ReturnType<typeof startAttackedSigner>>;
/** Honest requests on the HEAD of change 4: mf-b is locked, and a canary of mf-c runs. */
let requests: Requests;
/** The documents after change 1. */
let older: Record<string, string>;

const head = getHeadKey('production');
const stranger = createTestEnvironment(createMemoryStore(new Map()));
const stages = [
  { share: 25, afterMinutes: 15 },
  { share: 100, afterMinutes: 60 },
];
const finding = { gate: 'registered-names', app: 'mf-a', problem: 'a clash', remedy: 'rename it' };

/** A change against a finding. */
const forcing = { check: createTestCheck(async () => [finding]), isForced: true };

beforeAll(async () => {
  shop = await startAttackedSigner();
  const { environment, capture } = shop;
  const publish = (app: string, version = '1.0.0') => publishFake(environment.store, app, version);
  const first = await Promise.all(['shell', 'mf-a', 'mf-b'].map((app) => publish(app)));
  const [second, third] = [await publish('mf-a', '2.0.0'), await publish('mf-a', '3.0.0')];
  const promoteThird = (options: Partial<PromoteOptions> = {}) => capture((to) => promoteFake(to, [third], options));
  await promoteFake(environment, first);
  older = (await promoteThird()).documents;
  await promoteFake(environment, [second]);
  await promoteFake(environment, [await publish('mf-c')], { canaryShare: 10 });
  const next = await publish('mf-b', '2.0.0');
  const beforeLock = await capture((to) => promoteFake(to, [next]));
  await lock(environment, 'mf-b', testAuthor);
  const promote = await promoteThird();
  const another = await publish('mf-d');
  const warning = { ...finding, isWarning: true as const };
  requests = {
    promote,
    locked: { ...beforeLock, documents: promote.documents },
    forced: await promoteThird(forcing),
    warned: await promoteThird({ check: createTestCheck(async () => [warning]) }),
    lock: await capture((to) => lock(to, 'shell', testAuthor)),
    start: await capture((to) => promoteFake(to, [another], { canaryShare: 10 })),
    staged: await capture((to) => promoteFake(to, [another], { canaryShare: 10, stages })),
    forcedStart: await capture((to) => promoteFake(to, [another], { ...forcing, canaryShare: 10 })),
    rollout: await capture((to) => rollout(to, 50, testAuthor, passingGates)),
    complete: await capture((to) => complete(to, testAuthor, passingGates)),
    halt: await capture((to) => halt(to, testAuthor)),
    rollback: await capture((to) => rollback(to, testAuthor, passingGates)),
  };
}, 60_000);
afterAll(() => shop.stop());

/** Sends every forgery. @returns Those that the signer has not refused with the expected message of one line. */
async function findSigned<Request>(
  forgeries: readonly Forgery<Request>[],
  send: (request: Request) => Promise<unknown>,
): Promise<string[]> {
  const results: [string, boolean][] = [];
  for (const [name, forge, expected] of forgeries) {
    const outcome = await send(forge()).then(
      () => 'it was signed',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    results.push([`${name}: ${outcome}`, outcome.includes(expected) && !outcome.includes('\n')]);
  }
  return listFailures(results);
}

/** Replaces HEAD of a request. */
const withHead = (request: ChangeRequest, text: string): ChangeRequest => ({
  ...request,
  documents: { ...request.documents, [head]: text },
});
const getDocument = (text = '') => JSON.parse(JSON.parse(text).document);
const signAsStranger = (document: object) => signDocument('head', document, stranger.signingKey).toString();

const changeForgeries: readonly Forgery<ChangeRequest>[] = [
  // The HEAD that the change starts from.
  [
    'a HEAD that the attacker has signed',
    () => withHead(requests.promote, signAsStranger(getDocument(requests.promote.documents[head]))),
    'which is not trusted here',
  ],
  [
    'a HEAD without locks under the honest signature',
    () => {
      const envelope = JSON.parse(requests.locked.documents[head] ?? '');
      const document = JSON.stringify({ ...JSON.parse(envelope.document), locks: {} });
      return withHead(requests.locked, JSON.stringify({ ...envelope, document }));
    },
    'has no valid signature',
  ],
  ['a log entry as HEAD', () => withHead(requests.promote, findDocument('/log/')), 'has no valid signature'],
  [
    'the HEAD of another environment',
    () => {
      const { promote } = requests;
      const documents = { ...promote.documents, [getHeadKey('staging')]: promote.documents[head] ?? '' };
      return { ...promote, env: 'staging', documents };
    },
    'it was copied to a wrong key',
  ],
  ['an older HEAD', () => ({ ...requests.promote, documents: older }), 'this signer has seen change 4'],
  ['no HEAD, as in a new environment', () => ({ ...requests.promote, documents: {} }), 'has seen change 4'],
  [
    'a HEAD without its compositions',
    () => ({ ...requests.promote, documents: { [head]: requests.promote.documents[head] ?? '' } }),
    'is missing from the release store',
  ],
  // The report of the gates.
  ['no report', () => ({ ...requests.promote, report: [] }), 'the report of the gates does not contain it'],
  [
    'a report about other releases',
    () => ({ ...requests.promote, report: requests.start.report }),
    'the report of the gates does not contain it',
  ],
  [
    'another release.json than the one that was checked',
    () => changeRelease(requests.promote, 'mf-a', { sha256: 'f'.repeat(64) }),
    'the report of the gates does not contain it',
  ],
  [
    'another version than the one that was checked',
    () => changeRelease(requests.promote, 'mf-a', { version: '9.0.0' }),
    'the report of the gates does not contain it',
  ],
  ['a promotion without a smoke test', () => withoutGate(requests.promote, 'smoke-test'), 'smoke-test did not run'],
  ['a promotion without the slots gate', () => withoutGate(requests.promote, 'slots'), 'slots did not run'],
  ['a canary without a smoke test', () => withoutGate(requests.start, 'smoke-test'), 'smoke-test did not run'],
  ['a rollout without a smoke test', () => withoutGate(requests.rollout, 'smoke-test'), 'smoke-test did not run'],
  ['a completion without a smoke test', () => withoutGate(requests.complete, 'smoke-test'), 'smoke-test did not run'],
  [
    'a rollback without file integrity',
    () => withoutGate(requests.rollback, 'file-integrity'),
    'file-integrity did not run',
  ],
  // Findings.
  [
    'findings in the report of a change that is not forced',
    () => ({ ...requests.forced, isForced: false, findings: [] }),
    'registered-names has a finding that is not forced and logged: a clash',
  ],
  [
    'findings in the log of a change that is not forced',
    () => ({ ...requests.forced, isForced: false }),
    'The gates have findings, and the change is not forced: a clash.',
  ],
  [
    'a forced change without its findings in the log',
    () => ({ ...requests.forced, findings: [] }),
    'registered-names has a finding that is not forced and logged: a clash',
  ],
  [
    'a forced change with other findings in the log',
    () => ({ ...requests.forced, findings: [{ ...finding, problem: 'a detail' }] }),
    'registered-names has a finding that is not forced and logged: a clash',
  ],
  [
    'a change without its warning in the log',
    () => ({ ...requests.warned, findings: [] }),
    'the log would not contain every finding of the gates',
  ],
  [
    'a forced change without a reason',
    () => ({ ...requests.forced, author: { by: 'eve', reason: ' ' } }),
    'A change against the findings of the gates needs a reason.',
  ],
  // Locks.
  ['a promotion of a locked app', () => requests.locked, 'mf-b is locked by asha'],
  [
    'another release.json of a locked app',
    () => changeRelease(requests.promote, 'mf-b', { sha256: 'f'.repeat(64) }),
    'mf-b is locked by asha',
  ],
  [
    'a canary of a locked app',
    () => {
      const { canaries = [], ...start } = requests.start;
      const forged = canaries.map((canary) =>
        canary.id === start.canary ? { ...canary, removed: ['mf-b'], releases: [] } : canary,
      );
      return { ...start, canaries: forged };
    },
    'mf-b is locked by asha',
  ],
  [
    'a promotion that removes a lock',
    () => ({ ...requests.promote, action: 'unlock', app: 'mf-b' }),
    'The action unlock cannot make this composition live.',
  ],
  [
    'a lock of an app that is locked',
    () => ({ ...requests.lock, app: 'mf-b' }),
    '"mf-b" is not an app that can be locked.',
  ],
  ['a lock of no app', () => ({ ...requests.lock, app: '__proto__' }), '"__proto__" is not an app that can be locked.'],
  // Canaries and live compositions.
  [
    'a promotion that raises the share of a canary',
    () => changeCanary(requests.promote, { share: 100 }),
    'The action promote cannot start or change the canary of mf-c.',
  ],
  [
    'a promotion that gives a canary to staff',
    () => changeCanary(requests.promote, { staff: true }),
    'The action promote cannot start or change the canary of mf-c.',
  ],
  [
    'a rollout that lowers the share',
    () => changeCanary(requests.rollout, { share: 5 }),
    'The action rollout cannot start or change the canary of mf-c.',
  ],
  [
    'a promotion that adds stages to a canary',
    () => changeCanary(requests.promote, { plan: hastyPlan }),
    'The action promote cannot start or change the canary of mf-c.',
  ],
  [
    'a rollout that adds stages',
    () => changeCanary(requests.rollout, { plan: hastyPlan }),
    'The action rollout cannot start or change the canary of mf-c.',
  ],
  [
    'a resumption of stages that do not exist',
    () => ({ ...changeCanary(requests.rollout, { plan: hastyPlan }), action: 'resume' }),
    'The action resume cannot start or change the canary of mf-c.',
  ],
  [
    'a canary that starts with a promotion',
    () => ({ ...requests.promote, canaries: requests.start.canaries ?? [] }),
    'The action promote cannot start or change the canary of mf-d.',
  ],
  [
    'a canary that ends without an entry in the log',
    () => ({ ...requests.promote, canaries: [] }),
    'The change ends the canary of mf-c, and the log would not say so.',
  ],
  [
    'a lock that makes another composition live',
    () => ({ ...requests.promote, action: 'lock', app: 'shell' }),
    'The action lock cannot make this composition live.',
  ],
  [
    'a halt that makes another composition live',
    () => ({ ...requests.halt, live: requests.promote.live ?? never() }),
    'The action halt cannot make this composition live.',
  ],
  [
    'the completion of a canary with another composition',
    () => ({ ...requests.complete, live: requests.promote.live ?? never() }),
    'The action complete cannot make this composition live.',
  ],
  ...(
    [
      ['an id that is a path', { id: '../../x' }, 'its id is a UUID'],
      ['a share that others hold', { share: 91 }, '91 % is not free in production: mf-c 1.0.0 holds 10 % (asha).'],
      ['falling stages', { stages: [...stages].reverse() }, 'its stages do not rise'],
      ['a stage below its share', { stages: [{ share: 5, afterMinutes: 1 }] }, 'its stages do not rise'],
      ['two stages of one share', { stages: [stages[0], stages[0]] }, 'its stages do not rise'],
      ['stages that never begin', { since: 'never' }, 'its stages count from "never"'],
      ['stages that have begun long ago', { since: '2020-01-01T00:00:00.000Z' }, 'its stages count from'],
      ['stages of the year 275760', { since: '+275760-09-13T00:00:00.000Z' }, 'its stages count from'],
      ['no visitor', { share: 0 }, 'no visitor would get it'],
      ['no app', { releases: [] }, 'it changes no app'],
    ] as const
  ).map(
    ([name, change, message]): Forgery<ChangeRequest> => [
      `the start of a canary with ${name}`,
      () => changeStart(requests.staged, change),
      message,
    ],
  ),
  [
    'the start of a canary of an app that has one',
    () => {
      const running = requests.staged.canaries?.[0] ?? never();
      return changeStart(requests.staged, { releases: running.releases });
    },
    'another canary changes mf-c',
  ],
  [
    'the start of a forced canary that is not marked',
    () => changeStart(requests.forcedStart, { isForced: undefined }),
    'The action canary cannot start or change the canary of mf-d.',
  ],
  ['a canary that does not run', () => ({ ...requests.halt, canary: randomUUID() }), 'is neither running nor starting'],
  [
    'a rollback to a composition that the attacker has signed',
    () => {
      const forged = signDocument('composition', { ...getDocument(getTarget()), seq: 99 }, stranger.signingKey);
      const ref = { key: 'env/production/compositions/000099-forged.json', sha256: sha256(forged) };
      const documents = { ...requests.rollback.documents, [ref.key]: forged.toString() };
      return { ...requests.rollback, live: ref, documents };
    },
    'which is not trusted here',
  ],
  [
    'a rollback to a composition with other bytes than its reference says',
    () => {
      const { key = '' } = getRef(requests.rollback.live);
      return {
        ...requests.rollback,
        documents: { ...requests.rollback.documents, [key]: getTarget().replace('mf-a', 'mf-z') },
      };
    },
    'has other bytes than its reference says',
  ],
  // Another schema.
  ['an unknown action', () => asRequest({ ...requests.promote, action: 'delete' }), 'is malformed: action'],
  ['a recovery as a change', () => asRequest({ ...requests.promote, action: 'recover-head' }), 'is malformed: action'],
  ['a field too many', () => asRequest({ ...requests.promote, locks: {} }), 'is malformed: locks'],
  ['no author', () => ({ ...requests.promote, author: { by: '', reason: '' } }), 'is malformed: author.by'],
  ['a key outside the environment', () => ({ ...requests.promote, env: '../staging' }), 'is malformed: env'],
  ['nothing', () => asRequest(null), 'is malformed'],
  [
    '25,000 findings',
    () => ({ ...requests.forced, findings: Array.from({ length: 25_000 }, () => finding) }),
    'the gates have more than 500 findings',
  ],
];

const hastyPlan = { stages: [{ share: 100, afterMinutes: 1 }], since: '2026-11-24T00:00:00.000Z' };

const never = (): never => {
  throw new Error('the honest request lacks a part');
};
/** The request of another program, which need not keep the types. */
const asRequest = (request: unknown) => request as ChangeRequest;
const getRef = (live: ChangeRequest['live']) => (live && 'key' in live ? live : never());
const getTarget = () => requests.rollback.documents[getRef(requests.rollback.live).key] ?? never();
const findDocument = (part: string) => logEntries.find(({ key }) => key.includes(part))?.text ?? never();
const withoutGate = (request: ChangeRequest, gate: string): ChangeRequest => ({
  ...request,
  report: request.report.map((report) => ({ ...report, gates: report.gates.filter((name) => name !== gate) })),
});
const changeRelease = (request: ChangeRequest, app: string, change: object): ChangeRequest => {
  const { live = never() } = request;
  if ('key' in live) return never();
  const remotes = live.remotes.map((remote) => (remote.app === app ? { ...remote, ...change } : remote));
  return { ...request, live: { ...live, remotes } };
};
const changeCanary = (request: ChangeRequest, change: object): ChangeRequest => ({
  ...request,
  canaries: (request.canaries ?? never()).map((canary) => ({ ...canary, ...change })),
});

/** Changes the canary that a request starts: its fields, and the stages and the time of its plan. */
function changeStart(
  request: ChangeRequest,
  { stages: changed, since, ...fields }: Readonly<Record<string, unknown>>,
): ChangeRequest {
  const { canaries = [], canary } = request;
  const forged = canaries.map((running) =>
    running.id === canary
      ? {
          ...{ ...running, ...fields },
          ...(running.plan && {
            plan: { ...running.plan, ...(changed ? { stages: changed } : {}), ...(since ? { since } : {}) },
          }),
        }
      : running,
  );
  const [subject] = forged.slice(-1);
  // What the socket would carry.
  return JSON.parse(JSON.stringify({ ...request, canaries: forged, canary: subject?.id }));
}

let logEntries: { key: string; text: string }[];
beforeAll(async () => {
  const { store } = shop.environment;
  const keys = await listAuditLog(store, 'production');
  logEntries = await Promise.all(
    keys.map(async ({ key }) => ({ key, text: Buffer.from((await store.get(key))?.bytes ?? []).toString() })),
  );
});

test('the signer signs every honest request, so that a refusal means something', async () => {
  for (const request of Object.values({ ...requests, locked: requests.promote })) {
    const { head: signed, documents } = await shop.environment.signer.signChange(request);
    expect([signed.key, getDocument(signed.text).seq]).toEqual([head, 5]);
    expect(documents.at(-1)?.key).toContain('/log/000005-');
  }
});

test('the signer refuses every forged change with one message', async () => {
  const signed = await findSigned(changeForgeries, shop.environment.signer.signChange);
  expect(signed).toEqual([]);
});

test('the signer gives a canary its slots, whichever ones a request names', async () => {
  const sign = async (request: ChangeRequest): Promise<{ id: string; slots: number[] }[]> =>
    getDocument((await shop.environment.signer.signChange(request)).head.text).canaries;
  const honest = await sign(requests.start);
  expect(honest.map(({ slots }) => slots.length)).toEqual([10, 10]);
  expect(await sign(changeCanary(requests.start, { slots: [1, 2, 3], start: 1 }))).toEqual(honest);
});

test('the signer compares 500 findings with a report of as many in less than a second', async () => {
  const many = (problem: string) =>
    Array.from({ length: 500 }, (_, index) => ({ ...finding, problem: `${problem} ${index}` }));
  const report = requests.forced.report.map((entry) => ({ ...entry, findings: many('a clash') }));
  const request = { ...requests.forced, report, findings: many('a clash').reverse() };
  const start = performance.now();
  await shop.environment.signer.signChange(request);
  expect(performance.now() - start).toBeLessThan(1000);
});

describe('a canary that was forced', () => {
  let forced: Record<'rollout' | 'complete', ChangeRequest>;
  beforeAll(async () => {
    const staging = { ...shop.environment, name: 'staging' };
    const capture = (run: (to: typeof staging) => Promise<unknown>) =>
      shop.capture((to) => run({ ...to, name: 'staging' }));
    const { store } = staging;
    await promoteFake(staging, [await publishFake(store, 'shell', '1.1.0'), await publishFake(store, 'mf-a', '1.1.0')]);
    await promoteFake(staging, [await publishFake(store, 'mf-a', '2.1.0')], { ...forcing, canaryShare: 1 });
    const step = { ...passingGates, isForced: true };
    forced = {
      rollout: await capture((to) => rollout(to, 100, testAuthor, step)),
      complete: await capture((to) => complete(to, testAuthor, step)),
    };
  });

  it('is signed at a further step when the step is forced, and the log says so', async () => {
    for (const request of Object.values(forced)) {
      const { documents } = await shop.environment.signer.signChange(request);
      expect(getDocument(documents.at(-1)?.text)).toMatchObject({ isForced: true, findings: [{ app: 'mf-a' }] });
    }
  });

  it('is refused at a further step that is not forced, or that takes the mark away', async () => {
    const refusal = 'was forced, so each step to more visitors is.';
    const forgeries: Forgery<ChangeRequest>[] = [
      ['a rise', () => ({ ...forced.rollout, isForced: false, findings: [] }), refusal],
      ['a completion', () => ({ ...forced.complete, isForced: false, findings: [] }), refusal],
      ['a rise without the finding', () => ({ ...forced.rollout, findings: [] }), refusal],
      ['a completion without the finding', () => ({ ...forced.complete, findings: [] }), refusal],
      [
        'a rise that takes the mark away',
        () => changeStart(forced.rollout, { isForced: undefined }),
        'The action rollout cannot start or change the canary of mf-a.',
      ],
    ];
    expect(await findSigned(forgeries, shop.environment.signer.signChange)).toEqual([]);
  });
});

test('two requests that start from the same HEAD both get signatures, so that the swap decides a race', async () => {
  const { signer } = shop.environment;
  const [a, b] = await Promise.all([signer.signChange(requests.promote), signer.signChange(requests.rollback)]);
  expect([a, b].map(({ head: signed }) => getDocument(signed.text).seq)).toEqual([5, 5]);
});

describe('a recovery of HEAD', () => {
  /** An honest recovery from the newest entry. */
  const createRequest = (): RecoveryRequest => {
    const { key, text } = logEntries.at(-1) ?? never();
    const { live } = getDocument(text);
    const documents = { [key]: text, [live.key]: requests.promote.documents[live.key] ?? never() };
    return {
      env: 'production',
      author: testAuthor,
      entry: { key, sha256: sha256(Buffer.from(text)) },
      documents,
    };
  };
  /** Replaces the entry by another document. */
  const withEntry = (text: string): RecoveryRequest => {
    const request = createRequest();
    const { key } = request.entry;
    const documents = { ...request.documents, [key]: text };
    return { ...request, entry: { key, sha256: sha256(Buffer.from(text)) }, documents };
  };
  const forgeries: readonly Forgery<RecoveryRequest>[] = [
    ['no log entry', () => ({ ...createRequest(), documents: {} }), 'is missing from the release store'],
    ['HEAD as the log entry', () => withEntry(requests.promote.documents[head] ?? never()), 'has no valid signature'],
    [
      'an entry that the attacker has signed',
      () => withEntry(signDocument('log', getDocument(logEntries.at(-1)?.text), stranger.signingKey).toString()),
      'which is not trusted here',
    ],
    ['an entry of another environment', () => ({ ...createRequest(), env: 'staging' }), 'not of staging'],
    ['a number of its own', () => ({ ...createRequest(), seq: 999_999_999 }) as RecoveryRequest, 'is malformed: seq'],
    ['locks of its own', () => ({ ...createRequest(), locks: {} }) as RecoveryRequest, 'is malformed: locks'],
    [
      'an older entry',
      () => {
        const first = logEntries[0] ?? never();
        const { live } = getDocument(first.text);
        const request = withEntry(first.text);
        return { ...request, documents: { ...request.documents, [live.key]: older[live.key] ?? never() } };
      },
      'this signer has seen change 4',
    ],
  ];

  it('needs a signed log entry that is not older than HEAD, and keeps its locks', async () => {
    const { signer } = shop.environment;
    const recovered = getDocument((await signer.signRecovery(createRequest())).head.text);
    expect(recovered).toMatchObject({ seq: 5, locks: { 'mf-b': { by: 'asha' } } });
    expect(await findSigned(forgeries, signer.signRecovery)).toEqual([]);
  });
});

describe('a link', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const tomorrow = inDays(0.9);
  const pass = { schema: 1, id, env: 'production', expiresAt: inDays(7), by: 'asha' };
  const releasesOfPreview = { shell: { app: 'shell', version: '1.0.0', digest: '0123456789ab' }, remotes: [] };
  const links = { staff: pass, preview: { ...pass, ...releasesOfPreview } };
  const change = (kind: keyof typeof links, changes: object) => () => ({
    kind,
    document: { ...links[kind], ...changes },
  });
  const kinds = ['staff', 'preview'] as const;
  const forgeries: readonly Forgery<{ kind: string; document: unknown }>[] = [
    ...kinds.flatMap((kind): Forgery<{ kind: string; document: unknown }>[] => [
      [`${kind}: ten years`, change(kind, { expiresAt: inDays(3650) }), `A link of the kind ${kind} ends within`],
      ...['0', '2', tomorrow.slice(0, 10), `${Date.parse(tomorrow)}`, new Date(tomorrow).toUTCString()].map(
        (expiresAt): Forgery<{ kind: string; document: unknown }> => [
          `${kind}: ${expiresAt}`,
          change(kind, { expiresAt }),
          `A link of the kind ${kind} ends within`,
        ],
      ),
      [`${kind}: no date`, change(kind, { expiresAt: 'never' }), `A link of the kind ${kind} ends within`],
      [`${kind}: the year 275760`, change(kind, { expiresAt: '+275760-09-13' }), `A link of the kind ${kind} ends`],
      [`${kind}: an id that is a path`, change(kind, { id: '../env/production/HEAD' }), 'is not an id of a link'],
      [`${kind}: another schema`, change(kind, { schema: 2 }), 'is malformed: schema'],
    ]),
    ['a staff pass as a preview', () => ({ kind: 'preview', document: pass }), 'is malformed: shell'],
    ['a kind of link that does not exist', () => ({ kind: 'override', document: pass }), 'is malformed: kind'],
    ['HEAD as a link', () => ({ kind: 'head', document: { schema: 2, env: 'production' } }), 'is malformed: kind'],
    ['a composition as a link', () => ({ kind: 'composition', document: releasesOfPreview }), 'is malformed: kind'],
    ['a log entry as a link', () => ({ kind: 'log', document: pass }), 'is malformed: kind'],
  ];

  it('is signed for a limited time and with the fields of its kind only', async () => {
    const { signer } = shop.environment;
    for (const kind of kinds) {
      const { key, text } = await signer.signLink({ kind, document: { ...links[kind], seq: 99, live: 'any' } });
      expect([key, getDocument(text)]).toEqual([`${kind}/${id}.json`, links[kind]]);
    }
    const send = (request: unknown) => signer.signLink(request as Parameters<typeof signer.signLink>[0]);
    expect(await findSigned(forgeries, send)).toEqual([]);
  });
});

test('broken messages get an error or end their connection, and the signer serves the next one', async () => {
  const messages = {
    'no JSON': 'sign this',
    'another method': '{"method":"getKey"}',
    'a method of the prototype': '{"method":"constructor"}',
    'a list': '[]',
    'an empty line': '',
    'nine megabytes': 'x'.repeat(9 * 1024 * 1024),
  };
  const answers = await Promise.all(
    Object.entries(messages).map(async ([name, text]) => [name, await shop.sendRaw(text)] as const),
  );
  const results = answers.map(
    ([name, answer]) => [`${name}: ${answer}`, answer === '' || 'error' in JSON.parse(answer)] as const,
  );
  expect(listFailures(results)).toEqual([]);
  const [method, request] = ['signChange', requests.promote];
  expect(JSON.parse(await shop.sendRaw(JSON.stringify({ method, request })))).toHaveProperty('result.head');
  expect((await readLiveState(shop.environment))?.head.seq).toBe(4);
});
