import type { Problem } from '../gates/gate';
import type { PinnedRelease } from '../release/release';
import { getReleases } from '../state/composition';
import { nameCauses } from './name-causes';
import type { SmokeTestCandidate } from './smoke-test.gate';

const release = (app: string, version = '1.0.0'): PinnedRelease => ({ app, version, digest: version.padEnd(12, '0') });
const createProblem = (app: string, text: string): Problem => ({ app, problem: text, remedy: 'look at the console' });

const live = { shell: release('shell'), remotes: [release('mf-a'), release('mf-b'), release('mf-c')] };

/** The live composition with other versions. An empty version removes the app. */
function change(versions: Record<string, string>): SmokeTestCandidate {
  const names = new Set([...getReleases(live).map(({ app }) => app), ...Object.keys(versions)]);
  const all = [...names].filter((app) => versions[app] !== '').map((app) => release(app, versions[app]));
  return {
    env: 'production',
    shell: release('shell', versions.shell),
    remotes: all.filter(({ app }) => app !== 'shell'),
  };
}

/** Apps and versions of a composition that a test can ask for. */
type Has = (name: string) => boolean;

/** Names the causes of the problems of a change. @returns Their texts, and the number of compositions that ran. */
async function name(
  versions: Record<string, string>,
  findProblems: (has: Has) => (Problem | false)[],
  budgetMs?: number,
) {
  const candidate = change(versions);
  const test = (tested: SmokeTestCandidate) => {
    const names = getReleases(tested).map(({ app, version }) => `${app} ${version}`);
    return findProblems((wanted) => names.includes(wanted)).filter((found) => found !== false);
  };
  let runs = 0;
  const named = await nameCauses(test(candidate), {
    candidate,
    live,
    runSmokeTest: async (tested) => {
      runs += 1;
      return test(tested);
    },
    ...(budgetMs !== undefined && { budgetMs }),
  });
  return { problems: named.map(({ app, problem }) => `${app}: ${problem}`), runs };
}

it('names the one changed app with which the composition fails', async () => {
  const found = await name({ 'mf-a': '2.0.0', 'mf-b': '2.0.0', 'mf-leak': '0.1.0' }, (has) => [
    has('mf-leak 0.1.0') && createProblem('mf-c', '/c throws: map is not a function'),
  ]);
  expect(found).toEqual({
    problems: ['mf-leak: mf-c: /c throws: map is not a function; it fails only with mf-leak 0.1.0'],
    runs: 4,
  });
});

it('names each cause of several problems, and the removal of an app', async () => {
  const { problems } = await name({ 'mf-a': '2.0.0', 'mf-b': '' }, (has) => [
    has('mf-a 2.0.0') && createProblem('mf-a', '/a throws: no'),
    !has('mf-b 1.0.0') && createProblem('shell', '/login throws: no link'),
  ]);
  expect(problems).toEqual([
    'mf-a: /a throws: no; it fails only with mf-a 2.0.0',
    'mf-b: shell: /login throws: no link; it fails only with the removal of mf-b',
  ]);
});

it('says so when several changes cause a problem together, or each for itself', async () => {
  const together = await name({ 'mf-a': '2.0.0', 'mf-b': '2.0.0', 'mf-c': '2.0.0' }, (has) => [
    has('mf-a 2.0.0') && has('mf-b 2.0.0') && createProblem('mf-c', '/c throws: no'),
  ]);
  expect(together.problems).toEqual(['mf-c: /c throws: no; it fails only with mf-a 2.0.0 and mf-b 2.0.0 together']);
  const each = await name({ 'mf-a': '2.0.0', 'mf-b': '2.0.0' }, (has) => [
    (has('mf-a 2.0.0') || has('mf-b 2.0.0')) && createProblem('mf-c', '/c throws: no'),
  ]);
  expect(each.problems).toEqual([
    'mf-c: /c throws: no; it fails without any one of mf-a 2.0.0 and mf-b 2.0.0, so several of them cause it',
  ]);
});

it('names the only change without a further test', async () => {
  const found = await name({ 'mf-a': '2.0.0' }, () => [createProblem('mf-c', '/c throws: no')]);
  expect(found).toEqual({
    problems: ['mf-c: /c throws: no; only mf-a 2.0.0 differs from the live composition'],
    runs: 0,
  });
});

it('says that the live composition fails, also when it has the problem without any change', async () => {
  const without = await name({}, () => [createProblem('mf-c', '/c throws: no')]);
  expect(without).toEqual({ problems: ['mf-c: /c throws: no; it is the live composition'], runs: 0 });
  const found = await name({ 'mf-a': '2.0.0', 'mf-b': '2.0.0' }, () => [createProblem('mf-c', '/c throws: no')]);
  expect(found).toEqual({ problems: ['mf-c: /c throws: no; the live composition fails in the same way'], runs: 1 });
});

it('names no app that the composition cannot be compared without', async () => {
  const { problems } = await name({ shell: '2.0.0', 'mf-a': '2.0.0' }, (has) =>
    has('mf-a 2.0.0') && !has('shell 2.0.0')
      ? [createProblem('mf-a', 'its Node bundle does not start')]
      : [has('mf-a 2.0.0') && createProblem('mf-a', '/a throws: no')],
  );
  expect(problems).toEqual(['mf-a: /a throws: no; it fails only with mf-a 2.0.0 (not compared without shell 2.0.0)']);
});

it('compares problems without the port of the server', async () => {
  let port = 4000;
  const { problems } = await name({ 'mf-a': '2.0.0', 'mf-b': '2.0.0' }, (has) => [
    has('mf-b 2.0.0') && createProblem('mf-c', `/c cannot load http://127.0.0.1:${port++}/x`),
  ]);
  expect(problems).toEqual([expect.stringContaining('it fails only with mf-b 2.0.0')]);
});

it('starts no further composition after its time, and says which app is not known', async () => {
  const fails = () => [createProblem('mf-c', `/c throws: no`)];
  const found = await name({ 'mf-a': '2.0.0', 'mf-b': '2.0.0' }, (has) => (has('mf-a 2.0.0') ? fails() : []), -1);
  expect(found).toEqual({
    problems: [
      'mf-c: /c throws: no; the cause is not known, because the composition could not be compared without mf-a 2.0.0 and mf-b 2.0.0',
    ],
    runs: 1,
  });
});
