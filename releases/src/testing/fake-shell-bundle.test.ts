import type { DocumentRequest, ShellBuild } from '@shop/remote-contract/shell-build';
import { evaluateNodeBundle } from '../runtime/evaluate-node-bundle.mjs';
import { createFakeShellBundle } from './fake-shell-bundle';

const evaluate = (code: string) =>
  evaluateNodeBundle<ShellBuild>(code, { filename: 'server.cjs', base: '/r/shell/1/' });
const request: DocumentRequest = {
  composition: {
    seq: 7,
    env: 'production',
    shell: {
      name: 'shell',
      version: '1.0.0',
      digest: '0123456789ab',
      base: '/r/shell/1/',
      entry: { path: 'main.js', integrity: 'sha384-x' },
    },
    remotes: [],
  },
  pathname: '/gone',
  hostname: 'localhost',
  settings: {},
};

test('a fake shell renders documents with its serialized functions and their data', () => {
  const shell = evaluate(
    createFakeShellBundle({
      data: { title: 'Shop' },
      html: ({ composition, base }, { title }) => `${title} ${composition.seq} ${base}`,
      status: ({ pathname }) => (pathname === '/gone' ? 404 : 200),
      apiOrigin: ({ hostname }) => `https://api.${hostname}`,
      inlineScripts: ['alert(1)'],
      provided: { react: { version: '19' } },
      moreExports: 'exports.reportsHealth = true;',
    }),
  );
  expect(shell.renderDocument(request)).toEqual({
    status: 404,
    html: 'Shop 7 /r/shell/1/',
    inlineScripts: ['alert(1)'],
    apiOrigin: 'https://api.localhost',
  });
  expect(shell.provided).toEqual({ react: { version: '19' } });
  expect(shell.reportsHealth).toBe(true);
});

test('a fake shell without options renders an empty document', () => {
  expect(evaluate(createFakeShellBundle()).renderDocument(request)).toMatchObject({ status: 200, inlineScripts: [] });
});
