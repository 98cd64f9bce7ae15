import { announceStyleSheets } from './announce-style-sheets';

it('gives linked and inlined style sheets their absolute URLs', () => {
  document.head.innerHTML = `<link rel="stylesheet" href="/r/shell/main.css"><style data-href="/r/mf-catalog/home.css"></style>
    <style id="fonts"></style>`;
  announceStyleSheets(document);
  announceStyleSheets(document);
  const urls = [...document.head.children].map((element) => element.getAttribute('data-href'));
  expect(urls).toEqual(['http://localhost/r/shell/main.css', 'http://localhost/r/mf-catalog/home.css', null]);
});
