import { createTokenStorage, tokenKey } from './token-storage';

const { localStorage } = window;

/** A storage area whose methods refuse, as browsers with blocked cookies do. */
function refusing(...methods: (keyof Storage)[]): Storage {
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

it('keeps the token under auth_token and forgets it [3.storage-01 9.constants-07]', () => {
  const tokens = createTokenStorage(localStorage);
  tokens.write('abc');
  expect(localStorage.getItem('auth_token')).toBe('abc');
  expect(tokens.read()).toBe('abc');
  tokens.clear();
  expect(localStorage).toHaveLength(0);
  expect(tokens.read()).toBeNull();
});

it('lives in memory where the browser refuses storage', () => {
  const tokens = createTokenStorage(refusing('getItem', 'setItem', 'removeItem'));
  expect(tokens.read()).toBeNull();
  tokens.write('abc');
  expect(tokens.read()).toBe('abc');
  tokens.clear();
  expect(tokens.read()).toBeNull();
});

it('says so when the token cannot be removed', () => {
  localStorage.setItem(tokenKey, 'abc');
  expect(() => createTokenStorage(refusing('removeItem')).clear()).toThrow('refused to remove');
});
