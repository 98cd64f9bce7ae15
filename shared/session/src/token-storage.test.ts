import { createTokenStorage, tokenKey } from './token-storage';

const { localStorage } = window;

/** A storage area whose given methods throw, as in a browser with blocked cookies. */
function createRefusingStorage(...methods: (keyof Storage)[]): Storage {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  return new Proxy(localStorage, {
    get: (area, key) => {
      if (methods.includes(key as keyof Storage)) return refuse;
      const value: unknown = Reflect.get(area, key, area);
      return typeof value === 'function' ? value.bind(area) : value;
    },
  });
}

it('stores the token under auth_token and removes it [3.storage-01 9.constants-07]', () => {
  const tokens = createTokenStorage(localStorage);
  tokens.write('abc');
  expect(localStorage.getItem('auth_token')).toBe('abc');
  expect(tokens.read()).toBe('abc');
  tokens.clear();
  expect(localStorage).toHaveLength(0);
  expect(tokens.read()).toBeNull();
});

it('keeps the token in memory when the browser refuses storage', () => {
  const tokens = createTokenStorage(createRefusingStorage('getItem', 'setItem', 'removeItem'));
  expect(tokens.read()).toBeNull();
  tokens.write('abc');
  expect(tokens.read()).toBe('abc');
  tokens.clear();
  expect(tokens.read()).toBeNull();
});

it('throws when the browser refuses to remove the token', () => {
  localStorage.setItem(tokenKey, 'abc');
  expect(() => createTokenStorage(createRefusingStorage('removeItem')).clear()).toThrow('refused to remove');
});
