import { createMemoryHistory } from '@shop/router/router';
import { aComposition } from '@shop/testing/a-composition';
import { createPolicyCheck, reloadForPolicy } from './page-policy';

const home = (pattern: string) => ({ home: { pattern, access: 'open' } }) as const;
const composition = aComposition([
  { name: 'mf-catalog', paths: home('/') },
  { name: 'mf-reviews', paths: home('/reviews/:id'), connect: ['https://reviews.example'] },
  {
    name: 'mf-chat',
    paths: home('/chat'),
    connect: ['https://chat.example'],
    slots: { 'product.below': { order: 1 } },
  },
]);

/** Opens a document at a path. */
function openDocument(path: string) {
  const reload = jest.fn();
  const rendered: string[] = [];
  const inner = createMemoryHistory({ initialEntries: ['/reviews/1', path], v5Compat: true });
  const history = reloadForPolicy(inner, createPolicyCheck(composition, path), reload);
  history.listen(({ location }) => rendered.push(location.pathname));
  return { history, reload, rendered };
}

test('a page whose remote has a backend of its own gets a document of its own, with the state of the navigation', () => {
  const { history, reload, rendered } = openDocument('/');
  history.push('/reviews/7', { from: 'list' });
  expect([rendered, reload.mock.calls.length]).toEqual([[], 1]);
  expect(history.location).toMatchObject({ pathname: '/reviews/7', state: { from: 'list' } });
});

test('Back to such a page loads a document too', () => {
  const { history, reload, rendered } = openDocument('/');
  history.go(-1);
  expect([rendered, reload.mock.calls.length]).toEqual([[], 1]);
});

test('a document shows every page whose remotes have no other backends', () => {
  const { history, reload, rendered } = openDocument('/reviews/7');
  for (const path of ['/reviews/8', '/', '/chat', '/login', '/reviews/7']) history.push(path);
  expect([rendered.length, reload.mock.calls.length]).toEqual([5, 0]);
});
