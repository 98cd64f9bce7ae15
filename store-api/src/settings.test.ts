import { join } from 'node:path';
import { packageRoot } from './package-root';
import { readSettings, SettingsError } from './settings';

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toMatchObject({
      port: 8044,
      dataDir: join(packageRoot, '../.data'),
      databaseUrl: undefined,
      storefrontUrl: 'http://localhost:3000',
      sandbox: true,
      trustProxy: false,
    });
  });

  it('reads lists, switches and addresses', () => {
    const settings = readSettings({
      STORE_API_ALLOWED_ORIGINS: ' https://shop.example/ , https://b.example:8443',
      STOREFRONT_URL: 'https://shop.example/',
      TRUST_PROXY: 'on',
      DATABASE_URL: ' ',
    });
    expect(settings.allowedOrigins).toEqual(['https://shop.example', 'https://b.example:8443']);
    expect(settings.storefrontUrl).toBe('https://shop.example');
    expect(settings.trustProxy).toBe(true);
    expect(settings.databaseUrl).toBeUndefined();
  });

  it('switches the sandbox off in production, unless it is asked for', () => {
    expect(readSettings({ NODE_ENV: 'production' }).sandbox).toBe(false);
    expect(readSettings({ NODE_ENV: 'production', SANDBOX: 'on' }).sandbox).toBe(true);
    expect(readSettings({ SANDBOX: 'off' }).sandbox).toBe(false);
  });

  it.each([
    ['STORE_API_PORT', 'eighty'],
    ['STORE_API_PORT', '70000'],
    ['STORE_API_PORT', '-1'],
    ['SANDBOX', 'maybe'],
    ['STOREFRONT_URL', 'javascript:alert(1)'],
    ['STORE_API_ALLOWED_ORIGINS', 'shop.example'],
    ['DATABASE_URL', 'mysql://root:secret@db'],
    ['LOG_LEVEL', 'loud'],
    ['LIMIT_SIGN_IN_FAILURES', '0'],
  ])('refuses %s=%s in one message that names the variable', (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(new RegExp(`^${name} must .*\\.$`));
    if (name.endsWith('URL')) expect(read).not.toThrow(value);
  });
});
