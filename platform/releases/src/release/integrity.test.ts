import { createHash } from 'node:crypto';
import { computeIntegrity, hasIntegrity } from './integrity';

const bytes = Buffer.from('export {}');

it('recognizes the bytes of releases with SHA-256, and with SHA-384 as before', () => {
  const earlier = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  for (const integrity of [computeIntegrity(bytes), earlier]) {
    expect(hasIntegrity(bytes, integrity)).toBe(true);
    expect(hasIntegrity(Buffer.from('export { evil }'), integrity)).toBe(false);
  }
  expect(computeIntegrity(bytes)).toMatch(/^sha256-/);
});
