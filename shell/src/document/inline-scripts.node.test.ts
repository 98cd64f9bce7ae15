import vm from 'node:vm';
import { deviceScript, trustedTypesScript } from './inline-scripts';

type Rules = Record<'createScriptURL' | 'createHTML' | 'createScript', (text: string) => string | null>;

/** Runs the script as a page of the shop does. @returns The rules of the default policy. */
function createRules(): Rules {
  const policies: Record<string, Rules> = {};
  const trustedTypes = {
    createPolicy: (name: string, rules: Rules) => {
      policies[name] = rules;
    },
  };
  const location = { origin: 'https://shop.example', href: 'https://shop.example/products?page=2' };
  vm.runInNewContext(trustedTypesScript, { window: { trustedTypes }, trustedTypes, location, URL, JSON });
  const { default: rules } = policies;
  if (!rules) throw new Error('the script creates no default policy');
  return rules;
}

test.each([
  ['https://shop.example/r/mf-catalog/1.0.0-0123456789ab/home.js', true],
  ['/r/mf-catalog/1.0.0-0123456789ab/home.js', true],
  ['/service-worker.js', true],
  ['https://evil.example/r/mf-catalog/home.js', false],
  ['//evil.example/r/home.js', false],
  ['/uploads/home.js', false],
  ['/r/../uploads/home.js', false],
  ['data:text/javascript,alert(1)', false],
  ['javascript:alert(1)', false],
])('the address %s of a script is permitted: %p', (address, isPermitted) => {
  expect(createRules().createScriptURL(address)).toBe(isPermitted ? address : null);
});

test.each([
  ['<script></script>', true],
  ['<script>alert(1)</script>', false],
  ['<img src=x onerror=alert(1)>', false],
  ['', false],
])('the HTML %p is permitted: %p', (html, isPermitted) => {
  expect(createRules().createHTML(html)).toBe(isPermitted ? html : null);
});

test.each([
  ['{"@type":"Product","name":"Kadai"}', true],
  ['alert(1)', false],
  ['{"a":1};alert(1)', false],
])('the text %p of a script element is permitted: %p', (text, isPermitted) => {
  expect(createRules().createScript(text)).toBe(isPermitted ? text : null);
});

test('a browser without Trusted Types ignores the script', () => {
  expect(() => vm.runInNewContext(trustedTypesScript, { window: {} })).not.toThrow();
});

/** Runs the script with what storage holds, or with a storage that throws. @returns The attributes of the document. */
function readDevice(stored: Record<string, string> | null): Record<string, string> {
  const attributes: Record<string, string> = {};
  const documentElement = {
    setAttribute: (name: string, value: string) => {
      attributes[name] = value;
    },
    toggleAttribute: (name: string, isSet: boolean) => {
      if (isSet) attributes[name] = '';
    },
  };
  const getItem = (key: string) => {
    if (!stored) throw new Error('refused');
    return stored[key] ?? null;
  };
  vm.runInNewContext(deviceScript, {
    document: { documentElement },
    localStorage: { getItem },
    matchMedia: () => ({ matches: true }),
  });
  return attributes;
}

test.each([
  ['a session and a theme', { auth_token: 'tok', theme: 'light' }, { 'data-signed-in': '', 'data-theme': 'light' }],
  ['no session and another theme', { auth_token: '', theme: 'blue' }, { 'data-theme': 'dark' }],
  ['nothing that the page may read', null, { 'data-theme': 'dark' }],
])('a device with %s sets the attributes of the first paint', (_case, stored, attributes) => {
  expect(readDevice(stored)).toEqual(attributes);
});

test('the script does not end its script element', () => {
  expect(trustedTypesScript).not.toContain('</');
});
