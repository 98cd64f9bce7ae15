import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DetachedEmotionCache } from '@shop/testing/detached-emotion-cache';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ComponentsPage, examples } from './components-page';
import { formatImport } from './example';

/** True for an export that is a React component: a function or an object that React creates. */
const isComponent = (name: string, value: unknown) =>
  /^[A-Z][a-z]/.test(name) &&
  (typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value));

/** Lists the import statement of every exported component. The shared module wins when several modules export it. */
async function listExportedComponents(folder: string): Promise<string[]> {
  const root = path.resolve(__dirname, '../../..', folder);
  const { name: packageName, federation, exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const shared: string[] = [...(federation.eager ?? []), ...(federation.lazy ?? [])];
  const lines = new Map<string, string>();
  const modules = Object.entries<string>(exports).flatMap(([subpath, file]) =>
    subpath === './*'
      ? shared.map((name) => [name, file.replace('*', name.slice(2))] as const)
      : [[subpath, file] as const],
  );
  for (const [subpath, file] of modules) {
    const exported: Record<string, unknown> = await import(path.join(root, file));
    const from = path.posix.join(packageName, subpath);
    for (const name of Object.keys(exported).filter((key) => isComponent(key, exported[key]))) {
      if (shared.includes(subpath) || !lines.has(name)) lines.set(name, formatImport({ name, from }));
    }
  }
  return [...lines.values()].sort();
}

it.each(['ui', 'forms'])('shows every component that shared/%s exports and no others', async (folder) => {
  const shown = examples.filter(({ from }) => from.startsWith(`@shop/${folder}/`)).map(formatImport);
  expect(shown.sort()).toEqual(await listExportedComponents(folder));
});

it('shows the labelled states and the import statement of each component, in both themes', async () => {
  const user = userEvent.setup();
  render(
    <DetachedEmotionCache>
      <ComponentsPage />
    </DetachedEmotionCache>,
  );
  for (const component of examples) {
    const article = within(screen.getByRole('article', { name: component.name }));
    expect(Object.keys(component.states).length).toBeGreaterThan(0);
    for (const label of Object.keys(component.states)) {
      expect(article.getByText(label, { selector: 'figcaption' })).toBeVisible();
    }
    expect(article.getByText(formatImport(component))).toBeVisible();
  }
  for (const theme of ['dark', 'light']) {
    await user.click(screen.getByRole('button', { name: `Show the ${theme} theme` }));
    expect(document.documentElement).toHaveAttribute('data-theme', theme);
  }
});
