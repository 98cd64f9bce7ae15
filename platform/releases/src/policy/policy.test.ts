import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Permission } from '../change-model/permissions';
import { createTestFolder } from '../testing/test-resources';
import {
  type Actor,
  assertAllowed,
  assertKnown,
  createAuthorize,
  emptyPolicy,
  findActor,
  findLastApprover,
  findMachine,
  findMissingApprovals,
  formatApprovedAuthor,
  getPolicyApproval,
  hasPermission,
  listNeededApprovals,
  NotAllowedError,
  type Policy,
  readPolicy,
  type TokenScope,
} from './policy';

const policy: Policy = {
  roles: {
    catalog: { may: ['promote', 'rollback'], apps: ['mf-catalog', 'mf-content'], environments: ['*'] },
    payments: { may: ['promote'], apps: ['mf-payment'], environments: ['staging'] },
    manager: { may: ['promote', 'rollback', 'lock', 'force'], apps: ['*'], environments: ['*'], groups: ['managers'] },
  },
  people: {
    asha: { roles: ['catalog'] },
    ravi: { roles: ['catalog', 'payments'] },
    meera: { roles: ['manager'] },
    guest: { roles: [] },
  },
  machines: {
    'catalog-ci': {
      issuer: 'https://token.example',
      claims: { repository: 'shop/mf-catalog', ref: 'refs/heads/main' },
      roles: ['catalog', 'manager'],
      apps: ['mf-catalog'],
      environments: ['staging'],
      minutes: 5,
    },
  },
};

test.each([
  ['asha', 'promote', 'mf-catalog', 'production', true],
  ['asha', 'lock', 'mf-catalog', 'production', false],
  ['asha', 'promote', 'shell', 'production', false],
  ['ravi', 'promote', 'mf-payment', 'staging', true],
  ['ravi', 'promote', 'mf-payment', 'production', false],
  ['ravi', 'rollback', 'mf-content', 'staging', true],
  ['asha', 'rollback', '*', 'production', false],
  ['meera', 'lock', '*', 'production', true],
  ['guest', 'promote', 'mf-catalog', 'staging', false],
  ['nobody', 'promote', 'mf-catalog', 'staging', false],
  ['constructor', 'promote', 'mf-catalog', 'staging', false],
  ['__proto__', 'promote', 'mf-catalog', 'staging', false],
] as const)('%s: %s of %s in %s is %s', (person, action, app, env, isAllowed) => {
  expect(hasPermission(policy, findActor(policy, person), action, app, env)).toBe(isAllowed);
});

test('a request is allowed only when the policy allows it for every app', () => {
  const authorize = createAuthorize(policy, findActor(policy, 'asha'), 'production');
  expect(() => authorize({ action: 'promote', apps: ['mf-catalog'], state: null })).not.toThrow();
  expect(() => authorize({ action: 'promote', apps: ['mf-catalog', 'mf-payment'], state: null })).toThrow(
    'asha may not promote mf-payment in production',
  );
});

test.each([
  [
    'asha',
    'lock',
    'mf-catalog',
    'asha may not lock mf-catalog in production: the role manager has the permission `lock`; ask meera.',
  ],
  [
    'guest',
    'rollback',
    'mf-catalog',
    'guest may not roll back mf-catalog in production: the roles catalog or manager have the permission `rollback`; ask asha or ravi or meera.',
  ],
  [
    'meera',
    'policy',
    '*',
    'meera may not change the policy of production as a whole: no role in the policy has the permission `policy`.',
  ],
] as const)('the refusal of %s names who has the permission (%s)', (person, action, app, message) => {
  expect(() => assertAllowed(policy, findActor(policy, person), action, app, 'production')).toThrow(
    new NotAllowedError(message),
  );
});

test('a refusal names the group of a role that no person has by name', () => {
  const withoutMeera = { ...policy, people: { asha: { roles: ['catalog'] } } };
  const lock = (from: Policy) => assertAllowed(from, findActor(from, 'asha'), 'lock', 'shell', 'production');
  expect(() => lock(withoutMeera)).toThrow('has the permission `lock`; ask a member of managers.');
  const roles = { ...policy.roles, manager: { may: ['lock' as const], apps: ['*'], environments: ['*'] } };
  expect(() => lock({ ...withoutMeera, roles })).toThrow('`lock`; no person has such a role, so change the policy.');
});

test('a person has the roles of their groups and those of their name', () => {
  expect(findActor(policy, 'asha', ['managers', 'others'])).toEqual({ name: 'asha', roles: ['catalog', 'manager'] });
  const nila = findActor(policy, 'nila', ['managers']);
  expect(hasPermission(policy, nila, 'lock', '*', 'production')).toBe(true);
  expect(() => assertKnown(policy, nila)).not.toThrow();
  expect(() => assertKnown(policy, findActor(policy, 'nila'))).toThrow('nila may only read');
});

test('the scope of a token narrows what roles give, and adds nothing', () => {
  const scope: TokenScope = { apps: ['mf-catalog', 'shell'], environments: ['staging'], may: ['promote', 'lock'] };
  const asha = { ...findActor(policy, 'asha'), scope };
  const may = (action: Permission, app: string, env = 'staging') => hasPermission(policy, asha, action, app, env);
  expect(may('promote', 'mf-catalog')).toBe(true);
  expect([
    may('promote', 'mf-catalog', 'production'),
    may('promote', 'mf-content'),
    may('rollback', 'mf-catalog'),
    may('lock', 'mf-catalog'),
    may('promote', 'shell'),
  ]).toEqual([false, false, false, false, false]);
  expect(() => assertAllowed(policy, asha, 'promote', 'mf-catalog', 'production')).toThrow(
    'asha may not promote mf-catalog in production: the scope of the token does not include it; use another token.',
  );
});

test('a machine is found by the issuer and every claim of its token, and is bound to its apps and environments', () => {
  const claims = { repository: 'shop/mf-catalog', ref: 'refs/heads/main', run_id: '7' };
  const found = findMachine(policy, 'https://token.example', claims);
  expect(found).toMatchObject({ actor: { name: 'catalog-ci' }, minutes: 5 });
  const may = (app: string, env: string) => found && hasPermission(policy, found.actor, 'promote', app, env);
  expect([may('mf-catalog', 'staging'), may('mf-catalog', 'production'), may('shell', 'staging')]).toEqual([
    true,
    false,
    false,
  ]);
  for (const [issuer, changed] of [
    ['https://other.example', {}],
    ['https://token.example', { ref: 'refs/heads/other' }],
    ['https://token.example', { ref: undefined }],
    ['https://token.example', { ref: ['refs/heads/main'] }],
  ] as const) {
    expect(findMachine(policy, issuer, { ...claims, ...changed })).toBeNull();
  }
});

describe('the approvals of a change', () => {
  const withApprovals: Policy = { ...policy, environments: { production: { approvals: { 'mf-catalog': 2 } } } };
  const person = (name: string, groups?: string[]) => findActor(withApprovals, name, groups);
  const find = (approvers: Actor[], isForced = false, apps = ['mf-catalog', 'mf-content']) =>
    findMissingApprovals(withApprovals, 'production', apps, approvers, isForced);

  it('count each person once who may do the same to the app, by name or by group, and no machine', () => {
    const missing = (count: number) => [{ app: 'mf-catalog', missing: count, permission: 'promote' }];
    expect(find([])).toEqual(missing(2));
    expect(find([person('asha')])).toEqual(missing(1));
    expect(find([person('asha'), { ...person('asha'), name: 'Asha ' }])).toEqual(missing(1));
    expect(find([person('asha'), person('guest')])).toEqual(missing(1));
    const machine = findMachine(policy, 'https://token.example', policy.machines?.['catalog-ci']?.claims ?? {})?.actor;
    expect(find([person('asha'), { name: 'catalog-ci', roles: machine?.roles ?? [] }])).toEqual(missing(1));
    expect(find([person('asha'), person('nila', ['managers'])])).toEqual([]);
    expect(findMissingApprovals(withApprovals, 'staging', ['mf-catalog'], [])).toEqual([]);
  });

  it('are of people who may force the app when the change is forced, and always needed for one that moves money', () => {
    expect(find([person('asha'), person('meera')], true)).toEqual([
      { app: 'mf-catalog', missing: 1, permission: 'force' },
    ]);
    const payment = [{ app: 'mf-payment', missing: 1, permission: 'force' }];
    expect(find([], true, ['mf-payment'])).toEqual(payment);
    expect(findMissingApprovals(emptyPolicy, 'production', ['mf-payment'], [], true)).toEqual(payment);
    expect(findMissingApprovals(emptyPolicy, 'production', ['mf-payment'], [])).toEqual([]);
    const none = { ...policy, environments: { production: { approvals: { 'mf-payment': 0 } } } };
    expect(findMissingApprovals(none, 'production', ['mf-payment'], [], true)).toEqual([]);
  });
});

test('the needed approvals of a change name how many people each app needs, and who they are without its author', () => {
  const withApprovals: Policy = { ...policy, environments: { production: { approvals: { 'mf-catalog': 2 } } } };
  const list = (apps: string[], isForced: boolean, rules = withApprovals, author = 'noor') =>
    listNeededApprovals(rules, 'production', apps, isForced, author);
  const manager = 'a member of managers';
  expect(list(['shell', 'mf-catalog'], false)).toEqual([
    { app: 'mf-catalog', people: 2, permission: 'promote', by: ['asha', 'ravi', 'meera', manager] },
  ]);
  expect(list(['mf-catalog', 'mf-payment'], true)).toEqual([
    { app: 'mf-catalog', people: 2, permission: 'force', by: ['meera', manager] },
    { app: 'mf-payment', people: 1, permission: 'force', by: ['meera', manager] },
  ]);
  const ofMeera = list(['mf-payment'], true, withApprovals, 'Meera');
  expect(ofMeera).toMatchObject([{ by: [manager] }]);
  const withoutMeera = { ...withApprovals, people: { asha: { roles: [] } } };
  expect(list(['mf-payment'], true, withoutMeera)).toMatchObject([{ by: ['a member of managers'] }]);
  expect(list(['shell'], false)).toEqual([]);
  const ofAll = { ...policy, environments: { production: { approvals: { '*': 2, shell: 0 } } } };
  expect(list(['shell', 'mf-catalog'], false, ofAll)).toMatchObject([{ app: 'mf-catalog', people: 2 }]);
  const none = { ...policy, environments: { production: { approvals: { '*': 0 } } } };
  expect(list(['mf-catalog', 'mf-payment'], true, none)).toMatchObject([{ app: 'mf-payment', people: 1 }]);
});

test.each([
  ['no person', [], [], null],
  ['one person', [], ['meera'], 'meera'],
  ['two people', ['ravi'], ['ravi', 'meera'], 'meera'],
  ['a person with two names', ['ravi'], ['ravi', 'Meera Rao'], 'Meera Rao'],
  ['a person whose name contains "and"', [], ['Research and Development'], 'Research and Development'],
  ['two people with such names', ['R and D'], ['R and D', 'Ops and Sales'], 'Ops and Sales'],
  ['one person after another one whose approval ended', ['ravi'], ['meera'], 'meera'],
])('the last approver of a change is found in its author: %s', (_what, earlier, approvers, last) => {
  expect(findLastApprover(formatApprovedAuthor('asha', approvers), 'asha', earlier)).toBe(last);
});

test('a change of the policy needs one person who may change it, and no person can approve it without such a role', () => {
  const needed = { app: '*', people: 1, permission: 'policy' };
  expect(getPolicyApproval(policy, 'noor')).toEqual({ ...needed, by: [] });
  const manager = { may: ['policy' as const], apps: ['*'], environments: ['*'] };
  expect(getPolicyApproval({ ...policy, roles: { manager } }, 'noor')).toEqual({ ...needed, by: ['meera'] });
  const ofStaging = { ...manager, environments: ['staging'] };
  expect(getPolicyApproval({ ...policy, roles: { manager: ofStaging } }, 'noor')).toEqual({ ...needed, by: [] });
});

describe('a policy file', () => {
  const folder = createTestFolder();
  const file = path.join(folder, 'policy.json');
  const write = (content: unknown) =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));

  const withMachine = (change: object) => ({
    ...policy,
    machines: {
      ci: { issuer: 'https://a.example', claims: { a: 'b' }, roles: [], apps: ['*'], environments: ['*'], ...change },
    },
  });
  const withRules = (rules: object) => ({ ...policy, environments: { production: rules } });
  const withFreeze = (freeze: object) => withRules({ freezes: [{ reason: 'sale', ...freeze }] });
  const evening = { days: ['fri'], from: '17:00', to: '24:00', timeZone: 'Asia/Kolkata' };

  it('a policy file is read completely', async () => {
    const freezes = [
      { reason: 'Friday evening', weekly: evening },
      { reason: 'sale', from: '2026-11-08T00:00:00+05:30', to: '2026-11-12T00:00:00Z', apps: ['mf-payment'] },
    ];
    const complete = {
      ...withRules({ after: 'staging', liveMinutes: 60, approvals: { 'mf-payment': 1 }, freezes }),
      slots: { 'product.below': ['mf-reviews'], 'footer.links': [] },
    };
    write(complete);
    expect(await readPolicy(file)).toEqual(complete);
  });

  it.each([
    ['{', 'it is not JSON'],
    [{ people: {} }, 'roles: is missing'],
    [
      { ...policy, people: { 'asha \ud83d': { roles: [] } } },
      'people: this text contains a character that cannot be stored',
    ],
    [
      { ...policy, links: { pipeline: 'http://git.example/{pipeline}' } },
      'links.pipeline: give an https address with {pipeline}, such as https://git.example/shop/-/pipelines/{pipeline}',
    ],
    [
      { ...policy, links: { branch: 'https://git.example' } },
      'links.branch: unknown setting, write one of commit, pipeline',
    ],
    [
      { ...policy, people: { asha: { roles: [], token: 'x' } } },
      'people.asha.token: unknown setting, write one of roles',
    ],
    [{ ...policy, people: { asha: { roles: ['king'] } } }, 'people.asha.roles: there is no role king'],
    [withMachine({ roles: ['king'] }), 'machines.ci.roles: there is no role king'],
    [withMachine({ claims: {} }), 'machines.ci.claims: name a claim that no other workflow has'],
    [withMachine({ issuer: 'github' }), 'machines.ci.issuer: give an address'],
    [withMachine({ minutes: 600 }), 'machines.ci.minutes: give a whole number from 1 to 60'],
    [{ ...withMachine({}), people: { CI: { roles: [] } } }, 'machines.ci: people.CI has the same name'],
    [
      withRules({ after: 'staging', liveMinuts: 60 }),
      'environments.production.liveMinuts: unknown setting, write one of after, liveMinutes, approvals,',
    ],
    [withRules({ after: 'production' }), 'environments.production.after: name another environment'],
    [{ ...policy, environments: { '*': { approvals: { shell: 1 } } } }, 'environments.*: '],
    [withRules({ liveMinutes: 60 }), 'environments.production: liveMinutes needs after'],
    [withRules({ approvals: { shell: 0.5 } }), 'environments.production.approvals.shell: give a whole number'],
    [withFreeze({ weekly: { ...evening, days: ['friday'] } }), 'freezes.0.weekly.days.0'],
    [
      withFreeze({ weekly: { ...evening, timeZone: 'India' } }),
      'weekly.timeZone: give a time zone, such as Asia/Kolkata',
    ],
    [withFreeze({ weekly: { ...evening, to: '25:00' } }), 'freezes.0.weekly.to: give a time'],
    [withFreeze({ weekly: { ...evening, from: '24:00', to: '00:00' } }), 'freezes.0.weekly.from: give 00:00'],
    [
      withFreeze({ weekly: evening, from: '2026-11-08T00:00:00Z' }),
      'freezes.0: give either weekly, or from and a later to',
    ],
    [withFreeze({ from: '2026-11-08T00:00:00Z' }), 'freezes.0: give either weekly, or from and a later to'],
    [withFreeze({ from: '2026-11-08', to: '2026-11-09' }), 'freezes.0.from: give a date and time with its offset'],
    [withFreeze({ from: '2027-02-01T00:00:00Z', to: '2027-02-29T00:00:00Z' }), 'freezes.0.to: this day does not exist'],
    [{ ...policy, roles: { all: { may: ['fly'], apps: ['*'], environments: ['*'] } }, people: {} }, 'roles.all.may.0'],
    [{ ...policy, note: 'x' }, 'note'],
    [
      { ...policy, slots: { 'product.bottom': [] } },
      'the shop has the slots product.below, cart.summary, home.section, screen.suggestions, header.navigation, footer.links, account.navigation',
    ],
    [
      { roles: {}, people: { ravi: { roles: [] }, 'Ravi ': { roles: [] } } },
      'people.Ravi : people.ravi has the same name, apart from case and space',
    ],
  ])('an invalid policy file (%#) is an error that names the field', async (content, message) => {
    write(content);
    const result = readPolicy(file);
    await expect(result).rejects.toThrow(`${file} is malformed`);
    await expect(result).rejects.toThrow(message);
  });

  it('a missing policy file is an error', async () => {
    await expect(readPolicy(path.join(folder, 'gone.json'))).rejects.toThrow('cannot be read: correct the path.');
  });
});
