import type { APIRequestContext } from '@playwright/test';
import { addresses } from '../../fixtures/addresses';
import { expect, test } from '../../fixtures/shop';

test('the HTML of a product has everything that search engines and shared links show', async ({
  request,
  storeApi,
}) => {
  const { id, title, imgUrl, regularPrice, discountedPrice } = await storeApi.simpleProduct();
  const price = (discountedPrice ?? regularPrice).toLocaleString('en-IN');
  const { status, html } = await loadRendered(request, `/product/${id}`, `₹${price}`);
  expect(status).toBe(200);
  for (const text of [`<title>${title}`, 'rel="canonical"', 'name="description"', 'twitter:card'])
    expect(html).toContain(text);
  expect(html).toContain(`property="og:url" content="${addresses.shop}/product/${id}"`);
  expect(html).toMatch(/property="og:image" content="http[^"]+"/);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'Product',
    name: title,
    offers: { price: discountedPrice ?? regularPrice, priceCurrency: 'INR' },
  });
  expect(json).toContain(imgUrl.split('/').at(-1));
});

/** Pages whose content the server renders: address, status, and a text of the content. */
const pages: readonly [address: string, status: number, text: string][] = [
  ['/', 200, 'Premium Kitchen Essentials'],
  ['/products', 200, 'Explore Categories'],
  ['/products?featured=true', 200, 'Explore Categories'],
  ['/products?category=women', 200, 'Showing 1 to 12 of'],
  ['/products?category=women&page=2', 200, 'Showing 13 to'],
  ['/products?category=women&size=M&size=L', 200, 'Clear all'],
  ['/products?category=nothing', 404, 'No products found with the selected filters.'],
  ['/search', 200, 'Popular products'],
  ['/search?q=xylophone', 200, 'Popular products'],
  ['/search?q=saucepan', 200, 'Saucepan'],
  ['/product/no-such-product', 404, 'Product Not Found'],
  ['/contact', 200, 'Monday to Saturday, 10AM - 6PM'],
  ['/terms', 200, 'Information Technology Act'],
  ['/about', 200, 'How we choose'],
  ['/404', 404, 'Oops! Page not found'],
  ['/nonsense', 404, 'Oops! Page not found'],
  ['/a/b', 404, 'Popular products'],
];

/** Addresses of which the server renders a placeholder, and texts of it. `/payment` and `/api-test` have none of their own. */
const placeholders: readonly [address: string, first: string, ...others: string[]][] = [
  ['/cart', 'Your cart', 'Loading your cart', 'Summary', 'Free'],
  ['/checkout', 'Checkout', 'Loading checkout', 'Order summary', 'Shipping information'],
  ['/account', 'My Account', 'Loading your account', 'Sign Out'],
  ['/orders', 'My Orders', 'Loading your orders'],
  ['/orders/TT-1', 'Order ', 'Loading your order'],
  ['/track-order', 'Track your order', 'Loading the form'],
  ['/order-success', 'Thank You for Your Order!'],
  ['/payment', 'Loading'],
  ['/api-test', 'Loading'],
];

/** Reads the text of a document, without that of its scripts and of its notice for browsers without scripts. */
const readText = (html: string) => html.replace(/<(script|style|noscript)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '');

/** Milliseconds since the page was rendered. A browser requests the data of a page of more than a minute again. */
function getAge(html: string): number {
  const [, renderedAt = Date.now()] = /"renderedAt":(\d+)/.exec(html) ?? [];
  return Date.now() - Number(renderedAt);
}

/**
 * Loads a document that has its content and is not old. A gateway that starts or is busy sends some documents without content, or
 * from its cache.
 */
async function loadRendered(request: APIRequestContext, address: string, text: string) {
  let [status, html] = [0, ''];
  const read = async () => {
    const response = await request.get(address);
    [status, html] = [response.status(), await response.text()];
    return getAge(html) < 30_000 ? readText(html) : '';
  };
  await expect.poll(read, { message: address }).toContain(text);
  return { status, html };
}

test('the document of each public page has its status and its content', async ({ request }) => {
  for (const [address, expected, text] of pages) {
    const { status, html } = await loadRendered(request, address, text);
    expect([address, status]).toEqual([address, expected]);
    expect(html, address).not.toContain('needs JavaScript</h1>');
  }
});

test('the document of a page of one shopper has the texts of every visitor, and nothing that needs scripts', async ({
  request,
}) => {
  for (const [address, first, ...others] of placeholders) {
    const { html } = await loadRendered(request, address, first);
    for (const text of others) expect(readText(html), address).toContain(text);
    expect(readText(html), address).not.toMatch(/is empty|No Orders Found|Invalid|Place Order/);
    const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(html) ?? [];
    expect(main, address).not.toMatch(/<(form|input|textarea|select)\b|<button(?![^>]* disabled)/);
    expect(html, address).toMatch(/<noscript>.*This page needs JavaScript<\/h1>.*<\/noscript>/);
  }
});

test('the document of another spelling of an address redirects to the page', async ({ request, storeApi }) => {
  const { count } = await storeApi.products({ category: 'women', gender: 'Women', limit: 1 });
  const lastPage = Math.ceil(count / 12);
  for (const [address, location] of [
    ['/products/?category=cookware', '/products?category=cookware'],
    [`/products?category=women&page=${lastPage + 1}`, `/products?category=women&page=${lastPage}`],
    ['/Product/p-1', '/product/p-1'],
  ] as const) {
    const read = async () => {
      const redirect = await request.get(address, { maxRedirects: 0 });
      return [redirect.status(), redirect.headers().location];
    };
    // A gateway that starts or is busy sends some documents without content, which do not redirect.
    await expect.poll(read, { message: address }).toEqual([301, location]);
  }
});

test('the text of a store is the same in the document and after a navigation in the page', async ({ page }) => {
  const article = page.getByRole('main').getByRole('article');
  await page.goto('/about');
  const rendered = await article.innerHTML();
  expect(rendered).toContain('user-content-');
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  // Until the screen has loaded, the products of the home page are there.
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  await expect(article).toContainText('How we choose');
  expect(await article.innerHTML()).toBe(rendered);
});

test('a browser sanitises the text of a store', async ({ page, consoleErrors }) => {
  // The browser reports the handlers while it parses the text. The document in which it parses runs no script.
  consoleErrors.expect(/Executing inline event handler violates/);
  const unsafe = [
    '<p>Own text</p><script>hacked = 1</script><img src="data:x" onerror="hacked = 1"><a href="java&#9;script:hacked = 1">a</a>',
    '<svg><style><img src="data:x" onerror="hacked = 1"></style></svg><p onclick="hacked = 1" id="b">b</p>',
  ];
  await page.route('**/storeInfo', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), policies: { terms: unsafe.join('') } } });
  });
  // Its document hands over no texts of policies.
  await page.goto('/cart');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  const article = page.getByRole('main').getByRole('article');
  // Until the screen has loaded, the products below the cart are there.
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await expect(article).toContainText('Own text');
  expect(await article.innerHTML()).toBe('<div><p>Own text</p><a>a</a><p id="user-content-b">b</p></div>');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('a page keeps the HTML of the server when its scripts run, and makes no call for it', async ({
  page,
  request,
  storeApi,
}) => {
  const { id, title } = await storeApi.simpleProduct();
  const calls: string[] = [];
  page.on('request', (request) => request.url().startsWith(addresses.api) && calls.push(request.url()));
  for (const [path, status, text] of [...pages, [`/product/${id}`, 200, title] as const]) {
    if (status !== 200) continue;
    await loadRendered(request, path, text);
    // A heading that React replaces loses the mark. The fixture of the console fails on a difference that React reports.
    await page.goto(path, { waitUntil: 'commit' });
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await heading.evaluate((element) => element.setAttribute('data-mark', 'server'));
    await expect
      .poll(() => heading.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))))
      .toBe(true);
    await expect(heading).toHaveAttribute('data-mark', 'server');
    expect([path, ...calls]).toEqual([path]);
  }
});

/** What a counting page adds to its window. Redux passes each store to the function when it creates one. */
interface CountingWindow {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: () => (...enhancers: Enhancer[]) => Enhancer;
  actions: string[];
  actionsUntilReady: string[];
}
type Store = { dispatch: (action: { type: string }) => unknown };
type Enhancer = (create: (...args: unknown[]) => Store) => (...args: unknown[]) => Store;

/**
 * Largest number of Redux actions until a page reacts to input. Each takes a slow phone some milliseconds.
 * RTK Query also dispatches its subscriptions on a timer of 500 ms, which a slow machine reaches. They do not count.
 */
const actionBudgets = { '/': 6, '/products?category=cookware': 7, '/product/': 5, '/cart': 4, '/checkout': 4 };

for (const [address, budget] of Object.entries(actionBudgets)) {
  test(`${address} reacts to input after at most ${budget} actions of the Redux store`, async ({
    page,
    request,
    storeApi,
  }) => {
    const path = address === '/product/' ? address + (await storeApi.simpleProduct()).id : address;
    // The first page of a renderer may be late, and come without content.
    await expect.poll(async () => (await request.get(path)).text()).toContain('id="handed-over"');
    await page.addInitScript(() => {
      const counting = window as unknown as CountingWindow;
      counting.actions = [];
      const count: Enhancer =
        (create) =>
        (...args) => {
          const store = create(...args);
          const { dispatch } = store;
          return {
            ...store,
            dispatch: (action) => {
              if (!action.type.startsWith('api/internalSubscriptions/')) counting.actions.push(action.type);
              return dispatch(action);
            },
          };
        };
      counting.__REDUX_DEVTOOLS_EXTENSION_COMPOSE__ =
        () =>
        (...enhancers) =>
        (create) =>
          [...enhancers, count].reduceRight((inner, enhance) => enhance(inner), create);
      window.addEventListener('shop:ready', () => (counting.actionsUntilReady = [...counting.actions]));
    });
    const read = () => page.evaluate(() => (window as unknown as CountingWindow).actionsUntilReady);
    // The server of a busy machine leaves out data of a page that arrive too late, and the page requests it.
    await expect(async () => {
      await page.goto(path);
      await expect.poll(read).toContain('api/responsesTransferred');
      expect((await read()).length, (await read()).join('\n')).toBeLessThanOrEqual(budget);
    }).toPass({ timeout: 60_000 });
  });
}

/** What a page calls of the rules of a language. Each loads data of ICU, which blocks a slow phone for 5 to 60 ms. */
interface WatchingWindow {
  languageRules: string[];
  languageRulesUntilReady: string[] | undefined;
}

test('an English page with a cart loads no rules of a language before it reacts to input', async ({
  page,
  storeApi,
}) => {
  const { id, title, imgUrl, regularPrice, discountedPrice } = await storeApi.simpleProduct();
  const cart = [{ id, name: title, image: imgUrl, price: discountedPrice ?? regularPrice, quantity: 2 }];
  await page.addInitScript((lines) => {
    localStorage.setItem('cart', JSON.stringify(lines));
    const watching = window as unknown as WatchingWindow;
    watching.languageRules = [];
    const watch = <Target extends object>(target: Target, name: keyof Target) => {
      const original = target[name] as (...args: unknown[]) => unknown;
      const called = () => watching.languageRules.push(`${String(name)} ${new Error('called').stack}`);
      target[name] = new Proxy(original, {
        apply(...call) {
          called();
          return Reflect.apply(...call);
        },
        construct(...call) {
          called();
          return Reflect.construct(...call) as object;
        },
      }) as Target[keyof Target];
    };
    watch(Intl, 'Collator');
    watch(Intl, 'DateTimeFormat');
    watch(Intl, 'DisplayNames');
    watch(Intl, 'ListFormat');
    watch(Intl, 'NumberFormat');
    watch(Intl, 'PluralRules');
    watch(String.prototype, 'localeCompare');
    watch(Number.prototype, 'toLocaleString');
    watch(Date.prototype, 'toLocaleDateString');
    window.addEventListener('shop:ready', () => (watching.languageRulesUntilReady = [...watching.languageRules]));
  }, cart);
  const read = () => page.evaluate(() => (window as unknown as WatchingWindow).languageRulesUntilReady);
  for (const path of ['/', '/products', '/products?category=women', `/product/${id}`, '/cart', '/terms']) {
    await page.goto(path);
    await expect.poll(read, { message: path }).toEqual([]);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  }
});
