import { listFiles } from './first-load';

test('lists the scripts and style sheets of releases, each once', () => {
  const html = `<link rel="icon" href="/r/shell/1/assets/icon.svg"><script src="/r/shell/1/main.js" defer></script>
    <link rel="preload" as="script" href="/r/mf-catalog/1/home.js"><link rel="preload" href="/r/mf-catalog/1/home.js">
    <link rel="stylesheet" href="/r/mf-catalog/1/home.css"><a href="/products">All</a>`;
  expect(listFiles(html)).toEqual(['/r/shell/1/main.js', '/r/mf-catalog/1/home.js', '/r/mf-catalog/1/home.css']);
});
