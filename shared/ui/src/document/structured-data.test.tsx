import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
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

it('keeps the text of the server when the browser describes nothing', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<StructuredData data={data} />);
  const text = container.textContent;
  const onRecoverableError = jest.fn();
  await act(async () => hydrateRoot(container, <StructuredData data={{}} />, { onRecoverableError }));
  expect(container.textContent).toBe(text);
  expect(onRecoverableError).not.toHaveBeenCalled();
});
