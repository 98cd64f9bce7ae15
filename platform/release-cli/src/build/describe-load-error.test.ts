import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { transformSync } from 'esbuild';
import { describeLoadError, removeBrowserNames } from './describe-load-error';

const serverFile = path.join(createTestFolder(), 'server.cjs');

/** Compiles a source file, as the Node build of a remote, and loads it. @returns The error of the load. */
function load(source: string): unknown {
  const { code, map } = transformSync(source, {
    loader: 'tsx',
    sourcemap: 'external',
    sourcefile: 'webpack://mf_reviews/./src/width.tsx',
    minifyWhitespace: true,
  });
  writeFileSync(`${serverFile}.map`, map);
  try {
    vm.compileFunction(code, [], { filename: serverFile })();
  } catch (error) {
    return error;
  }
  throw new Error('The source loads.');
}

// The code runs in the context of Node, and the test in one of Jest.
beforeAll(() => removeBrowserNames(vm.compileFunction('return globalThis')()));

test.each([
  ['type Width = number;\n\nconst width: Width = window.innerWidth;', 'src/width.tsx:3 reads window'],
  ['const read = () => localStorage.getItem("a");\nread();', 'src/width.tsx:1 reads localStorage'],
  ['const words = navigator.languages;', 'src/width.tsx:1 reads navigator'],
  ['sessionStorage.clear();', 'src/width.tsx:1 reads sessionStorage'],
  ['class Mine extends HTMLElement {}', 'src/width.tsx:1 reads HTMLElement'],
])('a module with %j is reported with its place and the remedy', (source, start) => {
  const message = `${start} when it is loaded; read it in an effect or an event handler.`;
  expect(describeLoadError(load(source), serverFile)).toBe(message);
});

test('another error is reported with its place and its message', () => {
  const source = 'const settings = null;\nsettings.theme;';
  expect(describeLoadError(load(source), serverFile)).toBe(
    "src/width.tsx:2: Cannot read properties of null (reading 'theme')",
  );
});

test('without a source map, the name is reported without a place, and another error with its stack', () => {
  const [windowError, typeError] = [load('window.name'), load('null.name')];
  rmSync(`${serverFile}.map`);
  expect(describeLoadError(windowError, serverFile)).toMatch(/^A module reads window when it is loaded; /);
  expect(describeLoadError(typeError, serverFile)).toMatch(/^TypeError: .*\n +at /);
});
