import { anOrder, aPaymentField, aProduct } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { goTo } from './features/payment/outcome/browser-navigation';
import { paths } from './paths';
import { routes } from './routes';
import ownTexts from './texts/hi.json';

jest.mock('./features/payment/outcome/browser-navigation', () => ({
  ...jest.requireActual<typeof import('./features/payment/outcome/browser-navigation')>(
    './features/payment/outcome/browser-navigation',
  ),
  goTo: jest.fn(),
}));

fakeStoreApi();

/** The build adds the names of payment methods, which are texts of `@shop/store-info`. */
const catalog = { ...ownTexts, 'Cash on delivery': 'कैश ऑन डिलीवरी' };

const openInHindi = (at: string) => renderRoutes({ paths, routes, at, language: { code: 'hi', catalog } });

test('a Hindi payment page marks the texts of the server as English, and opens the Hindi page of the shop', async () => {
  const upi = aPaymentField({
    name: 'upi',
    label: 'UPI ID',
    description: 'Such as asha@bank',
    rules: { minLength: 5 },
  });
  const amount = aPaymentField({
    name: 'amount',
    label: 'Amount',
    rules: { required: true },
    rulesMessages: ['Needed'],
  });
  answer('GET', '/payments/fields', { body: [upi, amount] });
  answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M' })] });
  answer('POST', '/payments', { body: { success: true, redirectUrl: '/order-success?orderId=TT-7K2M' } });
  const { user } = openInHindi('/payment?orderId=TT-7K2M');
  await screen.findByRole('heading', { level: 1, name: 'अपना पेमेंट पूरा करें' });
  const input = await screen.findByLabelText('UPI ID');
  expect(screen.getByText('UPI ID', { selector: 'label' })).toHaveAttribute('lang', 'en');
  expect(input).toHaveAccessibleDescription('वैकल्पिक। Such as asha@bank');
  await user.type(input, 'a@b');
  await user.click(screen.getByLabelText('Amount'));
  await user.tab();
  expect(await screen.findByText('कृपया कम से कम 5 अक्षर डालें')).not.toHaveAttribute('lang');
  expect(await screen.findByText('Needed')).toHaveAttribute('lang', 'en');
  await user.type(input, 'ank');
  await user.type(screen.getByLabelText('Amount'), '5');
  await user.click(screen.getByRole('button', { name: 'अभी पेमेंट करें' }));
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/hi/order-success?orderId=TT-7K2M'));
});

test('a payment form that the server describes in Hindi is not marked as English', async () => {
  const upi = aPaymentField({ name: 'upi', label: 'UPI आईडी', description: 'जैसे asha@bank' });
  answer('GET', '/payments/fields', { body: [upi], headers: { 'content-language': 'hi' } });
  answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M' })] });
  openInHindi('/payment?orderId=TT-7K2M');
  expect(await screen.findByLabelText('UPI आईडी')).not.toHaveAttribute('lang');
  expect(document.querySelector('main [lang]:not(dt)')).toBeNull();
});

test.each([
  ['hi', 'UPI रिक्वेस्ट अस्वीकार हो गई।', null],
  ['en', 'The UPI request was declined.', 'en'],
  ['', 'The UPI request was declined.', 'en'],
])(
  'the server’s explanation with the Content-Language “%s” reads in its own language',
  async (language, error, lang) => {
    answer('GET', '/payments/fields', { body: [] });
    answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M' })] });
    const headers: Record<string, string> = language ? { 'content-language': language } : {};
    answer('POST', '/payments', { body: { success: false, error }, headers });
    const { user } = openInHindi('/payment?orderId=TT-7K2M');
    await user.click(await screen.findByRole('button', { name: 'अभी पेमेंट करें' }));
    const explanation = await screen.findByText(error);
    expect(explanation.getAttribute('lang')).toBe(lang);
  },
);

test('the Hindi receipt has the date in Hindi and names of products as English, and does not mark what the shopper typed', async () => {
  localStorage.setItem('auth_token', 'tok');
  answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M', status: 1 })] });
  answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }) });
  openInHindi('/order-success?orderId=TT-7K2M');
  await screen.findByRole('region', { name: 'ऑर्डर TT-7K2M' });
  expect(screen.getByText('5 जनवरी 2025')).toBeInTheDocument();
  expect(screen.getByText('Hammered Copper Saucepan × 2')).toHaveAttribute('lang', 'en');
  for (const typed of ['Asha Rao', '1 MG Road, Pune, Maharashtra, 411001']) {
    expect(screen.getByText(typed)).not.toHaveAttribute('lang');
  }
});

test.each([
  ['Cash on delivery', 'कैश ऑन डिलीवरी', null],
  ['Gift card', 'Gift card', 'en'],
])('the Hindi receipt names the payment method %s as %s', async (paymentMethod, name, lang) => {
  localStorage.setItem('auth_token', 'tok');
  answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M', status: 1, paymentMethod })] });
  answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }) });
  openInHindi('/order-success?orderId=TT-7K2M');
  expect((await screen.findByText(name)).getAttribute('lang')).toBe(lang);
});
