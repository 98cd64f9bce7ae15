import * as v from 'valibot';
import { describeSource, LinkTemplates } from './release-source';

const commit = 'c0ffee1234567890c0ffee1234567890c0ffee12';
const own = 'https://git.example/shop/-/commit/{commit}';

test.each([
  ['a template', { commit: own, pipeline: 'https://ci.example/{pipeline}' }, undefined, 'https://git.example/shop/-'],
  [
    'the repository of the release',
    { commit: '{repository}/-/commit/{commit}' },
    'git@code.example:a/b.git',
    'https://code.example/a/b/-',
  ],
  ['GitHub', {}, 'https://github.com/shop/storefront.git', 'https://github.com/shop/storefront'],
  ['the branch of a repository', {}, 'https://git.example/shop/mf-a.git#main', 'https://git.example/shop/mf-a'],
  ['a name of npm', {}, 'github:shop/mf-a', 'https://github.com/shop/mf-a'],
  ['a name of npm for GitLab', {}, 'gitlab:shop/mf-a', 'https://gitlab.com/shop/mf-a/-'],
  ['a short name of npm', {}, 'shop/mf-a.js#main', 'https://github.com/shop/mf-a.js'],
  ['an address of SSH', {}, 'ssh://git@git.example/shop/mf-a.git', 'https://git.example/shop/mf-a'],
  ['an address of SSH with a port', {}, 'ssh://git@git.example:2222/shop/mf-a.git', 'https://git.example/shop/mf-a'],
  ['an address without a user', {}, 'ssh://git.example:2222/shop/mf-a.git', 'https://git.example/shop/mf-a'],
  ['an address of SSH with a colon', {}, 'ssh://git@git.example:shop/mf-a.git', 'https://git.example/shop/mf-a'],
  ['an address of git', {}, 'git://git.example/shop/mf-a.git', 'https://git.example/shop/mf-a'],
])('links a commit by %s', (_what, templates, repository, start) => {
  const source = describeSource({ commit: `${commit}-dirty`, ...(repository ? { repository } : {}) }, templates);
  expect(source).toEqual({ commit: `${commit}-dirty`, commitUrl: `${start}/commit/${commit}` });
});

test.each([
  [{ pipeline: 'https://ci.example/runs/{pipeline}?tab=jobs' }, undefined, 'https://ci.example/runs/81%2F2?tab=jobs'],
  [{}, 'https://gitlab.example/shop/mf-a.git', 'https://gitlab.example/shop/mf-a/-/pipelines/81%2F2'],
  [{}, 'https://github.com/shop/mf-a', 'https://github.com/shop/mf-a/actions/runs/81%2F2'],
  [{}, 'https://git.example/shop/mf-a', undefined],
  [{ pipeline: '{repository}/runs/{pipeline}' }, undefined, undefined],
  [{ pipeline: '{repository}/runs/{pipeline}' }, 'http://git.example/shop', undefined],
])('links a pipeline by %j of the repository %s to %s', (templates, repository, url) => {
  const source = describeSource({ commit: '', pipeline: '81/2', ...(repository ? { repository } : {}) }, templates);
  expect(source).toEqual({ commit: '', pipeline: '81/2', ...(url ? { pipelineUrl: url } : {}) });
});

test('has no link for a text without a commit', () => {
  expect(describeSource({ commit: 'javascript:alert(1)' }, { commit: own })).toEqual({ commit: 'javascript:alert(1)' });
});

const rule =
  'give an https address with {commit}, such as https://git.example/shop/-/commit/{commit} or {repository}/-/commit/{commit}';

test.each([
  ['https://git.example/{commit}', null],
  ['http://localhost:8080/{commit}', null],
  ['{repository}/commit/{commit}', null],
  ['https://git.example/commit', rule],
  ['http://git.example/{commit}', rule],
  ['http://localhost.evil.example/{commit}', rule],
  ['javascript:alert("{commit}")', rule],
  ['https://git.example/{branch}/{commit}', rule],
  ['https://git.example/{commit}|x', rule],
  [7, rule],
])('reads the template %s, or says what is wrong', (template, message) => {
  const { issues = [] } = v.safeParse(LinkTemplates, { commit: template });
  expect(issues.map((issue) => issue.message)).toEqual(message === null ? [] : [message]);
});
