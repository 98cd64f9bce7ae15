import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { isShopCode, listRepositoryFiles } from './repository-files';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sheets = listRepositoryFiles().filter((file) => isShopCode(file) && file.endsWith('.module.css'));
const sources = listRepositoryFiles().filter(
  (file) => isShopCode(file) && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

/** Lists the classes that a style sheet defines. Comments, strings and URLs contain no classes. */
function listClasses(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, '');
  return [...new Set([...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''))];
}

/** Maps each style sheet to the classes that components use: `styles.card` after `import * as styles from './card.module.css'`. */
function listUsedClasses(): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const file of sources) {
    const source = read(file);
    for (const [, name, specifier = ''] of source.matchAll(/import \* as (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const sheet = path.posix.join(path.posix.dirname(file), specifier);
      const classes = used.get(sheet) ?? new Set<string>();
      for (const [, className = ''] of source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) classes.add(className);
      used.set(sheet, classes);
    }
  }
  return used;
}

test('every class of a style sheet is used by a component', () => {
  expect(sheets.length).toBeGreaterThan(20);
  const used = listUsedClasses();
  const unused = sheets.flatMap((sheet) =>
    listClasses(read(sheet))
      .filter((name) => !used.get(sheet)?.has(name))
      .map((name) => `${sheet}: .${name}`),
  );
  expect(unused).toEqual([]);
});

test('style sheets of shared packages are in the layer ui, and those of shell and remotes in none', () => {
  const isLayered = (sheet: string) => {
    const rules = read(sheet).replace(/\/\*[\s\S]*?\*\//g, '');
    return /^\s*@layer ui \{[\s\S]*\}\s*$/.test(rules);
  };
  expect(sheets.filter((sheet) => sheet.startsWith('shared/') && !isLayered(sheet))).toEqual([]);
  expect(sheets.filter((sheet) => !sheet.startsWith('shared/') && read(sheet).includes('@layer'))).toEqual([]);
});

test('no component writes styles in JavaScript: neither styled, sx nor Emotion', () => {
  const isAllowed = (file: string) => /^shared\/(ui\/src\/(controls\.tsx|theme\/)|testing\/)/.test(file);
  const found = sources.filter((file) => !isAllowed(file) && /\bsx=|\bstyled[(.]|@emotion\/|@mui\//.test(read(file)));
  expect(found).toEqual([]);
});
