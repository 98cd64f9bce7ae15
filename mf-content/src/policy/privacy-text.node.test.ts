import privacy from './texts/en/privacy.html';

const section = (id: string) => privacy.split('<h2 ').find((part) => part.startsWith(`id="${id}"`)) ?? '';

it.each([
  ['delete-account', 'You can delete your account from your profile settings.'],
  ['delete-account', 'The settings do not have a button for this yet.'],
  ['delete-account', 'write to us from the e-mail address of your account'],
  ['cookies', 'visitor'],
  ['cookies', 'show a new version of the shop to some visitors first'],
  ['cookies', 'a random identifier'],
  ['cookies', 'expires after one year'],
  ...[
    'cart',
    'auth_token',
    'recently-viewed',
    'recent-searches',
    'theme',
    'language',
    'until-sign-out:checkout_address',
    'scroll-positions',
    'checkout_draft',
    'checkout_submission',
    'contact_draft',
    'checkout_placed',
  ].map((key) => ['in-your-browser', `<li>${key}: `]),
  ['in-your-browser', 'The offline cache holds copies of pages that you opened'],
  ['reports', 'loading and response times'],
  ['reports', 'the number of errors'],
  ['reports', 'how often a checkout was opened'],
  ['reports', 'IP address'],
  ['what-we-collect', 'pass through our server for that one payment'],
  ['what-we-collect', 'the newsletter form do not send what you enter'],
])('discloses in the section %s: %s', (id = '', words = '') => {
  expect(section(id)).toContain(words);
});

it.each(['not to us', 'send our newsletter'])('does not claim %p, which the shop does not do', (words) => {
  expect(privacy).not.toContain(words);
});
