import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DetachedEmotionCache } from '@shop/testing/detached-emotion-cache';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ComponentsPage } from './components-page';
import { sections } from './sections';
import { formatImport } from './story';

const stories = sections.flatMap((section) => section.stories);

/** The exports of a package in `shared/`. A pattern such as `./*` stands for every source file of the package. */
function listModules(folder: string) {
  const root = path.resolve(__dirname, '../../..', folder);
  const { name, federation, exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const shared: string[] = [...(federation.eager ?? []), ...(federation.lazy ?? [])];
  const listSources = () => readdirSync(path.join(root, 'src')).filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const subpaths: [string, string][] = Object.entries<string>(exports).flatMap(([subpath, file]) =>
    subpath === './*'
      ? listSources().map((source): [string, string] => [`./${source.replace('.tsx', '')}`, `./src/${source}`])
      : [[subpath, file]],
  );
  return subpaths.map(([subpath, file]) => ({
    from: path.posix.join(name, subpath),
    file: path.join(root, file),
    isShared: shared.includes(subpath),
  }));
}

/** True for an export that is a React component: a function or an object that React creates. */
const isComponent = (name: string, value: unknown) =>
  /^[A-Z][a-z]/.test(name) &&
  (typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value));

/** Lists the import statement of every exported component. The shared module wins when several modules export it. */
async function listExportedComponents(folder: string): Promise<string[]> {
  const lines = new Map<string, string>();
  for (const { from, file, isShared } of listModules(folder)) {
    const exported: Record<string, unknown> = await import(file);
    for (const name of Object.keys(exported).filter((key) => isComponent(key, exported[key]))) {
      if (isShared || !lines.has(name)) lines.set(name, formatImport({ name, from }));
    }
  }
  return [...lines.values()].sort();
}

const show = () =>
  render(
    <DetachedEmotionCache>
      <ComponentsPage />
    </DetachedEmotionCache>,
  );

it.each(['ui', 'forms'])('shows every component that shared/%s exports and no others', async (folder) => {
  const exported = await listExportedComponents(folder);
  expect(exported.length).toBeGreaterThan(2);
  const shown = stories.filter(({ from }) => from.startsWith(`@shop/${folder}/`)).map(formatImport);
  expect(shown.sort()).toEqual(exported);
});

it('shows the name, the labelled states and the import statement of each component', () => {
  show();
  const cards = screen.getAllByRole('article');
  for (const story of stories) {
    const element = cards.find(({ id }) => id === story.name) as HTMLElement;
    expect(element).toHaveAccessibleName(story.name);
    const card = within(element);
    expect(story.states.length).toBeGreaterThan(0);
    for (const { label } of story.states) expect(card.getByText(label, { selector: 'figcaption' })).toBeVisible();
    expect(card.getByText(formatImport(story))).toBeVisible();
  }
});

it('links from the contents to each section and component', () => {
  const { container } = show();
  const contents = within(screen.getByRole('navigation', { name: 'Contents' }));
  const targets = contents.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href') ?? '');
  expect(targets).toContain('#Price');
  for (const target of targets) expect(container.querySelectorAll(target)).toHaveLength(1);
});

it('copies the import statement', async () => {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  show();
  const card = within(screen.getByRole('article', { name: 'Price' }));
  await user.click(card.getByRole('button', { name: /^Copy/ }));
  expect(card.getByRole('status')).toHaveTextContent('Copied');
  expect(write).toHaveBeenCalledWith("import { Price } from '@shop/ui/price';");
});

it('switches between the light and the dark theme', async () => {
  const user = userEvent.setup();
  show();
  for (const theme of ['Dark', 'Light']) {
    await user.click(screen.getByRole('radio', { name: theme }));
    expect(document.documentElement).toHaveAttribute('data-theme', theme.toLowerCase());
  }
});
