import { compose } from './compose';

const pin = (app: string) => ({ app, version: '1.0.0', digest: '0123456789ab' });

afterEach(() => jest.restoreAllMocks());

test.each([
  ['cs', ['mf-chat', 'mf-content', 'mf-d']],
  ['da', ['mf-aa', 'mf-b']],
])('the order of the remotes does not follow the language %s of the process', (language, apps) => {
  const collator = new Intl.Collator(language);
  jest.spyOn(String.prototype, 'localeCompare').mockImplementation(function (this: string, other: string) {
    return collator.compare(String(this), other);
  });
  const { remotes } = compose('production', null, [...apps, 'shell'].reverse().map(pin));
  expect(remotes.map(({ app }) => app)).toEqual(apps);
});
