import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auditActions } from '@shop/releases/history/audit-log';
import { createLiveShop } from '../../testing/terminal';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

test('a command delivers its change after its output, and webhooks shows a failed delivery', async () => {
  const { run, runOk, host } = await createLiveShop();
  expect(await runOk('webhooks')).toBe('production has no webhooks: name a file with them in RELEASE_WEBHOOKS.');
  const events: string[] = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      events.push(JSON.parse(body).event);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  host.webhooks = [
    { name: 'chat', url: `http://127.0.0.1:${port}/`, secret: 'x'.repeat(32), events: auditActions },
    { name: 'down', url: 'http://127.0.0.1:1/', secret: 'x'.repeat(32), events: auditActions },
  ];
  const locked = await run('lock mf-a --reason sale');
  expect([locked.exitCode, events]).toEqual([0, []]);
  await locked.deliver?.();
  expect(events).toEqual(['lock']);
  expect((await run('status')).deliver).toBeUndefined();
  const shown = await run('webhooks');
  expect(shown.exitCode).toBe(1);
  expect(shown.output).toMatch(
    /^chat: delivered up to change 2, 0 pending\ndown: .* 1 pending, 1 failed attempt, next attempt at /,
  );
  await (await run('unlock mf-a --reason over')).deliver?.();
  expect(events).toEqual(['lock', 'unlock']);
});
