import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { aStoreInfo } from '@shop/testing/builders';
import { getCompanyDetails } from './company-placeholders';
import { sanitisePolicy } from './sanitise-policy';

function sanitise(html: string, info: Parameters<typeof aStoreInfo>[0] = {}) {
  const company = getCompanyDetails(aStoreInfo(info) as StoreInfo);
  const result = sanitisePolicy({ title: 'Privacy Policy', html, company });
  const container = document.createElement('div');
  container.innerHTML = result.html;
  return { ...result, container };
}

it.each([
  ['a script', '<p>a</p><script>window.hacked = 1</script>', '<p>a</p>'],
  ['an event handler', '<p onclick="hack()">a</p>', '<p>a</p>'],
  ['a picture that fails', '<img src="x" onerror="hack()" alt="a">', '<img src="x" alt="a">'],
  ['styles', '<style>body{display:none}</style><p style="position:fixed" class="x">a</p>', '<p>a</p>'],
  ['a frame', '<iframe src="https://elsewhere.example"></iframe><p>a</p>', '<p>a</p>'],
  [
    'a form',
    '<form action="https://elsewhere.example"><p>a</p><input name="card"><button>Go</button></form>',
    '<p>a</p>Go',
  ],
  ['an SVG with a script', '<svg><script>hack()</script></svg><p>a</p>', '<p>a</p>'],
  ['a base URL', '<base href="https://elsewhere.example"><p>a</p>', '<p>a</p>'],
  ['a javascript: link', '<a href="javascript:hack()">a</a>', '<a>a</a>'],
  ['a javascript: link with a line feed in it', '<a href="java&#10;script:hack()">a</a>', '<a>a</a>'],
  ['a data: link', '<a href="data:text/html,<script>hack()</script>">a</a>', '<a>a</a>'],
  ['a data: picture', '<p>a</p><img src="data:image/svg+xml,x">', '<p>a</p>'],
  ['the target of a link', '<a href="/terms" target="_blank">a</a>', '<a href="/terms">a</a>'],
])('removes %s [R.29-1]', (_case, html, sanitised) => {
  expect(sanitise(html).html).toBe(sanitised);
});

it('keeps text, lists, tables and links', () => {
  const html =
    '<h2 id="a">A</h2><p>b <strong>c</strong></p><ul><li>d</li></ul><table><tbody><tr><td colspan="2">e</td></tr></tbody></table>';
  expect(sanitise(html).html.replace(' tabindex="-1"', '')).toBe(html.replace('id="a"', 'id="user-content-a"'));
  expect(sanitise('<a href="mailto:a@b.example">a</a> <a href="tel:+91">b</a>').html).toBe(
    '<a href="mailto:a@b.example">a</a> <a href="tel:+91">b</a>',
  );
  expect(sanitise('<a href="https://elsewhere.example/">a</a>').container.firstElementChild).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
});

it('fills placeholders with plain text [R.29-2]', () => {
  const { container } = sanitise('<p>By {{companyName}}</p>', {
    companyName: '<img src=x onerror=hack()> & <b>Sons</b>',
  });
  expect(container.querySelector('p')?.children).toHaveLength(0);
  expect(container).toHaveTextContent('By <img src=x onerror=hack()> & <b>Sons</b>');
});

it('fills placeholders in URLs and checks the resulting URLs', () => {
  const link =
    '<a href="mailto:{{companyEmail}}">a</a><a href="{{companyLogoUrl}}">b</a><a href="{{companyPhone}}">c</a>';
  expect(sanitise(link, { companyPhone: 'javascript:hack()' }).html).toBe(
    '<a href="mailto:care@tamra.example">a</a><a href="http://localhost:8044/media/logo.svg" rel="noopener noreferrer">b</a><a>c</a>',
  );
  const logo = '<p>a</p><img src="{{companyLogoUrl}}" alt="{companyName}">';
  expect(sanitise(logo).container.querySelector('img')).toHaveAttribute('alt', 'Tamra Home Private Limited');
  expect(sanitise(logo).container.querySelector('img')).toHaveAttribute('src', 'http://localhost:8044/media/logo.svg');
  expect(sanitise(logo, { companyLogoUrl: 'javascript:hack()' }).html).toBe('<p>a</p>');
});

it('replaces each h1 with an h2 and removes the repeated title of the page', () => {
  const { container } = sanitise('<h1>PRIVACY policy</h1><p>a</p><h1>Second</h1>');
  expect([...container.querySelectorAll('h1, h2')].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['H2', 'Second'],
  ]);
  expect(sanitise('<p>a</p><h2>Privacy Policy</h2>').container.querySelector('h2')).toHaveTextContent('Privacy Policy');
});

it('lists the sections with prefixed ids, which cannot clobber globals of the page', () => {
  const { sections, container } = sanitise(
    '<h2 id="location">One</h2><h2>Two</h2><h2> </h2><p><a href="#location">Up</a><a href="#user-content-location">Up</a></p><h3>Not one</h3>',
  );
  expect(sections).toEqual([
    { id: 'user-content-location', heading: 'One' },
    { id: 'user-content-section-2', heading: 'Two' },
  ]);
  for (const link of container.querySelectorAll('a')) expect(link).toHaveAttribute('href', '#user-content-location');
  expect(container.querySelector('#user-content-location')).toHaveAttribute('tabindex', '-1');
});

it.each([
  ['<script>hack()</script>', true],
  ['<p> </p><!-- nothing -->', true],
  ['<h1>Privacy Policy</h1>', true],
  ['a', false],
  ['<img src="https://shop.example/policy.png" alt="">', false],
])('reports whether %s has no visible content: %s', (html, isEmpty) => {
  expect(sanitise(html).isEmpty).toBe(isEmpty);
});

/**
 * HTML that runs a script, loads a file or sends a form when a page inserts it unchanged. Each entry shows one technique, after
 * the collections of OWASP ("XSS Filter Evasion") and Cure53 (mutation XSS). `hacked()` is the script.
 */
const unsafeHtml: readonly string[] = [
  '<script>hacked()</script>',
  '<script src="https://elsewhere.example/x.js"></script>',
  '<scr<script>ipt>hacked()</scr</script>ipt>',
  '<SCRIPT\n>hacked()</SCRIPT\t>',
  '<img src=x onerror=hacked()>',
  '<img src=x:x onerror="hacked()" alt="a">',
  '<img """><script>hacked()</script>">',
  '<img/src="x"/onerror=hacked()>',
  '<img src="https://a.example/" style="background:url(javascript:hacked())" srcset="x" onload=hacked()>',
  '<img src="data:image/svg+xml,<svg onload=hacked()>">',
  '<svg onload=hacked()><a xlink:href="javascript:hacked()"><text>a</text></a></svg>',
  '<svg><script>hacked()</script></svg>',
  '<svg><style><img src=x onerror=hacked()></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=hacked()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hacked()&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hacked()>',
  '<noscript><p title="</noscript><img src=x onerror=hacked()>">a</p></noscript>',
  '<template><img src=x onerror=hacked()><script>hacked()</script></template>',
  '<textarea><img title="</textarea><img src=x onerror=hacked()>"></textarea>',
  '<title><img title="</title><img src=x onerror=hacked()>"></title>',
  '<xmp><img title="</xmp><img src=x onerror=hacked()>"></xmp>',
  '<noembed><img title="</noembed><img src=x onerror=hacked()>"></noembed>',
  '<iframe src="javascript:hacked()" srcdoc="<script>hacked()</script>"></iframe>',
  '<object data="javascript:hacked()"></object><embed src="javascript:hacked()">',
  '<a href="javascript:hacked()">a</a>',
  '<a href=" &#14; javascript:hacked()">a</a>',
  '<a href="jav&#x09;ascript:hacked()">a</a>',
  '<a href="JaVaScRiPt:hacked()">a</a>',
  '<a href="javascript&colon;hacked()">a</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5oYWNrZWQoKTwvc2NyaXB0Pg==">a</a>',
  '<a href="vbscript:hacked()">a</a>',
  '<a href="https://a.example" onclick="hacked()" onmouseover=hacked() target="_blank" ping="https://elsewhere.example">a</a>',
  '<p onclick=hacked() onpointerenter=hacked() autofocus tabindex=1 onfocus=hacked()>a</p>',
  '<details open ontoggle=hacked()>a</details>',
  '<body onload=hacked()>a</body>',
  '<marquee onstart=hacked()>a</marquee>',
  '<video><source onerror=hacked()></video><audio src=x onerror=hacked()></audio>',
  '<input autofocus onfocus=hacked()><button formaction="javascript:hacked()">a</button>',
  '<form action="https://elsewhere.example" id="forms"><input name="card"><button>Pay</button></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:hacked()"><base href="https://elsewhere.example/">',
  '<link rel="stylesheet" href="https://elsewhere.example/x.css"><style>@import "https://elsewhere.example/x.css"</style>',
  '<div style="position:fixed;inset:0" class="x" id="root">a</div>',
  '<a id="location" name="cookie" href="#a">a</a>',
  '<!--><img src=x onerror=hacked()>-->',
  '<!--[if gte IE 4]><script>hacked()</script><![endif]-->',
  '<![CDATA[<script>hacked()</script>]]>',
  '<?xml version="1.0"?><p>a</p>',
  '</div></div></main></body><script>hacked()</script>',
  '--></script><script>hacked()</script>',
  '<p>{{companyName}} {{companyAddress}}</p><a href="{{companyPhone}}" title="{{companyName}}">a</a>',
  '<table><tr><td><p>a<table><a href="/terms">b<table><a>c</a></table></a></table></td></tr></table>',
];
const markup = '"><script>hacked()</script><img src=x onerror=hacked()>';
const allowedAttributes =
  'href src alt title id width height colspan rowspan scope start reversed datetime lang dir open rel tabindex'.split(
    ' ',
  );
const removedElements =
  'script, style, svg, math, iframe, object, embed, form, input, button, textarea, select, template, noscript, meta, base, link, video, audio, source';

it.each([...unsafeHtml, unsafeHtml.join('\n')])('keeps only safe elements, attributes and addresses of %s', (html) => {
  const details = { companyName: markup, companyAddress: markup, companyPhone: 'javascript:hacked()' };
  const { container } = sanitise(`<p>Own text</p>${html}`, details);
  expect(container).toHaveTextContent('Own text');
  expect([...container.querySelectorAll(removedElements)].map((found) => found.outerHTML)).toEqual([]);
  for (const element of container.querySelectorAll('*')) {
    expect(element.getAttributeNames().filter((name) => !allowedAttributes.includes(name))).toEqual([]);
    for (const url of [element.getAttribute('href'), element.getAttribute('src')]) {
      if (url !== null) expect(new URL(url, 'https://shop.test').protocol).toMatch(/^(https?|mailto|tel):$/);
    }
    expect(element.id).toMatch(/^($|user-content-)/);
  }
});
