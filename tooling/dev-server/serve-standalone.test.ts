import { formatInstructions } from './serve-standalone';

test('says where the remote runs, and how to sign in with the demo account', () => {
  const text = formatInstructions({
    remote: 'mf-payment',
    pageUrl: 'http://localhost:3000',
    apiUrl: 'http://localhost:8044/api/v1',
  });
  expect(text).toContain('mf-payment runs without the shell at http://localhost:3000.');
  expect(text).toContain(
    `curl -s http://localhost:8044/api/v1/users/authorize -H 'content-type: application/json' -d '{"email":"demo@example.com","password":"demo-kitchen"}'`,
  );
  expect(text).toContain('demo@example.com, password demo-kitchen');
});
