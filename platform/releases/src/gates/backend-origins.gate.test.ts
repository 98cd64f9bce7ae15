import { publish } from '../release/publish';
import { createFileSystemStore } from '../store/file-system-store';
import { writeFakeBuild } from '../testing/fake-build';
import { createBackendOriginsGate } from './backend-origins.gate';
import type { GateContext } from './gate';

const check = (connect: string[] | undefined, rules?: Record<string, string[]>) => {
  const remote = { app: 'mf-reviews', version: '1.2.0', ...(connect && { connect }) };
  return createBackendOriginsGate(rules).check({ remotes: [remote] } as unknown as GateContext);
};

test('a release policy allows the backends of each app by name', () => {
  const rules = { 'mf-reviews': ['https://reviews.example'], 'mf-chat': ['https://chat.example'] };
  expect(check(['https://reviews.example'], rules)).toEqual([]);
  const finding = (origin: string) => ({
    app: 'mf-reviews',
    problem: `version 1.2.0 calls ${origin}, which the release policy does not allow`,
    remedy:
      'remove it from connect in rspack.config.ts, or have it added to connect["mf-reviews"] of the release policy',
  });
  expect(check(['https://reviews.example', 'https://chat.example'], rules)).toEqual([finding('https://chat.example')]);
  expect(check(['https://reviews.example'], {})).toEqual([finding('https://reviews.example')]);
});

test('without a release policy a remote may have a backend, and one without TLS gets a warning', () => {
  expect(check(undefined)).toEqual([]);
  expect(check(['https://reviews.example'])).toEqual([]);
  expect(check(['http://localhost:4000'])).toEqual([
    expect.objectContaining({ isWarning: true, problem: expect.stringContaining('on their own machine') }),
  ]);
});

test('a build whose origin would change the headers of documents is not published', async () => {
  const appRoot = writeFakeBuild({ app: 'mf-reviews', connect: ['https://reviews.example; script-src *'] });
  const store = createFileSystemStore(`${appRoot}/store`);
  await expect(publish(store, { appRoot, commit: '' })).rejects.toThrow('connect');
});
