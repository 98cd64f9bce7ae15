import { listFiles } from './shop';

test('lists the scripts and style sheets of releases, each once', () => {
  const html = `<link rel="icon" href="/r/shell/1/assets/icon.svg"><script src="/r/shell/1/main.js" defer></script>
    <link rel="preload" as="script" href="/r/mf-catalog/1/home.js"><link rel="preload" href="/r/mf-catalog/1/home.js">
    <link rel="stylesheet" href="/r/mf-catalog/1/home.css"><a href="/products">All</a>`;
  expect(listFiles(html)).toEqual(['/r/shell/1/main.js', '/r/mf-catalog/1/home.js', '/r/mf-catalog/1/home.css']);
});

test('lists the scripts of a rendered page, and no style sheet that the document contains', () => {
  const html = `<style data-href="/r/mf-catalog/1/home.css">a{}</style>
    <script type="application/json">{"entry":{"url":"/r/shell/1/main.js"},"preloads":[{"url":"/r/mf-catalog/1/home.js"}]}</script>`;
  expect(listFiles(html)).toEqual(['/r/shell/1/main.js', '/r/mf-catalog/1/home.js']);
});
