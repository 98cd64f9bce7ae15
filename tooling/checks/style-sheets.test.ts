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

/** Properties and values that name the left or the right of the window. */
const physical =
  /(?<![\w-])((margin|padding|border|inset)-(left|right)[\w-]*|border-(top|bottom)-(left|right)-radius|left|right|(text-align|float|clear)(?=: *(left|right)))\s*:/g;
/** Four values: top, right, bottom, left; of a radius: the corners in this sequence. `border-width` draws chevrons. */
const fourValues = /(?<![\w-])(margin|padding|inset|border-radius)\s*:\s*([^;{}/]+)[;}]/g;
const lengths = /(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g;

/** Lists the declarations of a style sheet that do not follow the direction in which the page is read. */
function listPhysical(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const unequal = [...rules.matchAll(fourValues)].filter(([, property, value = '']) => {
    const [a, b = a, c = a, d = b] = value.match(lengths) ?? [];
    return property === 'border-radius' ? a !== b || c !== d : b !== d;
  });
  return [...[...rules.matchAll(physical)].map(([, property = '']) => property), ...unequal.map(([text]) => text)];
}

test('style sheets follow the direction in which the page is read: margin-inline-start, not margin-left', () => {
  const all = listRepositoryFiles().filter((file) => isShopCode(file) && file.endsWith('.css'));
  expect(all.length).toBeGreaterThan(20);
  expect(all.flatMap((file) => listPhysical(read(file)).map((found) => `${file}: ${found}`))).toEqual([]);
});

test.each([
  [
    'a { margin-left: 1px; padding-right: 2px; border-left-color: red }',
    ['margin-left', 'padding-right', 'border-left-color'],
  ],
  ['a { left: 0; inset: 0 auto 0 4px; right : 1px }', ['left', 'right', 'inset: 0 auto 0 4px;']],
  [
    'a { text-align: left; float:right; border-top-left-radius: 2px }',
    ['text-align', 'float', 'border-top-left-radius'],
  ],
  [
    'a { padding: 1px calc(2px + (1px)) 3px 4px; border-radius: 4px 0 0 4px }',
    ['padding: 1px calc(2px + (1px)) 3px 4px;', 'border-radius: 4px 0 0 4px }'],
  ],
  [
    'a { margin: 0 auto 4px; padding: 1px 2px 3px 2px; border-radius: 6px / 10px; inset-inline-start: 0; --left: 1px }',
    [],
  ],
  ['/* left: 1px */ .left { text-align: center; margin-inline: 1px 2px; transition: left 1s }', []],
])('the style sheet %s has the physical declarations %j', (css, found) => {
  expect(listPhysical(css)).toEqual(found);
});
