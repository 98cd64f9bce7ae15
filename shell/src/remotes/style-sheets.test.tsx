import { Slot } from '@shop/slots/slot';
import { aStoreInfo } from '@shop/testing/builders';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { type FakeRemote, renderShop, showLateSlots } from '../testing/render-shop';
import { announceStyleSheets } from './style-sheets';

fakeStoreApi();
beforeEach(() => answer('GET', '/storeInfo', { body: aStoreInfo() }));
afterEach(() => document.head.replaceChildren());

it('gives linked and inlined style sheets their absolute URLs', () => {
  document.head.innerHTML = `<link rel="stylesheet" href="/r/shell/main.css"><style data-href="/r/mf-catalog/home.css"></style>
    <style id="fonts"></style>`;
  announceStyleSheets(document);
  announceStyleSheets(document);
  const urls = [...document.head.children].map((element) => element.getAttribute('data-href'));
  expect(urls).toEqual(['http://localhost/r/shell/main.css', 'http://localhost/r/mf-catalog/home.css', null]);
});

describe('the style sheets of a remote', () => {
  const getUrl = (app: string, version = '1.0.0') => `/r/${app}/${version}-0123456789ab/screen.css`;

  /** Adds a style sheet to the page. A sheet that a remote loads reports its load to the page. */
  function addSheet(app: string, version?: string) {
    const element = document.createElement('style');
    element.dataset.href = getUrl(app, version);
    document.head.append(element);
    element.dispatchEvent(new Event('load'));
  }

  const doesApply = (app: string, version?: string) => {
    const element = document.querySelector<HTMLStyleElement>(`[data-href="${getUrl(app, version)}"]`);
    return element?.sheet?.disabled !== true;
  };

  const createRemote = (name: string, path: string, more: Partial<FakeRemote> = {}): FakeRemote => ({
    name,
    paths: [{ id: 'home', pattern: path }],
    load: async () => ({ Screen: () => <h1>{name}</h1> }),
    ...more,
  });

  it('of the document apply until a screen of it has shown, because the HTML of the server needs them', async () => {
    addSheet('mf-content');
    let show: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => {
      show = resolve;
    });
    const slow = createRemote('mf-content', '/terms', {
      load: async () => {
        await waiting;
        return { Screen: () => <h1>mf-content</h1> };
      },
    });
    addSheet('mf-content');
    await renderShop({ at: '/terms', remotes: [slow] });
    addSheet('shell');
    expect([doesApply('mf-content'), doesApply('shell')]).toEqual([true, true]);
    show?.();
    await screen.findByRole('heading', { name: 'mf-content' });
    expect(doesApply('mf-content')).toBe(true);
  });

  it('apply while a component of it shows in a slot on the screen of another remote', async () => {
    showLateSlots();
    function Product() {
      const [isOpen, setOpen] = useState(true);
      return (
        <>
          <h1>Product</h1>
          {isOpen && <Slot name="product.below" props={{ productId: '1' }} />}
          <button type="button" onClick={() => setOpen(!isOpen)}>
            Switch
          </button>
        </>
      );
    }
    const Reviews = () => <h2>Reviews</h2>;
    const reviews = { order: 1, load: async () => ({ Slot: Reviews }) };
    const shop = await renderShop({
      at: '/cart',
      remotes: [
        createRemote('mf-catalog', '/', { load: async () => ({ Screen: Product }) }),
        createRemote('mf-cart', '/cart'),
        createRemote('mf-reviews', '/reviews', { slots: { 'product.below': reviews } }),
      ],
    });
    addSheet('mf-reviews');
    expect(doesApply('mf-reviews')).toBe(false);
    await shop.go('/');
    await screen.findByRole('heading', { name: 'Reviews' });
    expect(doesApply('mf-reviews')).toBe(true);
    await shop.user.click(screen.getByRole('button', { name: 'Switch' }));
    await waitFor(() => expect(doesApply('mf-reviews')).toBe(false));
    await shop.user.click(screen.getByRole('button', { name: 'Switch' }));
    await screen.findByRole('heading', { name: 'Reviews' });
    expect(doesApply('mf-reviews')).toBe(true);
    await shop.go('/cart');
    await waitFor(() => expect(doesApply('mf-reviews')).toBe(false));
  });

  it('are those of the version that shows', async () => {
    const broken = createRemote('mf-catalog', '/', {
      load: async () => {
        throw new Error('wrong hash');
      },
      loadPrevious: async () => ({ Screen: () => <h1>Before</h1> }),
    });
    const shop = await renderShop({ at: '/login', remotes: [broken] });
    addSheet('mf-catalog');
    addSheet('mf-catalog', '0.9.0');
    await shop.go('/');
    await screen.findByRole('heading', { name: 'Before' });
    expect([doesApply('mf-catalog'), doesApply('mf-catalog', '0.9.0')]).toEqual([false, true]);
  });
});
