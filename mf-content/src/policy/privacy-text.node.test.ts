import privacy from './texts/en/privacy.html';
import hindiPrivacy from './texts/hi/privacy.html';

const findSection = (text: string, id: string) =>
  text.split('<h2 ').find((part) => part.startsWith(`id="${id}"`)) ?? '';

it.each([
  ['delete-account', 'You can delete your account from your profile settings.'],
  ['delete-account', 'The settings do not have a button for this yet.'],
  ['delete-account', 'write to us from the e-mail address of your account'],
  ['cookies', 'visitor'],
  ['cookies', 'show a new version of the shop to some visitors first'],
  ['cookies', 'a random identifier'],
  ['cookies', 'expires after one year'],
  ['in-your-browser', 'The offline cache holds copies of pages that you opened'],
  ['reports', 'loading and response times'],
  ['reports', 'the number of errors'],
  ['reports', 'how often a checkout was opened'],
  ['reports', 'IP address'],
  ['reports', 'the message of the error and the places in our programs'],
  ['reports', 'We store these for 30 days'],
  ['what-we-collect', 'pass through our server for that one payment'],
  ['how-long', 'What we store with a payment stays with its order: nothing deletes it automatically.'],
  ['what-we-collect', 'the newsletter form do not send what you enter'],
])('discloses in the section %s: %s', (id = '', words = '') => {
  expect(findSection(privacy, id)).toContain(words);
});

describe.each([
  ['English', privacy],
  ['Hindi', hindiPrivacy],
])('in %s', (_language, text) => {
  it.each([
    'cart',
    'auth_token',
    'signed-out',
    'recently-viewed',
    'recent-searches',
    'theme',
    'language',
    'until-sign-out:checkout_address',
    'until-sign-out:checkout_sent',
    'until-sign-out:owner',
    'scroll-positions',
    'checkout_draft',
    'checkout_replaced',
    'checkout_submission',
    'contact_draft',
    'register_draft',
    'track_order_draft',
    'account_address_draft',
    'checkout_placed',
    'payment_choices',
  ])('discloses the stored value %s', (key) => {
    expect(findSection(text, 'in-your-browser')).toContain(`<li>${key}: `);
  });

  it.each([
    ['the phone number', /for the payment: your phone number|डालते हैं: आपका फ़ोन नंबर/],
    ['the address of the receipt', /e-mail address for the receipt|रसीद का ईमेल पता/],
    ['the note on the receipt', /the note on the receipt|रसीद पर आपका नोट/],
    ['the bank note', /the bank note|रुपये का नोट/],
  ])('discloses that %s is stored with a payment', (_what, words) => {
    expect(findSection(text, 'what-we-collect')).toMatch(words);
  });

  it.each(['visitor', 'host-redirect', 'preview', 'staff', '__Host-preview', '__Host-staff'])(
    'discloses the cookie %s',
    (name) => {
      expect(findSection(text, 'cookies')).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
    },
  );
});

it.each(['not to us', 'send our newsletter'])('does not claim %p, which the shop does not do', (words) => {
  expect(privacy).not.toContain(words);
});
