import { expect, test } from '../../fixtures/shop';

/** Ways in which a script would run text of an attacker. */
const sinks = {
  'HTML of an element': (text: string) => {
    document.createElement('div').innerHTML = text;
  },
  'HTML beside an element': (text: string) => document.body.insertAdjacentHTML('beforeend', text),
  'a document of an attacker': (text: string) => {
    document.createElement('iframe').srcdoc = text;
  },
  'the address of a script': () => {
    document.createElement('script').src = 'https://evil.example/script.js';
  },
  'the text of a script': () => {
    document.createElement('script').textContent = 'alert(1)';
  },
};

test('a page refuses every string that would become code', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/requires? .?Trusted|TrustedHTML|TrustedScript|default.* policy/);
  await page.goto('/');
  for (const [name, write] of Object.entries(sinks)) {
    const error = await page.evaluate(write, '<img src=x onerror=alert(1)>').then(
      () => 'accepted',
      (reason: Error) => reason.message,
    );
    expect(error, name).toMatch(/TypeError/);
  }
});
