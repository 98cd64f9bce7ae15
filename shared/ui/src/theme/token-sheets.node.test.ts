import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createShopTheme } from './theme';
import { formatTokenSheets } from './token-sheets';

const root = path.resolve(__dirname, '../../../..');
const sheets = formatTokenSheets(createShopTheme());

it.each(Object.keys(sheets) as (keyof typeof sheets)[])('%s contains the values of the theme', (file) => {
  // `npm run tokens -w shared/ui` writes the file.
  expect(readFileSync(path.join(__dirname, file), 'utf8')).toBe(sheets[file]);
});

it.each(Object.entries(sheets))('%s has no dark colour on paper', (_file, sheet) => {
  const [light = '', dark = ''] = sheet.split('@media not print {');
  expect(light).not.toContain('[data-theme="dark"]');
  expect(dark).toMatch(/^\s*\[data-theme="dark"\] \{/);
});

it('control-tokens.css defines each variable in light and in dark, because MUI has no value of its own for one that is missing', () => {
  const [light = '', dark = ''] = sheets['control-tokens.css'].split('[data-theme="dark"]');
  const listNames = (sheet: string): string[] => sheet.match(/--shop-[\w-]+(?=:)/g) ?? [];
  expect(listNames(dark)).toContain('--shop-palette-Alert-errorColor');
  // MUI itself has these two in dark only.
  const isDarkOnly = (name: string) => /overlays|text-icon/.test(name);
  expect(listNames(dark).filter((name) => !listNames(light).includes(name) && !isDarkOnly(name))).toEqual([]);
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
