import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createShopTheme } from './theme';
import { formatTokenSheets } from './token-sheets';
import { layoutSizes, mobileBreakpoint } from './tokens';

const root = path.resolve(__dirname, '../../../..');
const sheets = formatTokenSheets(createShopTheme());

it.each(Object.keys(sheets) as (keyof typeof sheets)[])('%s contains the values of the theme', (file) => {
  // `npm run tokens -w shared/ui` writes the file.
  expect(readFileSync(path.join(__dirname, file), 'utf8')).toBe(sheets[file]);
});

/** Style sheets of the pages that load without MUI. */
function listStyleSheets(): string[] {
  const packages = ['shell', ...readdirSync(path.join(root, 'shared')).map((name) => `shared/${name}`)];
  const remotes = readdirSync(root).filter((name) => name.startsWith('mf-'));
  return [...packages, ...remotes].flatMap((folder) => {
    const source = path.join(root, folder, 'src');
    return readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'))
      .map((file) => path.join(source, file));
  });
}

it('every variable that a style sheet uses is defined in tokens.css', () => {
  const defined = new Set(sheets['tokens.css'].match(/--shop-[\w-]+(?=:)/g));
  const files = listStyleSheets();
  expect(files.length).toBeGreaterThan(5);
  const undefinedNames = files.flatMap((file) => {
    const used = readFileSync(file, 'utf8').match(/(?<=var\()--shop-[\w-]+/g) ?? [];
    return used.filter((name) => !defined.has(name)).map((name) => `${path.relative(root, file)}: ${name}`);
  });
  expect(undefinedNames).toEqual([]);
});

it('base.css gives every focused element an outline, and none to what only scripts focus', () => {
  const base = readFileSync(path.join(__dirname, 'base.css'), 'utf8');
  expect(base).toMatch(/:focus-visible \{\s*outline: 2px solid var\(--shop-palette-primary-main\);/);
  expect(base).toMatch(/h1:focus,\s*main:focus \{\s*outline: none;/);
});

it('base.css keeps what is scrolled to below the header and above the bottom bar', () => {
  const base = readFileSync(path.join(__dirname, 'base.css'), 'utf8');
  expect(base).toContain(`scroll-padding-top: ${layoutSizes.stickyTop}px;`);
  expect(base).toContain(`@media (max-width: ${mobileBreakpoint - 0.05}px)`);
  expect(base).toContain(`scroll-padding-bottom: ${layoutSizes.bottomBar + 24}px;`);
});
