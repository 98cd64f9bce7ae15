import { hash as hashText, verify } from '@node-rs/argon2';
import { hashPassword, verifyPassword } from './passwords';

jest.mock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual('@node-rs/argon2');
  return { ...argon2, verify: jest.fn(argon2.verify) };
});

describe('verifyPassword', () => {
  it('accepts the right password and rejects any other', async () => {
    const hash = await hashPassword('cardamom');
    expect(await verifyPassword(hash, 'cardamom')).toBe(true);
    expect(await verifyPassword(hash, 'Cardamom')).toBe(false);
    expect(await verifyPassword(undefined, 'a password of no account')).toBe(false);
  });

  it.each([
    ['caf\u00e9', 'cafe\u0301'],
    ['cafe\u0301', 'caf\u00e9'],
    ['\u095b\u093e\u092f\u0915\u093e', '\u091c\u093c\u093e\u092f\u0915\u093e'],
    ['\u091c\u093c\u093e\u092f\u0915\u093e', '\u095b\u093e\u092f\u0915\u093e'],
  ])('accepts %s in another Unicode form', async (chosen, typed) => {
    expect(await verifyPassword(await hashPassword(chosen), typed)).toBe(true);
  });

  it.each(['caf\u00e9', 'cafe\u0301', '\u095b\u093e\u092f\u0915\u093e'])(
    'accepts %s for a hash of an earlier release, which is of the text as typed',
    async (password) => {
      const hash = await hashText(password);
      expect(await verifyPassword(hash, password)).toBe(true);
      expect(await verifyPassword(hash, `${password}s`)).toBe(false);
    },
  );

  it.each([
    ['cinnamon', 1],
    ['cinnamon cafe\u0301', 2],
  ])('does the same work for an unknown account as for a known one with the password %s', async (password, count) => {
    for (const storedHash of [undefined, await hashPassword('cardamom'), await hashPassword(password)]) {
      jest.mocked(verify).mockClear();
      await verifyPassword(storedHash, password);
      const { calls } = jest.mocked(verify).mock;
      const costs = calls.map(([hash]) => /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(String(hash))?.[0]);
      expect(costs).toEqual(Array.from({ length: count }, () => '$argon2id$v=19$m=19456,t=2,p=1$'));
    }
  });
});
