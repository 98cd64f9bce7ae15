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
  await promoteFake(environment, [await publish('mf-c')], { canary: { share: 10 } });
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
    start: await capture((to) => promoteFake(to, [another], { canary: { share: 10 } })),
    staged: await capture((to) => promoteFake(to, [another], { canary: { share: 10, stages } })),
    forcedStart: await capture((to) => promoteFake(to, [another], { ...forcing, canary: { share: 10 } })),
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
    () => ({ ...requests.forced, isForced: false }),
    'The gates have findings, and the change is not forced: a clash.',
  ],
  [
    'a freeze that a change overrides without force',
    () => ({ ...requests.promote, freezes: [finding] }),
    'The gates have findings, and the change is not forced: a clash.',
  ],
  [
    'a change that chooses the findings of the log',
    () => asRequest({ ...requests.forced, findings: [] }),
    'is malformed: findings',
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
    () => changeStart(requests.start, { removed: ['mf-b'], releases: [] }),
    'mf-b is locked by asha',
  ],
  [
    'a promotion that removes a lock',
    () => changeStep(requests.promote, { action: 'unlock', app: 'mf-b' }),
    'is malformed: step.live',
  ],
  ['a lock of an app that is locked', () => changeStep(requests.lock, { app: 'mf-b' }), 'mf-b is locked already.'],
  ['a lock of no app', () => changeStep(requests.lock, { app: '__proto__' }), '__proto__ is not an app of production.'],
  ['an unlock of no app', () => changeStep(requests.lock, { action: 'unlock', app: '__proto__' }), 'is not locked.'],
  // Canaries and live compositions.
  ...(
    [
      ['raises the share of a canary', { share: 100 }, 'is malformed: step.share'],
      ['changes the canaries', { canaries: [] }, 'is malformed: step.canaries'],
      ['adds stages to a canary', { stages }, 'is malformed: step.stages'],
      ['names the canaries that end', { halted: [] }, 'is malformed: step.halted'],
      ['starts a canary', { canary: {} }, 'is malformed: step.canary'],
    ] as const
  ).map(
    ([name, fields, message]): Forgery<ChangeRequest> => [
      `a promotion that ${name}`,
      () => changeStep(requests.promote, fields),
      message,
    ],
  ),
  [
    'a rollout that lowers the share',
    () => changeStep(requests.rollout, { share: 5 }),
    'The canary is at 10 % already: a share only rises.',
  ],
  ['a rollout beyond every visitor', () => changeStep(requests.rollout, { share: 101 }), 'is malformed: step.share'],
  ['a rollout that adds stages', () => changeStep(requests.rollout, { stages }), 'is malformed: step.stages'],
  [
    'a rollout that gives a canary to staff',
    () => changeStep(requests.rollout, { staff: true }),
    'is malformed: step.staff',
  ],
  [
    'a resumption of stages that do not exist',
    () => changeStep(requests.halt, { action: 'resume' }),
    'has no stages: it rises when a person raises it.',
  ],
  [
    'a lock that makes another composition live',
    () => changeStep(requests.lock, { live: getLive(requests.promote) }),
    'is malformed: step.live',
  ],
  [
    'a halt that makes another composition live',
    () => changeStep(requests.halt, { live: getLive(requests.promote) }),
    'is malformed: step.live',
  ],
  [
    'the completion of a canary with another composition',
    () => changeStep(requests.complete, { live: getLive(requests.promote) }),
    'is malformed: step.live',
  ],
  [
    'a promotion to a composition of the past, which the gates of today have not checked',
    () => changeStep(requests.promote, { live: getLive(requests.rollback) }),
    'is malformed: step.live',
  ],
  ...(
    [
      ['an id that is a path', { id: '../../x' }, 'an id is a UUID'],
      ['a share that others hold', { share: 91 }, '91 % is not free in production: mf-c 1.0.0 holds 10 % (asha).'],
      ['falling stages', { stages: [...stages].reverse() }, 'its stages do not rise'],
      ['a stage below its share', { stages: [{ share: 5, afterMinutes: 1 }] }, 'its stages do not rise'],
      ['two stages of one share', { stages: [stages[0], stages[0]] }, 'its stages do not rise'],
      [
        'a stage that waits for no time',
        { stages: [{ share: 50, afterMinutes: 1, notBefore: 'soon' }] },
        'is malformed: step.canary.stages.0.notBefore',
      ],
      [
        'a stage that waits for no person',
        { stages: [{ share: 50, afterMinutes: 1, waitsForPerson: false }] },
        'is malformed: step.canary.stages.0.waitsForPerson',
      ],
      ['a time of its own', { since: '2020-01-01T00:00:00.000Z' }, 'is malformed: step.canary.since'],
      ['slots of its own', { slots: [1, 2, 3] }, 'is malformed: step.canary.slots'],
      ['a number of its own', { start: 1 }, 'is malformed: step.canary.start'],
      ['no visitor', { share: 0 }, 'A canary of 0 % is for staff, regions or groups'],
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
    () => changeStart(requests.staged, { releases: getRunning().releases }),
    'mf-c is part of the canary of mf-c (asha, 10 %) already, and an app is in one canary at a time: complete or halt that canary, or ask asha to do so, then start mf-c.',
  ],
  [
    'the start of a canary with the id of a running one',
    () => changeStart(requests.staged, { id: getRunning().id }),
    'its id is that of a running one',
  ],
  [
    'the start of a canary that says whether it was forced',
    () => changeStart(requests.forcedStart, { isForced: true }),
    'is malformed: step.canary.isForced',
  ],
  [
    'a canary that does not run',
    () => changeStep(requests.halt, { canary: randomUUID() }),
    'That canary has ended in the meantime',
  ],
  [
    'a rollback to a composition that the attacker has signed',
    () => {
      const forged = signDocument('composition', { ...getDocument(getTarget()), seq: 99 }, stranger.signingKey);
      const ref = { key: 'env/production/compositions/000099-forged.json', sha256: sha256(forged) };
      const documents = { ...requests.rollback.documents, [ref.key]: forged.toString() };
      return changeStep({ ...requests.rollback, documents }, { live: ref });
    },
    'which is not trusted here',
  ],
  [
    'a rollback to a composition with other bytes than its reference says',
    () => {
      const { key = '' } = getRef(requests.rollback);
      return {
        ...requests.rollback,
        documents: { ...requests.rollback.documents, [key]: getTarget().replace('mf-a', 'mf-z') },
      };
    },
    'has other bytes than its reference says',
  ],
  // Another schema.
  ['an unknown action', () => changeStep(requests.promote, { action: 'delete' }), 'is malformed: step.action'],
  [
    'a recovery as a change',
    () => changeStep(requests.promote, { action: 'recover-head' }),
    'is malformed: step.action',
  ],
  ['a field too many', () => asRequest({ ...requests.promote, locks: {} }), 'is malformed: locks'],
  ['no author', () => ({ ...requests.promote, author: { by: '', reason: '' } }), 'is malformed: author.by'],
  ['a key outside the environment', () => ({ ...requests.promote, env: '../staging' }), 'is malformed: env'],
  ['nothing', () => asRequest(null), 'is malformed'],
  [
    '25,000 findings',
    () => ({ ...requests.forced, freezes: Array.from({ length: 25_000 }, () => finding) }),
    'the gates have more than 500 findings',
  ],
];

const never = (): never => {
  throw new Error('the honest request lacks a part');
};
/** The request of another program, which need not keep the types. */
const asRequest = (request: unknown) => request as ChangeRequest;
const getLive = ({ step }: ChangeRequest) => ('live' in step ? step.live : never());
const getRef = (request: ChangeRequest) => {
  const live = getLive(request);
  return 'key' in live ? live : never();
};
const getTarget = () => requests.rollback.documents[getRef(requests.rollback).key] ?? never();
const getRunning = () => getDocument(requests.start.documents[head]).canaries[0] ?? never();
const findDocument = (part: string) => logEntries.find(({ key }) => key.includes(part))?.text ?? never();
const withoutGate = (request: ChangeRequest, gate: string): ChangeRequest => ({
  ...request,
  report: request.report.map((report) => ({ ...report, gates: report.gates.filter((name) => name !== gate) })),
});
const changeRelease = (request: ChangeRequest, app: string, change: object): ChangeRequest => {
  const live = getLive(request);
  if ('key' in live) return never();
  const remotes = live.remotes.map((remote) => (remote.app === app ? { ...remote, ...change } : remote));
  return changeStep(request, { live: { ...live, remotes } });
};
/** Changes the step of a request, as the socket would carry it. */
const changeStep = (request: ChangeRequest, fields: object): ChangeRequest =>
  JSON.parse(JSON.stringify({ ...request, step: { ...request.step, ...fields } }));
/** Changes the canary that a request starts. */
const changeStart = (request: ChangeRequest, fields: object): ChangeRequest => {
  const { step } = request;
  if (step.action !== 'canary') return never();
  return changeStep(request, { canary: { ...step.canary, ...fields } });
};

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

test('the log of a change has every finding of the gates, and the canary is marked as forced', async () => {
  const sign = async (request: ChangeRequest) => {
    const { head: signed, documents } = await shop.environment.signer.signChange(request);
    return { canaries: getDocument(signed.text).canaries, entry: getDocument(documents.at(-1)?.text) };
  };
  expect((await sign(requests.warned)).entry).toMatchObject({ isForced: false, findings: [{ isWarning: true }] });
  const { canaries, entry } = await sign(requests.forcedStart);
  expect(entry).toMatchObject({ isForced: true, findings: [finding, finding] });
  expect(canaries[1]).toMatchObject({ isForced: true });
  expect(canaries.map(({ slots }: { slots: number[] }) => slots.length)).toEqual([10, 10]);
});

test('the signer applies a change with 500 findings in less than a second', async () => {
  const many = (problem: string) =>
    Array.from({ length: 500 }, (_, index) => ({ ...finding, problem: `${problem} ${index}` }));
  const report = requests.forced.report.map((entry) => ({ ...entry, findings: many('a clash') }));
  const request = { ...requests.forced, report, freezes: many('a freeze') };
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
    await promoteFake(staging, [await publishFake(store, 'mf-a', '2.1.0')], { ...forcing, canary: { share: 1 } });
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
    const refusal = 'the canary of mf-a, which began with change 2, was forced against findings.';
    const forgeries: Forgery<ChangeRequest>[] = [
      ['a rise', () => ({ ...forced.rollout, isForced: false }), refusal],
      ['a completion', () => ({ ...forced.complete, isForced: false }), refusal],
      [
        'a rise that takes the mark away',
        () => changeStep(forced.rollout, { isForced: false }),
        'is malformed: step.isForced',
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
