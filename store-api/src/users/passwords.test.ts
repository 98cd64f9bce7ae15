import { verify } from '@node-rs/argon2';
import { hashPassword, verifyPassword } from './passwords';

jest.mock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual('@node-rs/argon2');
  return { ...argon2, verify: jest.fn(argon2.verify) };
});

describe('fitsPassword', () => {
  it('accepts the right password and rejects any other', async () => {
    const hash = await hashPassword('cardamom');
    expect(await verifyPassword(hash, 'cardamom')).toBe(true);
    expect(await verifyPassword(hash, 'Cardamom')).toBe(false);
    expect(await verifyPassword(undefined, 'a password of no account')).toBe(false);
  });

  it('does the same work for an unknown account as for a known account', async () => {
    const hash = await hashPassword('cardamom');
    await verifyPassword(undefined, 'cinnamon');
    const [verifiedHash] = jest.mocked(verify).mock.lastCall ?? [];
    const cost = (text: unknown) => /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(String(text))?.[0];
    expect(cost(verifiedHash)).toBe(cost(hash));
    expect(cost(hash)).toBe('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});
