import { getDirection, getLocale, localizePath, splitLanguage } from './languages';

test.each([
  ['/hi', 'hi', '/'],
  ['/hi/', 'hi', '/'],
  ['/hi/product/7', 'hi', '/product/7'],
  ['/hi/hi', 'hi', '/hi'],
  ['/hi//evil.example', 'hi', '//evil.example'],
  ['/', 'en', '/'],
  ['/hindi', 'en', '/hindi'],
  ['/HI/product/7', 'en', '/HI/product/7'],
  ['/en/product/7', 'en', '/en/product/7'],
])('the path %s is in the language %s and has the page %s', (address, language, pathname) => {
  expect(splitLanguage(address, ['hi', 'ur'])).toEqual({ language, pathname });
});

test('a shop without further languages has no language in its paths', () => {
  expect(splitLanguage('/hi/product/7')).toEqual({ language: 'en', pathname: '/hi/product/7' });
});

test('a path in a language begins with it, and English has no prefix', () => {
  expect(['/', '/cart'].map((path) => localizePath('hi', path))).toEqual(['/hi', '/hi/cart']);
  expect(localizePath('en', '/cart')).toBe('/cart');
});

test('a language is that of India unless it names another region, and Urdu is written from right to left', () => {
  expect(['en', 'hi', 'en-US'].map(getLocale)).toEqual(['en-IN', 'hi-IN', 'en-US']);
  expect(['en', 'hi', 'ur', 'ar-XB', 'area'].map(getDirection)).toEqual(['ltr', 'ltr', 'rtl', 'rtl', 'ltr']);
});
