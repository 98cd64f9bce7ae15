import { join } from 'node:path';
import { SettingsError } from '@shop/server-settings/read-settings';
import { packageRoot } from './package-root';
import { readStoreApiSettings } from './settings';

describe('readStoreApiSettings', () => {
  it('has a default for each setting', () => {
    expect(readStoreApiSettings({})).toMatchObject({
      port: 8044,
      dataDir: join(packageRoot, '../.data'),
      databaseUrl: undefined,
      shopUrl: 'http://localhost:3000',
      sandbox: true,
      upiPayee: 'tamrateak@examplebank',
      trustedProxies: [],
      mail: { kind: 'file', folder: join(packageRoot, '../.data/mail') },
    });
  });

  it('reads lists and URLs', () => {
    const settings = readStoreApiSettings({
      STORE_API_ALLOWED_ORIGINS: ' https://shop.example/ , https://b.example:8443',
      SHOP_URL: 'https://shop.example/',
      TRUSTED_PROXIES: '10.0.0.1, 172.30.0.0/24',
      DATABASE_URL: ' ',
    });
    expect(settings.allowedOrigins).toEqual(['https://shop.example', 'https://b.example:8443']);
    expect(settings.shopUrl).toBe('https://shop.example');
    expect(settings.trustedProxies).toEqual(['10.0.0.1', '172.30.0.0/24']);
    expect(settings.databaseUrl).toBeUndefined();
  });

  it('disables the sandbox in production unless SANDBOX is on', () => {
    expect(readStoreApiSettings({ NODE_ENV: 'production' }).sandbox).toBe(false);
    expect(readStoreApiSettings({ NODE_ENV: 'production', SANDBOX: 'on' }).sandbox).toBe(true);
    expect(readStoreApiSettings({ SANDBOX: 'off' }).sandbox).toBe(false);
  });

  it('has no payee without the sandbox unless UPI_PAYEE names one', () => {
    expect(readStoreApiSettings({ SANDBOX: 'off' }).upiPayee).toBeUndefined();
    expect(readStoreApiSettings({ SANDBOX: 'off', UPI_PAYEE: 'shop@bank' }).upiPayee).toBe('shop@bank');
    const both = { SANDBOX: 'on', UPI_PAYEE: 'shop@bank' };
    expect(() => readStoreApiSettings(both)).toThrow('UPI_PAYEE takes real money');
    expect(() => readStoreApiSettings({ UPI_PAYEE: 'shop' })).toThrow('UPI_PAYEE is "shop": give a UPI address');
  });

  it.each([
    ['STORE_API_PORT', 'eighty'],
    ['SANDBOX', 'maybe'],
    ['SHOP_URL', 'javascript:alert(1)'],
    ['STORE_API_ALLOWED_ORIGINS', 'shop.example'],
    ['DATABASE_URL', 'mysql://root:secret@db'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['MAIL_TRANSPORT', 'sendmail'],
    ['MAIL_TRANSPORT', 'smtp://'],
    ['MAIL_TRANSPORT', 'smtp://mail.example?from=care@shop.example,other@shop.example'],
    ['TRUSTED_PROXIES', 'nginx'],
  ])('rejects %s=%s with a message that names the variable', (name, value) => {
    const read = () => readStoreApiSettings({ [name]: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(new RegExp(`^${name} is "[^"]*": give [^\n]*\\.$`));
  });

  it('hides the password of DATABASE_URL in the message', () => {
    expect(() => readStoreApiSettings({ DATABASE_URL: 'mysql://root:secret@db' })).toThrow(
      'DATABASE_URL is "mysql://***@db": give a URL that starts with postgres:// or postgresql://.',
    );
  });

  it.each([
    ['off', { kind: 'off' }],
    ['file:/srv/mail', { kind: 'file', folder: '/srv/mail' }],
    ['smtp://user:secret@mail.example:587', { kind: 'smtp', url: 'smtp://user:secret@mail.example:587' }],
  ])('reads the mail transport %s', (text, mail) => {
    expect(readStoreApiSettings({ MAIL_TRANSPORT: text }).mail).toEqual(mail);
  });

  it('takes the sender of e-mails from the address of the SMTP server', () => {
    const { mailFrom } = readStoreApiSettings({ MAIL_TRANSPORT: 'smtp://mail.example:587?from=care@shop.example' });
    expect(mailFrom.address).toBe('care@shop.example');
  });

  it('multiplies every limit by one factor, and keeps the window', () => {
    const [usual, wide] = [readStoreApiSettings({}), readStoreApiSettings({ RATE_LIMIT_FACTOR: '10' })];
    expect(usual.limits).toMatchObject({ windowSeconds: 900, ordersPerAccount: 60, unpaidOrdersPerAccount: 100 });
    expect(wide.limits).toMatchObject({ windowSeconds: 900, ordersPerAccount: 600, unpaidOrdersPerAccount: 1000 });
    expect(wide.maxSessionsPerAccount).toBe(500);
  });

  it('finds its own address in that of the API as browsers reach it', () => {
    expect(readStoreApiSettings({ PUBLIC_API_URL: 'https://api.example/v/api/v1/' }).publicUrl).toBe(
      'https://api.example/v',
    );
  });
});
