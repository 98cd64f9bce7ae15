import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '../testing/test-resources';
import {
  createAccessToken,
  createAuthorize,
  hashAccessToken,
  hasPermission,
  isMatchingToken,
  type Policy,
  readPolicy,
} from './policy';

const policy: Policy = {
  roles: {
    catalog: { may: ['promote', 'rollback'], apps: ['mf-catalog', 'mf-content'], environments: ['*'] },
    payments: { may: ['promote'], apps: ['mf-payment'], environments: ['staging'] },
    manager: { may: ['promote', 'rollback', 'lock', 'force'], apps: ['*'], environments: ['*'] },
  },
  people: {
    asha: { roles: ['catalog'] },
    ravi: { roles: ['catalog', 'payments'] },
    meera: { roles: ['manager'], token: hashAccessToken('meera-token') },
    guest: { roles: [] },
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
  expect(hasPermission(policy, person, action, app, env)).toBe(isAllowed);
});

test('a request is allowed only when the policy allows it for every app', () => {
  const authorize = createAuthorize(policy, 'asha', 'production');
  expect(() => authorize({ action: 'promote', apps: ['mf-catalog'], state: null })).not.toThrow();
  expect(() => authorize({ action: 'promote', apps: ['mf-catalog', 'mf-payment'], state: null })).toThrow(
    'asha may not promote mf-payment in production',
  );
});

test('the hash of a token does not contain it, and matches no other token', () => {
  const token = createAccessToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(createAccessToken()).not.toBe(token);
  expect(hashAccessToken(token)).not.toContain(token);
  expect(isMatchingToken(token, hashAccessToken(token))).toBe(true);
  expect(isMatchingToken(`${token}x`, hashAccessToken(token))).toBe(false);
  expect(isMatchingToken('', hashAccessToken(token))).toBe(false);
});

describe('a policy file', () => {
  const folder = createTestFolder();
  const file = path.join(folder, 'policy.json');
  const write = (content: unknown) =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));

  it('a policy file is read completely', async () => {
    const withSlots = { ...policy, slots: { 'product.below': ['mf-reviews'], 'footer.links': [] } };
    write(withSlots);
    expect(await readPolicy(file)).toEqual(withSlots);
  });

  it.each([
    ['{', 'it is not JSON'],
    [{ people: {} }, 'roles'],
    [{ ...policy, people: { asha: { roles: ['king'] } } }, 'a person has a role that is not defined'],
    [{ ...policy, people: { asha: { roles: ['catalog'], token: 'secret' } } }, 'people.asha.token: give the hash'],
    [{ ...policy, roles: { all: { may: ['fly'], apps: ['*'], environments: ['*'] } }, people: {} }, 'roles.all.may.0'],
    [{ ...policy, note: 'x' }, 'note'],
    [
      { ...policy, slots: { 'product.bottom': [] } },
      'the shop has the slots product.below, cart.summary, home.section, header.navigation, footer.links, account.navigation',
    ],
    [
      { roles: {}, people: { ravi: { roles: [] }, 'Ravi ': { roles: [] } } },
      'two names of people differ in case or space',
    ],
  ])('an invalid policy file (%#) is an error that names the field', async (content, message) => {
    write(content);
    const result = readPolicy(file);
    await expect(result).rejects.toThrow(`${file} is malformed`);
    await expect(result).rejects.toThrow(message);
  });

  it('a missing policy file is an error', async () => {
    await expect(readPolicy(path.join(folder, 'gone.json'))).rejects.toThrow('which cannot be read: correct the path');
  });
});
