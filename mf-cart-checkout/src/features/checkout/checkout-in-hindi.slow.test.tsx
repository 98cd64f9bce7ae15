import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, within } from '@testing-library/react';
import ownTexts from '../../texts/hi.json';
import {
  dabba,
  findSubmitButton,
  getNotifications,
  openCheckout,
  saucepan,
  typedAddress,
} from './testing/open-checkout';

fakeStoreApi();

const fieldLabels = {
  'Full Name': 'पूरा नाम',
  Address: 'पता',
  City: 'शहर',
  State: 'राज्य',
  'Postal Code': 'पिन कोड',
  Phone: 'फ़ोन',
};

/** The build adds the texts of `@shop/cart` and `@shop/forms`. */
const catalog = { ...ownTexts, ...fieldLabels, 'Size {size}': 'साइज़ {size}', 'Colour {colour}': 'रंग {colour}' };

const openInHindi = () => openCheckout([saucepan, dabba], { language: { code: 'hi', catalog } });

test('a Hindi checkout shows its texts in Hindi, and marks the names of products as English', async () => {
  openInHindi();
  const summary = within(await screen.findByRole('region', { name: 'ऑर्डर का सारांश' }));
  expect(summary.getByRole('button', { name: '3 आइटम' })).toBeInTheDocument();
  expect(summary.getByText('Hammered Copper Saucepan')).toHaveAttribute('lang', 'en');
  expect(summary.getByText('साइज़ 2 litre')).toBeInTheDocument();
  expect(summary.getByText('मात्रा 2')).toBeInTheDocument();
});

test('a Hindi checkout reports missing fields and asks about a doubtful address in Hindi', async () => {
  const { user } = openInHindi();
  await user.click(await findSubmitButton('ऑर्डर करें'));
  expect(getNotifications()).toHaveTextContent('कृपया सभी जानकारी भरें / शिपिंग की सारी जानकारी ज़रूरी है।');
  const texts: Record<string, string> = { ...typedAddress, 'Postal Code': '560001', Phone: '12345' };
  for (const [name, label] of Object.entries(fieldLabels)) {
    await user.click(screen.getByRole('textbox', { name: label }));
    await user.paste(texts[name] ?? '');
  }
  await user.click(screen.getByRole('button', { name: 'ऑर्डर करें' }));
  const question = within(await screen.findByRole('region', { name: 'कृपया अपना पता जाँचें' }));
  expect(question.getByText('क्या यह पिन कोड सही है? 560001 Karnataka में है, Maharashtra में नहीं।')).toBeInTheDocument();
  expect(question.getByText('क्या यह मोबाइल नंबर सही है? 12345 दस अंकों का भारतीय मोबाइल नंबर नहीं है।')).toBeInTheDocument();
});
