import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

test('a folder of policies is a language, and may have some of them only', async () => {
  const packageRoot = mkdtempSync(path.join(tmpdir(), 'policies-'));
  for (const file of ['about', 'shipping', 'hi/about', 'hi/shipping', 'ta/about', 'ta/refund']) {
    const absolute = path.join(packageRoot, 'catalog/policies', `${file}.html`);
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, file);
  }
  jest.doMock('../src/package-root', () => ({ packageRoot }));
  const { policyTranslations, storeIdentity } = await import('./store-identity');
  const hi = { about: 'hi/about', shipping: 'hi/shipping' };
  expect(policyTranslations).toEqual({ hi, ta: { about: 'ta/about', refund: 'ta/refund' } });
  expect(storeIdentity.policies).toEqual({ about: 'about', shipping: 'shipping' });
  expect(storeIdentity.translatedPolicies).toEqual({ hi: ['about', 'shipping'], ta: ['about', 'refund'] });
});
