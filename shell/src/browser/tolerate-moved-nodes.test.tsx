import { translateTexts } from '@shop/testing/translate-texts';
import { render } from '@testing-library/react';
import { tolerateMovedNodes } from './tolerate-moved-nodes';

let end: () => void;
beforeEach(() => {
  end = tolerateMovedNodes();
});
afterEach(() => end());

/** Texts beside elements, which a screen of a remote may have. */
const Removed = ({ isNew }: { isNew: boolean }) => (
  <p>
    {!isNew && '9 products'}
    {isNew && <b>12 products</b>}
  </p>
);
const Inserted = ({ isNew }: { isNew: boolean }) => (
  <p>
    {isNew && <b>12 products</b>}
    {'Sort by'}
  </p>
);
const RemovedTogether = ({ isNew }: { isNew: boolean }) =>
  isNew ? (
    <b>12 products</b>
  ) : (
    <>
      {'9 products'}
      <i>Sort by</i>
    </>
  );

test.each([
  ['removes a text', Removed],
  ['inserts an element before a text', Inserted],
  ['removes a text and its sibling', RemovedTogether],
])('React %s that the browser has translated', (_change, Screen) => {
  const { container, rerender, unmount } = render(<Screen isNew={false} />);
  translateTexts(container);
  rerender(<Screen isNew />);
  expect(container.querySelector('b')).toHaveTextContent('12 products');
  expect(container.querySelector('i')).toBeNull();
  expect(unmount).not.toThrow();
});

test('nodes in their place are removed and inserted as before, and wrong arguments throw', () => {
  const list = document.createElement('ol');
  const [first, second] = [document.createElement('li'), document.createElement('li')];
  expect(list.insertBefore(second, null)).toBe(second);
  expect(list.insertBefore(first, second)).toBe(first);
  expect([...list.children]).toEqual([first, second]);
  expect(list.removeChild(first)).toBe(first);
  expect([...list.children]).toEqual([second]);
  expect(() => list.removeChild(null as unknown as Node)).toThrow(TypeError);
  expect(() => second.insertBefore(list, null)).toThrow('The operation would yield an incorrect node tree.');
});

test('the browser refuses again to remove a node of another parent after the end', () => {
  end();
  expect(() => document.body.removeChild(document.createElement('p'))).toThrow(DOMException);
});
