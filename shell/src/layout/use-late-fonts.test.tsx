import { render } from '@testing-library/react';
import { useLateFonts } from './use-late-fonts';

function Page({ pathname }: { pathname: string }) {
  useLateFonts(pathname);
  return null;
}

const face = (family: string, display: string) =>
  `@font-face { font-family: ${family}; src: url("/${family}.woff2"); font-display: ${display}; }`;

/** Opens a page with a heading font and a text font of the given status; returns the `font-display` of both. */
function openPage(status: FontFaceLoadStatus) {
  const style = document.createElement('style');
  style.textContent = `${face('heading', 'swap')} p { margin: 0 } ${face('text', 'optional')}`;
  document.head.replaceChildren(style);
  const fonts = [
    { display: 'swap', status: 'loaded' },
    { display: 'optional', status },
  ];
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  const { rerender } = render(<Page pathname="/" />);
  const getDisplays = () =>
    [...(style.sheet?.cssRules ?? [])].map(({ cssText }) => /font-display: (\w+)/.exec(cssText)?.[1]);
  return { getDisplays, open: (pathname: string) => rerender(<Page pathname={pathname} />) };
}

afterEach(() => Reflect.deleteProperty(document, 'fonts'));

it('keeps the fonts of the first screen', () => {
  const { getDisplays } = openPage('loaded');
  expect(getDisplays()).toEqual(['swap', undefined, 'optional']);
});

it('applies an optional font that has loaded when another screen opens', () => {
  const { getDisplays, open } = openPage('loaded');
  open('/products');
  expect(getDisplays()).toEqual(['swap', undefined, 'swap']);
});

it('waits for an optional font that is loading', () => {
  const { getDisplays, open } = openPage('loading');
  open('/products');
  expect(getDisplays()).toEqual(['swap', undefined, 'optional']);
});
