import { render } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StructuredData } from './structured-data';

const data = { '@type': 'Product', name: '</script><img src=x onerror=alert(1)>', sku: undefined };

it('describes a page in JSON-LD and omits undefined values', () => {
  const { container } = render(<StructuredData data={data} />);
  const script = container.querySelector('script[type="application/ld+json"]');
  expect(JSON.parse(script?.textContent ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: data.name,
  });
});

it('renders the same on a server, where no text can close the element', () => {
  const html = renderToStaticMarkup(<StructuredData data={data} />);
  const [, text = ''] = html.match(/^<script type="application\/ld\+json">(.*)<\/script>$/) ?? [];
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ name: data.name });
});
