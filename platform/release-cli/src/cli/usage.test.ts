import { createLiveShop, createTerminal } from '../testing/terminal';
import { runReleaseCli } from './release-cli';

test.each([
  ['fly', 2, `Unknown command 'fly'. Run "npm run release -- --help" for the usage.`],
  ['promote', 2, 'Name a release to promote, such as mf-catalog@1.2.0, or an environment, such as --from staging.'],
  ['check', 2, 'Name a release to check, such as mf-catalog@1.2.0, or an environment, such as --from staging.'],
  ['promote mf-a@1.1.0 --force', 2, '--force needs a reason: add --reason "…".'],
  ['rollout complete', 2, 'A completion needs a reason: add --reason "…".'],
  ['rollout halt --force --reason x', 2, 'A halt runs no gates: leave --force and --approved-by out.'],
  ['promote mf-a', 2, '"mf-a" is not a release: write app@version'],
  ['promote mf-a@9.9.9', 1, 'mf-a@9.9.9 is not published: published versions are 1.0.0, 1.1.0.'],
  ['promote mf-z@1.0.0', 1, 'mf-z has no release yet'],
  ['promote mf-a@1.1.0 --canary lots', 2, '--canary is "lots": give a whole number from 0 to 100.'],
  ['promote mf-a@1.1.0 --staff', 2, '--staff, --regions and --groups need a canary: add --canary and a share'],
  ['promote mf-a@1.1.0 --canary 5 --regions K/A', 2, '--regions is "K/A": give codes with commas, such as KA,MH.'],
  ['promote mf-a@1.1.0 --stages 5%/15m', 2, '--stages is "5%/15m": give rising shares with the time that each lasts'],
  ['promote mf-a@1.1.0 --stages 25%/15m,5%', 2, '--stages is "25%/15m,5%": give rising shares'],
  ['promote mf-a@1.1.0 --stages 5%,25%', 2, '--stages is "5%,25%": give rising shares'],
  ['promote mf-a@1.1.0 --stages 5%/99d,25%', 2, '--stages is "99d": give minutes, hours or days up to 30d'],
  ['promote mf-a@1.1.0 --canary 5 --stages 5%/1h,9%', 2, '--stages starts with its first share: leave --canary out.'],
  ['rollout pause', 2, 'A pause needs a reason: add --reason "…".'],
  [
    'promote mf-a@1.1.0 --canary 0',
    1,
    'A canary of 0 % is for staff, regions or groups: name them, or give it a share.',
  ],
  ['staff-link --ttl never', 2, '--ttl is "never": give minutes, hours or days'],
  [
    'promote mf-a@1.1.0 --speed 3',
    2,
    `Unknown option '--speed'. Run "npm run release -- promote --help" for the usage.`,
  ],
  ['publish mf-z', 2, 'There is no app "mf-z": choose from shell, mf-a, mf-payment, or name its folder with --from.'],
  ['rollback --to ""', 2, '--to is "": give a whole number from 1'],
  ['promote mf-a@1.1.0 --reason --force', 2, '--reason needs a value, but "--force" follows it: write --reason "…".'],
  [
    'preview mf-a@1.1.0 --shop-url javascript:alert(1)',
    2,
    '--shop-url is "javascript:alert(1)": give an http or https address',
  ],
  ['list ../x', 1, 'The release store has no release of ../x.'],
  ['rollout 10', 1, 'No canary is running.'],
  ['diff 1', 2, `Missing required argument 'to'. Run "npm run release -- diff --help" for the usage.`],
  ['diff 1 99', 2, 'There is no change 99'],
  ['status --env staging', 1, 'staging has no live composition yet'],
])('%s exits with %i and a message of one line', async (line, exitCode, sentence) => {
  const { run } = await createLiveShop();
  const outcome = await run(line);
  expect(outcome).toMatchObject({ exitCode, isError: true, output: expect.stringContaining(sentence) });
  expect(outcome.output.split('\n')).toHaveLength(1);
  const asJson = await run(`${line} --json`);
  expect(JSON.parse(asJson.output)).toMatchObject({ error: expect.stringContaining(sentence) });
});

test.each(['../x', 'Staging', '', 'x'.repeat(64)])('rejects the environment name "%s"', async (name) => {
  const { run } = createTerminal();
  const { exitCode, output } = await run(`status --env=${name}`);
  expect(exitCode).toBe(2);
  expect(output).toMatch(/^--env is ".*": give the name of an environment, such as production: .* hyphens\.$/);
});

test.each([
  ['--json status', 1, { error: expect.stringContaining('production has no live composition yet') }],
  ['status --json=1', 2, { error: expect.stringContaining("Unknown option '--json=1'") }],
  ['--json', 0, { commands: expect.arrayContaining([expect.objectContaining({ name: 'publish' })]) }],
  ['help --json', 0, { commands: expect.anything() }],
  ['--json fly', 2, { error: expect.stringContaining("Unknown command 'fly'") }],
  ['list --json', 0, []],
])('%s prints one JSON document on stdout', async (line, exitCode, document) => {
  const outcome = await createTerminal().run(line);
  expect(outcome).toMatchObject({ exitCode, isError: false });
  expect(JSON.parse(outcome.output)).toEqual(document);
});

test('reports an unreadable policy as JSON, and prints help without a policy', async () => {
  const openHost = () => Promise.reject(new Error('policy.json is malformed: it is not JSON'));
  const { output, ...outcome } = await runReleaseCli(['status', '--json'], openHost);
  expect(outcome).toEqual({ exitCode: 1, isError: false });
  expect(JSON.parse(output)).toEqual({ error: 'policy.json is malformed: it is not JSON' });
  expect(await runReleaseCli(['help'], openHost)).toMatchObject({ exitCode: 0 });
});

test('help lists every command', async () => {
  const { runOk } = createTerminal();
  const help = await runOk('help');
  for (const name of ['publish', 'promote', 'rollout', 'rollback', 'verify', 'gc'])
    expect(help).toContain(`\n  ${name} `);
});
