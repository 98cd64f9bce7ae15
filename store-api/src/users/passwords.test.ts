import { fitsPassword, hashPassword } from './passwords';

describe('fitsPassword', () => {
  it('says whether a password fits', async () => {
    const hash = await hashPassword('cardamom');
    expect(await fitsPassword(hash, 'cardamom')).toBe(true);
    expect(await fitsPassword(hash, 'Cardamom')).toBe(false);
    expect(await fitsPassword(undefined, 'a password nobody has')).toBe(false);
  });

  it('works as long for an unknown account as for a known one', async () => {
    const hash = await hashPassword('cardamom');
    // The shortest of several runs: a busy machine only ever makes them longer.
    const shortest = async (storedHash: string | undefined) => {
      const times: number[] = [];
      for (let run = 0; run < 7; run += 1) {
        const start = performance.now();
        await fitsPassword(storedHash, 'cinnamon');
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    expect(await shortest(undefined)).toBeGreaterThan((await shortest(hash)) / 2);
  });
});
