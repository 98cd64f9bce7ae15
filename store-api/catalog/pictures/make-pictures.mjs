// Makes the pictures of the catalogue that are missing: compiles the denoiser, renders with Blender, encodes.
//
//   node store-api/catalog/pictures/make-pictures.mjs [options] [name ...]
//
//   name            only these products or scenes (all views), e.g. masala-dabba
//   --preview       240 px wide, left in the work folder and not encoded
//   --again         also what is rendered or encoded already
//   --work DIR      folder of the renders (default: <system temp>/storefront-pictures)
//   --samples N     samples per pixel (default 6)
//   --no-encode     render only
//
// Needs: apt-get install -y --no-install-recommends blender gcc
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listPictures } from './slot-bytes.mjs';

// People need the message, not the stack.
process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

const here = dirname(fileURLToPath(import.meta.url));
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    preview: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    'no-encode': { type: 'boolean', default: false },
    work: { type: 'string', default: join(tmpdir(), 'storefront-pictures') },
    samples: { type: 'string' },
  },
});

/** Runs a program at the lowest priority; returns what it printed, or throws with the end of it. */
function run(program, args) {
  const done = spawnSync('nice', ['-n', '19', program, ...args], {
    cwd: here,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`${program} failed\n${done.stdout}${done.stderr}`.slice(-4000));
  return done.stdout;
}

const say = (line) => process.stdout.write(`${line}\n`);
const blender = (args) =>
  run('blender', ['-b', '-noaudio', '--python-exit-code', '1', '-P', join(here, 'make.py'), '--', ...args]);

mkdirSync(options.work, { recursive: true });
// Its own, so that two runs do not mix their light.
const passes = join(options.work, `passes-${process.pid}`);
process.on('exit', () => rmSync(passes, { recursive: true, force: true }));
const renders = join(options.work, options.preview ? 'preview' : 'renders');
mkdirSync(renders, { recursive: true });
const denoiser = join(options.work, 'denoise');
run('gcc', ['-Ofast', '-march=native', '-fopenmp', 'denoise.c', '-o', denoiser, '-lm']);

const sizes = JSON.parse(readFileSync(join(here, 'sizes.json'), 'utf8'));
const encoded = new Set(listPictures(join(here, '../media')).keys());
const pages = listPictures(join(here, '../../../mf-catalog/src/pictures/encoded'));
for (const [page, { render }] of Object.entries(JSON.parse(readFileSync(join(here, 'page-pictures.json'), 'utf8'))))
  if (pages.has(page)) encoded.add(`${[render].flat()[0]}-1`);
const shots = [...blender(['--list']).matchAll(/^SHOT (\S+) (\d+)$/gm)].map(([, name, view]) => ({ name, view }));
const unknown = names.filter((name) => !shots.some((shot) => shot.name === name));
if (unknown.length > 0) throw new Error(`No shot is called ${unknown.join(', ')}`);

// The first and second views of all come before the others, which share one model.
const batches = new Map();
for (const { name, view } of shots) {
  const done = existsSync(join(renders, `${name}-${view}.png`)) || (encoded.has(`${name}-${view}`) && !options.preview);
  if ((names.length > 0 && !names.includes(name)) || (done && !options.again)) continue;
  const pass = options.preview ? 1 : Math.min(view, 3);
  const key = `${pass} ${name}`;
  batches.set(key, { pass, name, views: [...(batches.get(key)?.views ?? []), view] });
}
for (const { name, views } of [...batches.values()].toSorted((a, b) => a.pass - b.pass)) {
  const [width, height] = sizes[name] ?? sizes.product;
  const scale = options.preview ? 240 / Math.min(width, height) : 1;
  const size = ['--width', String(Math.round(width * scale)), '--height', String(Math.round(height * scale))];
  const quality = ['--samples', options.samples ?? '6'];
  const started = Date.now();
  blender([
    name,
    ...views.map(String),
    ...size,
    ...quality,
    '--out',
    renders,
    '--work',
    passes,
    '--denoiser',
    denoiser,
  ]);
  say(`${name} ${views.join(' ')}: ${Math.round((Date.now() - started) / 1000)} s`);
}
if (!options.preview && !options['no-encode']) {
  say(run('node', [join(here, 'encode.mjs'), '--renders', join(options.work, 'renders')]));
}
