import { commandGroups } from '../command-table/command-table';
import { createLiveShop, createTerminal } from '../testing/terminal';
import { runReleaseCli } from './release-cli';

let shop: ReturnType<typeof createLiveShop> | undefined;

type Usage = [line: string, exitCode: 1 | 2, sentence: string];

/** Options of `history` that choose changes of its list. */
const listFilters = [
  ...['--limit 20', '--before 3', '--app mf-a', '--by asha', '--action lock', '--search sale'],
  ...['--since 2h', '--until 2026-11-27'],
];

test.each<Usage>([
  ['fly', 2, `Unknown command 'fly'. Run "npm run release -- --help" for the usage.`],
  ['promote', 2, 'Name a release to promote, such as mf-catalog@1.2.0, or an environment, such as --from staging.'],
  ['check', 2, 'Name a release to check, such as mf-catalog@1.2.0, or an environment, such as --from staging.'],
  ['promote mf-a@1.1.0 --force', 2, '--force needs a reason: add --reason "…".'],
  ['rollout complete', 2, 'This change needs a reason: add --reason "…".'],
  ['rollout halt --force --reason x', 2, 'A halt runs no gates: leave --force out.'],
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
  ['promote mf-a@1.1.0 --stages 5%/1h/meera,25%', 2, 'and where needed /person or the time of the next one, such as'],
  ['promote mf-a@1.1.0 --stages 5%/person,25%', 2, '--stages is "5%/person,25%": give rising shares'],
  ['promote mf-a@1.1.0 --stages 5%/1h/2026-13-01T09:00,9%', 2, '--stages is "2026-13-01T09:00": give a time in UTC'],
  ['promote mf-a@1.1.0 --canary 5 --stages 5%/1h,9%', 2, '--stages starts with its first share: leave --canary out.'],
  ['rollout pause', 2, 'This change needs a reason: add --reason "…".'],
  [
    'promote mf-a@1.1.0 --canary 0',
    1,
    'A canary of 0 % is for staff, regions or groups: name them, or give it a share.',
  ],
  ['staff-link --ttl never', 2, '--ttl is "never": give minutes, hours or days'],
  ['publish mf-z', 2, 'There is no app "mf-z": choose from shell, mf-a, mf-payment, or name its folder with --from.'],
  ['rollback --to ""', 2, '--to is "": give a whole number from 1'],
  ['promote mf-a@1.1.0 --reason --force', 2, '--reason needs a value, but "--force" follows it: write --reason "…".'],
  [
    'preview mf-a@1.1.0 --shop-url javascript:alert(1)',
    2,
    '--shop-url is "javascript:alert(1)": give an http or https address',
  ],
  ['lock "" --reason q', 2, '<app>: give the name of an app.'],
  [`note --reason ${'x'.repeat(501)}`, 2, '--reason: keep the reason under 500 characters.'],
  ['promote --remove-app mf-z', 1, 'so it cannot be removed: mf-a, mf-payment are live there.'],
  ['list ../x', 1, 'The release store has no release of ../x.'],
  ['rollout 10', 1, 'No canary is running.'],
  ['diff 1 99', 2, 'There is no change 99'],
  ['status --env staging', 1, 'staging has no live composition yet'],
  ['help fly', 2, `Unknown command 'fly'. Run "npm run release -- --help" for the usage.`],
  ['publish mf-a --version one', 2, '--version is "one": give a semantic version, such as 1.2.0'],
  ['publish shell --pipeline "run 8"', 2, '--pipeline is "run 8": give the id of the pipeline, such as 812.'],
  ['publish mf-a --shell shell', 2, '"shell" is not a release: write app@version'],
  ['sbom mf-a', 2, '"mf-a" is not a release: write app@version'],
  ['sbom mf-a@9.9.9', 1, 'mf-a@9.9.9 is not published'],
  ['gc --keep-days -1', 2, '--keep-days is "-1": give a whole number from 0 to 36500.'],
  ['backup', 2, 'Name a folder for the backup with --to.'],
  ['backup --to ""', 2, '--to is empty: name a file or a folder.'],
  ['restore --from none', 1, 'has no backup.json'],
  ['rotate-key begin', 2, `Allowed choices are prepare, activate, finish.`],
  ['incident --minutes 0', 2, '--minutes is "0": give a whole number from 1 to 10080.'],
  ['incident --all --env production', 2, '--all shows every environment: leave --env or --all out.'],
  ['metrics --app ""', 2, '--app is empty: give a value, or leave it out.'],
  ['metrics --app catalog', 2, 'There is no app "catalog": choose from shell, mf-a, mf-payment.'],
  ['errors --app catalog', 2, 'There is no app "catalog": choose from shell, mf-a, mf-payment.'],
  ['metrics --env prodution', 1, 'prodution has no live composition yet'],
  ['errors --env prodution', 1, 'prodution has no live composition yet'],
  ['webhooks --env prodution', 1, 'prodution has no live composition yet'],
  ['staff-link --env prodution', 1, 'prodution has no live composition yet'],
  ['errors --since never', 2, '--since is "never": give minutes, hours or days'],
  ['history --action fly', 2, `argument 'fly' is invalid. Allowed choices are promote, canary,`],
  ['history --since yesterday', 2, '--since is "yesterday": give a UTC day'],
  ['history --until 2026-13-45', 2, '--until is "2026-13-45": give a UTC day'],
  ['history --since 2027-02-29', 2, '--since is "2027-02-29": give a UTC day'],
  ['history --at 2027-02-29T14:05', 2, '--at is "2027-02-29T14:05": give a time in UTC or with an offset'],
  ['history --at noon', 2, '--at is "noon": give a time in UTC or with an offset'],
  [
    'history --at 2h --visitor x',
    2,
    `--visitor is "x": give the value of the visitor's cookie "visitor", or a visitor`,
  ],
  [`history --visitor ${'0'.repeat(36)}`, 2, '--visitor needs a time: add --at'],
  ['history --export ""', 2, '--export is empty: name a file or a folder.'],
  ['history --at 2h --export log.jsonl', 2, `Option '--at <time>' cannot be used with option '--export <file>'.`],
  ...listFilters.flatMap((filter): Usage[] => {
    const [name = ''] = filter.split(' ');
    return [
      [`history --at 2h ${filter}`, 2, `Option '--at <time>' cannot be used with option '${name} <`],
      [`history --export log.jsonl ${filter}`, 2, `Option '--export <file>' cannot be used with option '${name} <`],
    ];
  }),
  ['diff mf-a@1.0.0 mf-payment@1.0.0', 2, 'are two apps: name two versions of one app.'],
  ['diff mf-a@1.0.0 2', 2, '"2" is not a release: write app@version, such as mf-catalog@1.2.0.'],
  ['diff one 2', 2, 'The change is "one": give a whole number from 1'],
  ['diff mf-a@1.0.0 mf-a@7.0.0', 1, 'mf-a@7.0.0 is not published: published versions are 1.0.0, 1.1.0.'],
  ['used-by react-router', 2, 'No shell shares "react-router": choose from react, react-dom.'],
  ['verify-log none.jsonl', 1, 'none.jsonl cannot be read: name a file that history --export wrote.'],
  ['verify-log a.jsonl --head b', 2, '--head is "b": give the 64 hex digits'],
  ['check mf-a@1.1.0 --remove-path old', 2, '--remove-path is "old": give a path, such as /old.'],
  ['check --remove-app shell', 1, 'The shell cannot be removed'],
  ['rollout many', 2, 'The share is "many": give a whole number from 1 to 100.'],
  ['rollback mf-z', 1, 'mf-z has no earlier version that was not rolled back'],
  ['lock --reason x mf-z', 1, 'mf-z is'],
  ['unlock mf-a --reason x', 1, 'mf-a is not locked.'],
  ['recover-head --reason x', 1, 'there is nothing to repair.'],
  ['preview mf-a', 2, '"mf-a" is not a release: write app@version'],
  ['preview mf-a@1.1.0 --name ""', 2, '--name is empty: give a value, or leave it out.'],
  ['login ftp://releases.example', 2, 'write it like https://releases.example.'],
  ['login http://releases.example', 2, '"http://releases.example" is not an https address, and a token needs one'],
  ['logout releases', 2, 'write it like https://releases.example.'],
  ['completion fish', 2, 'Allowed choices are bash, zsh.'],
])('%s exits with %i and a message of one line', async (line, exitCode, sentence) => {
  // An invalid command line changes nothing, so one shop serves all.
  shop ??= createLiveShop();
  const { run } = await shop;
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

test('reports an unreadable file of webhooks as JSON, and prints help without it', async () => {
  const openHost = () => Promise.reject(new Error('webhooks.json is malformed: it is not JSON'));
  const { output, ...outcome } = await runReleaseCli(['status', '--json'], openHost);
  expect(outcome).toEqual({ exitCode: 1, isError: false });
  expect(JSON.parse(output)).toEqual({ error: 'webhooks.json is malformed: it is not JSON' });
  expect(await runReleaseCli(['help'], openHost)).toMatchObject({ exitCode: 0 });
});

test.each([['--version'], ['-V'], ['--json', '--version']])('%s prints the version', async (...line) => {
  const { exitCode, output } = await runReleaseCli(line, () => Promise.reject(new Error('no host')));
  expect(exitCode).toBe(0);
  const version = line.includes('--json') ? JSON.parse(output).version : output;
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('help lists every command', async () => {
  const { runOk } = createTerminal();
  const help = await runOk('help');
  for (const { name } of Object.values(commandGroups).flat()) expect(help).toContain(`\n  ${name} `);
});
