import { Heart } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import createIcon from './create-icon';

/** `heart` of lucide. */
const node: Parameters<typeof createIcon>[0]['node'] = [
  [
    'path',
    {
      d: 'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
      key: 'mvr1a0',
    },
  ],
];

/** The attributes that draw the icon, in alphabetical order. lucide adds a name space and class names. */
const listAttributes = (html: string) =>
  [...html.matchAll(/ ([\w-]+)="([^"]*)"/g)]
    .map(([, name, value]) => `${name}=${value}`)
    .filter((attribute) => !/^(xmlns|class)=/.test(attribute))
    .sort();

it.each([{}, { size: 18, 'aria-hidden': true }, { size: 48, strokeWidth: 1.25 }, { 'aria-label': 'Saved' }])(
  'draws an icon with %p as lucide does',
  (props) => {
    const own = renderToStaticMarkup(createElement(createIcon({ node }), props));
    expect(listAttributes(own)).toEqual(listAttributes(renderToStaticMarkup(createElement(Heart, props))));
  },
);

it('has the class of its screen', () => {
  const html = renderToStaticMarkup(createElement(createIcon({ node }), { className: 'wide' }));
  expect(html).toContain('<svg width="24" height="24"');
  expect(html).toContain('class="wide"');
});
