import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { parse } from 'yaml';
import { createOutsideFiles } from './outside-files';

const shop = { scope: '@acme', repository: 'https://git.example/acme/storefront.git', versions: { react: '19.3.1' } };
const remote = { name: 'reviews', path: '/reviews', slot: undefined, registry: 'https://packages.example/' };
const files = createOutsideFiles(remote, shop);

test('a remote outside takes both scopes from the registry of the shop', () => {
  expect(files['.npmrc']).toBe('@acme:registry=https://packages.example/\n@shop:registry=https://packages.example/\n');
});

test('a remote outside calls the reusable workflow with the inputs and secrets that the workflow declares', () => {
  const workflow = parse(files['.github/workflows/remote.yml'] ?? '');
  const reusable = parse(readFileSync(path.join(root, '.github/workflows/remote.yml'), 'utf8'));
  const { inputs, secrets } = reusable.on.workflow_call;
  expect(workflow.jobs.remote).toMatchObject({
    uses: 'acme/storefront/.github/workflows/remote.yml@main',
    with: { app: 'mf-reviews', registry: 'https://packages.example/' },
  });
  expect(Object.keys(workflow.jobs.remote.with)).toEqual(Object.keys(inputs));
  expect(Object.keys(workflow.jobs.remote.secrets)).toEqual(Object.keys(secrets));
});

test('the README of a remote outside gives a reason to each change, as a release service requires', () => {
  const changes = files['README.md']?.match(/^npm run release -- (?:promote|rollback) .*$/gm) ?? [];
  expect(changes.map((line) => line.replace(/"[^"]+"$/, '"…"'))).toEqual([
    'npm run release -- promote mf-reviews@0.1.0 --reason "…"',
    'npm run release -- rollback mf-reviews --reason "…"',
  ]);
});

test('a remote outside fills a slot with or without a path', () => {
  const filling = createOutsideFiles({ ...remote, path: undefined, slot: 'cart.summary' }, shop);
  expect(filling['src/slots.ts']).toContain("'cart.summary': { order: 100 }");
  expect(Object.keys(filling)).toContain('src/features/cart-summary/cart-summary.test.tsx');
  expect(filling['src/paths.ts']).toContain('paths = {} as const');
  expect(filling['README.md']).toContain('The remote fills `cart.summary`.');
  const both = createOutsideFiles({ ...remote, slot: 'cart.summary' }, shop);
  expect(both['README.md']).toContain('The remote owns `/reviews` and fills `cart.summary`.');
  expect(files).not.toHaveProperty('src/slots.ts');
});

test('a remote outside has the React version and the repository that the command names', () => {
  const named = { ...remote, react: '19.3.0', repository: 'https://git.example/reviews.git' };
  const { dependencies, repository } = JSON.parse(createOutsideFiles(named, shop)['package.json'] ?? '{}');
  expect(dependencies).toMatchObject({ react: '19.3.0', 'react-dom': '19.3.0' });
  expect(repository.url).toBe('https://git.example/reviews.git');
  expect(JSON.parse(files['package.json'] ?? '{}').dependencies.react).toBe('19.3.1');
});
