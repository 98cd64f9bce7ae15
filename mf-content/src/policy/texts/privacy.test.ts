import { privacy } from './privacy';

const text = JSON.stringify(privacy);
const section = (id: string) => JSON.stringify(privacy.find((candidate) => candidate.id === id) ?? '');

it('says that the profile settings have no button for account deletion, and names the way that works', () => {
  expect(section('delete-account')).toContain('You can delete your account from your profile settings.');
  expect(section('delete-account')).toContain('The settings do not have a button for this yet.');
  expect(section('delete-account')).toContain('write to us from the e-mail address of your account');
});

it.each([
  ['its name', 'visitor'],
  ['its purpose', 'show a new version of the shop to some visitors first'],
  ['its content', 'a random identifier'],
  ['its lifetime', 'expires after one year'],
])('discloses the visitor cookie with %s', (_case, words) => {
  expect(section('cookies')).toContain(words);
});

it.each(['cart', 'auth_token', 'recently-viewed', 'theme', 'scroll-positions', 'checkout_draft'])(
  'discloses the storage key %s',
  (key) => {
    expect(section('in-your-browser')).toContain(`"${key}: `);
  },
);

it('discloses the offline cache', () => {
  expect(section('in-your-browser')).toContain('The offline cache holds copies of pages that you opened');
});

it.each(['loading and response times', 'the number of errors', 'how often a checkout was opened', 'IP address'])(
  'discloses that telemetry reports contain or come with: %s',
  (words) => {
    expect(section('reports')).toContain(words);
  },
);

it('does not claim that payment details bypass the server of the shop', () => {
  expect(section('what-we-collect')).toContain('pass through our server for that one payment');
  expect(text).not.toContain('not to us');
});

it('does not claim a newsletter, because the form sends nothing', () => {
  expect(text).not.toContain('send our newsletter');
  expect(section('what-we-collect')).toContain('the newsletter form do not send or store what you enter');
});
