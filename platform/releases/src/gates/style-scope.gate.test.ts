import type { Release } from '../release/release';
import { publishBuild } from '../testing/fake-build';
import { checkGate } from '../testing/gate-fixture';
import { createMemoryStore } from '../testing/memory-store';
import { inspectStyles } from './inspect-styles';
import { createOwner, styleScopeGate } from './style-scope.gate';

const store = createMemoryStore(new Map());
const publishStyles = (app: string, styleSheets: Record<string, string>, version = '1.0.0'): Promise<Release> =>
  publishBuild(store, { app, version, styleSheets });

const checkStyles = (...remotes: Release[]) => checkGate(styleScopeGate, { store, remotes });

const owner = createOwner({ app: 'mf-a', styleScope: '_mf-a_' });

it.each([
  ['an element', 'h1{color:red}', ['h1']],
  ['the page', 'body{margin:0}:root{--x:1}', ['body', ':root']],
  ['everything', '*,:after{margin:0}', ['*', ':after']],
  ['an attribute', '[data-x]{color:red}', ['[data-x]']],
  ["a library's class", '.swiper .swiper-slide{margin:0}', ['.swiper .swiper-slide']],
  ['one of several selectors', '.row_mf-a_1,.price{color:red}', ['.price']],
  ["another app's class", '.row_mf-b_1{color:red}', ['.row_mf-b_1']],
  ['everything but its own class', ':not(.row_mf-a_1){color:red}', [':not(.row_mf-a_1)']],
  ['the page that contains its own class', 'body:has(.row_mf-a_1) h1{color:red}', ['body:has(.row_mf-a_1) h1']],
  ['its own class or another one', ':is(.row_mf-a_1,h1){color:red}', [':is(.row_mf-a_1,h1)']],
  ['an element in conditions', '@layer ui{@media print{@supports (top:0){form{display:none}}}}', ['form']],
  ['a nested element', '@media print{body{h1{top:0}& p{top:0}}}', ['body', 'h1', '& p']],
  ['the page around its own class', '.row_mf-a_1{top:0;body:not(&){top:0}}', ['body:not(&)']],
  ['an element in the scope of the page', '@scope (main){p{top:0}}', ['p']],
])('finds the selector of %s', (_, css, selectors) => {
  expect(inspectStyles(css, owner).selectors).toEqual(selectors);
});

it.each([
  ['a class', '.row_mf-a_1{top:0}'],
  ['elements in a class', '.row_mf-a_1>li h1:hover::after{top:0}'],
  ["a library's class in a class", '.row_mf-a_1 .swiper-slide{top:0}'],
  ['a class in an element', '[data-theme=dark] .row_mf-a_1{top:0}'],
  ['two classes', ':is(.row_mf-a_1,.line_mf-a_1) b{top:0}'],
  ['nested rules', '.row_mf-a_1{b{top:0}&:has(i){top:0}> li{top:0}body &{top:0}@media print{u{top:0}}}'],
  ['a scope', '@scope (.row_mf-a_1) to (.end_mf-a_1){b{top:0}:scope{top:0}}'],
  ['keyframes', '@keyframes turn_mf-a_1{from{top:0}}'],
])('accepts %s', (_, css) => {
  expect(inspectStyles(css, owner)).toMatchObject({ selectors: [], rules: [], names: [] });
});

it('refuses a remote whose style sheets match elements of other apps', async () => {
  const remote = await publishStyles(
    'mf-a',
    {
      'home.css': '.row_mf-a_1{top:0}',
      'slider.css': '.swiper{display:grid}.swiper-slide,h2{margin:0}',
      'torn.css': '.row_mf-a_1{color:"red',
    },
    '1.0.1',
  );
  expect(await checkStyles(remote)).toEqual([
    {
      app: 'mf-a',
      problem: 'torn.css of 1.0.1 is not valid CSS: <css input>:1:19: Unclosed string',
      remedy: 'correct it, and publish mf-a under a new version',
    },
    {
      app: 'mf-a',
      problem: 'slider.css of 1.0.1 styles elements of other apps with .swiper and .swiper-slide and h2',
      remedy:
        'begin each selector with a class of a *.module.css file, such as `.slider :global(.swiper)`, and move rules for the page to the shell',
    },
  ]);
});

it('refuses at-rules for the page, and names that every app finds', async () => {
  const css = `@import "https://fonts.example/a.css";@page{margin:0}@font-face{font-family:"Figtree";src:url(a.woff2)}
    @-webkit-keyframes spin{to{top:0}}@property --size{syntax:"*";inherits:true}@font-face{font-family:mf-a icons}@property --mf-a-size{syntax:"*";inherits:true}`;
  const problems = await checkStyles(await publishStyles('mf-a', { 'home.css': css }, '1.1.0'));
  expect(problems.map(({ problem }) => problem)).toEqual([
    'home.css of 1.1.0 has @import "https://fonts.example/a.css" and @page, which applies to the page',
    'home.css of 1.1.0 defines @font-face Figtree and @-webkit-keyframes spin and @property --size for the page',
  ]);
});

it('refuses a custom property that another app sets, and names the app that is not live yet', async () => {
  const live = await publishStyles('mf-b', { 'home.css': '.row_mf-b_1{--size:1px}' });
  const next = await publishStyles('mf-a', { 'home.css': '.row_mf-a_1{--size:2px;--own:1}' }, '1.2.0');
  expect(await checkGate(styleScopeGate, { store, remotes: [next, live], live: [live] })).toEqual([
    {
      app: 'mf-a',
      problem: 'home.css of 1.2.0 sets --size, and so does mf-b',
      key: '--size mf-a mf-b',
      remedy: 'give the custom property a name of its own',
    },
  ]);
  // After a forced change both are live, and the first app by name owns the property.
  expect(await checkGate(styleScopeGate, { store, remotes: [next, live], live: [next, live] })).toMatchObject([
    { app: 'mf-b', key: '--size mf-a mf-b' },
  ]);
});

it('leaves the style sheets of the shell alone, and owns its custom properties', async () => {
  const shell = await publishStyles('shell', { 'main.css': 'body{--shop-font:1}' }, '1.1.0');
  const remote = await publishStyles('mf-a', { 'home.css': '.row_mf-a_1{--shop-font:2}' }, '1.3.0');
  expect(await checkGate(styleScopeGate, { store, shell, remotes: [remote] })).toMatchObject([
    { app: 'mf-a', problem: 'home.css of 1.3.0 sets --shop-font, and so does shell' },
  ]);
});
