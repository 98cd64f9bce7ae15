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
