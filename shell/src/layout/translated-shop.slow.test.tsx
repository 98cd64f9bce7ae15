import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { fillIn } from '@shop/testing/fill-in';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { catalog as remote } from '../testing/open-shop';
import { renderShop } from '../testing/render-shop';

fakeStoreApi();

/** Reads the Hindi texts of the shell and of the shared packages. */
function readHindi(): Record<string, string> {
  const root = path.join(__dirname, '../../..');
  const folders = ['shell', ...readdirSync(path.join(root, 'shared')).map((name) => `shared/${name}`)];
  const catalogs = folders.flatMap((folder) => {
    try {
      return [JSON.parse(readFileSync(path.join(root, folder, 'src/texts/hi.json'), 'utf8'))];
    } catch {
      return [];
    }
  });
  return Object.assign({}, ...catalogs);
}

const language = { code: 'hi', catalog: readHindi(), languages: ['hi'] };

async function open(at: string, info = aStoreInfo()) {
  answer('GET', '/storeInfo', { body: info });
  return renderShop({ at, remotes: [remote], language });
}

/** Lists the texts and accessible names of the page in Latin letters, without data of the store API and links in English. */
function listEnglish(): string[] {
  const elements = [...document.body.querySelectorAll('*')].filter((element) => !element.closest('[lang=en], style'));
  const texts = elements.flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
    ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
  ]);
  return [...new Set(texts.filter((text) => /[a-z]{2}/i.test(text)))];
}

/** Names of companies and networks stay. */
const names = [expect.stringMatching(/^© \d{4} Tamra Home Private Limited\. सर्वाधिकार सुरक्षित।$/), 'Instagram'];

test('toast and form say that a message of the server is in English', async () => {
  answer('POST', '/users/authorize', { status: 401, body: { error: 'Wrong e-mail or password' } });
  const { user } = await open('/login');
  await user.type(await screen.findByLabelText('ईमेल'), 'asha@example.com');
  await user.type(screen.getByLabelText('पासवर्ड'), 'secret{Enter}');
  await waitFor(() => expect(screen.getAllByText('Wrong e-mail or password')).toHaveLength(2));
  for (const message of screen.getAllByText('Wrong e-mail or password')) expect(message).toHaveAttribute('lang', 'en');
  expectLog('Sign-in failed');
});

test('header and menu name the language of a category without a translation', async () => {
  const { user } = await open('/nowhere', aStoreInfo({ categories: ['Cookware', 'Brass & Copper'] }));
  await user.click(screen.getByRole('button', { name: 'मेन्यू' }));
  const links = await screen.findAllByRole('link', { name: 'Brass & Copper' });
  for (const link of links) expect(link).toHaveAttribute('lang', 'en');
  for (const link of screen.getAllByRole('link', { name: 'कुकवेयर' })) expect(link).not.toHaveAttribute('lang');
});

test('header, menu, footer and the page for an unknown address are in Hindi', async () => {
  localStorage.setItem('cart', JSON.stringify([{ id: 'a', name: 'a', image: '', price: 1, quantity: 2 }]));
  const { user } = await open('/nowhere');
  expect(await screen.findByRole('heading', { level: 1, name: 'ओह! पेज नहीं मिला' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'मेन्यू' }));
  await screen.findByRole('dialog', { name: 'मेन्यू' });
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'कार्ट, 2 आइटम' })).toHaveAttribute(
    'href',
    '/hi/cart',
  );
  expect(document.querySelector('form[role=search]')).toHaveAttribute('action', '/hi/search');
  expect(listEnglish()).toEqual(names);
});

test.each(['/login', '/register'])('the form of %s, its errors and its toasts are in Hindi', async (at) => {
  const { user } = await open(at);
  const submit = await screen.findByRole('button', { name: at === '/login' ? 'लॉगिन करें' : 'अकाउंट बनाएँ' });
  await user.click(submit);
  expect(await screen.findByText('यह ईमेल पता सही नहीं है')).toBeInTheDocument();
  expect(listEnglish().filter((text) => !/gmail\.com/.test(text))).toEqual([]);
});

test('a failed sign-in is reported in Hindi', async () => {
  expectLog('Sign-in failed');
  answer('POST', '/users/authorize', { body: {} });
  const { user } = await open('/login');
  await screen.findByRole('button', { name: 'लॉगिन करें' });
  await fillIn(user, { ईमेल: 'asha@example.com', पासवर्ड: 'secret' });
  await user.click(screen.getByRole('button', { name: 'लॉगिन करें' }));
  // In the toast and in the form.
  expect(await screen.findAllByText('लॉगिन नहीं हो सका: सर्वर के जवाब में टोकन नहीं है')).toHaveLength(2);
  expect(listEnglish()).toEqual([]);
});
