import { readPackageSettings } from './package-settings';

const args = ['--registry', 'https://packages.example', '--repository', 'https://git.example/shop/storefront'];

test('reads the settings from the command line, and else from the process variables', () => {
  const settings = {
    scope: '@shop',
    registry: 'https://packages.example/',
    repository: 'https://git.example/shop/storefront',
  };
  expect(readPackageSettings(args, {})).toEqual(settings);
  const variables = { PACKAGES_REGISTRY: settings.registry, PACKAGES_REPOSITORY: settings.repository };
  expect(readPackageSettings([], { ...variables, PACKAGES_SCOPE: '@acme' })).toEqual({ ...settings, scope: '@acme' });
});

test.each([
  [[], '"" is not an address: give --registry or PACKAGES_REGISTRY an http or https address.'],
  [args.slice(0, 2), '"" is not an address: give --repository or PACKAGES_REPOSITORY'],
  [['--registry', 'file:///tmp'], '"file:///tmp" is not an address'],
  [[...args, '--scope', 'shop'], 'The scope "shop" is not a scope of npm'],
  [['--speed', '3'], "Unknown option '--speed'"],
])('refuses %j and says what to set', (given, message) => {
  expect(() => readPackageSettings(given, {})).toThrow(message);
});
