import type { LiveComposition } from '../composition/load-composition';
import { createReportedCompositions } from './reported-compositions';

test('finds the fallback versions of a composition that is loaded again with them', () => {
  const loadVersion = (previous?: { base: string }) => {
    const composition = {
      seq: 7,
      shell: { base: '/r/shell/1.0.0-a/' },
      remotes: [{ base: '/r/mf/2.0.0-a/', previous }],
    };
    return { composition } as unknown as LiveComposition;
  };
  let live = loadVersion();
  const reported = createReportedCompositions({ current: () => live, canaries: () => [] });
  expect([...(reported.find(7)?.releases ?? [])]).toEqual(['shell/1.0.0-a', 'mf/2.0.0-a']);
  live = loadVersion({ base: '/r/mf/1.0.0-a/' });
  expect([...(reported.find(7)?.releases ?? [])]).toEqual(['shell/1.0.0-a', 'mf/2.0.0-a', 'mf/1.0.0-a']);
});
