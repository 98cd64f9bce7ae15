import { createServer } from 'node:net';
import { assertFree, describePortError } from './port';

const closeFunctions: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closeFunctions.splice(0)) await close();
});

/** Listens on a port that the system chooses, until the test has ended. */
async function occupyPort(host: string): Promise<number> {
  const server = createServer();
  closeFunctions.push(() => new Promise((resolve) => server.close(resolve)));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

test.each([
  ['EACCES', 'Port 80 is not permitted for this user: set PORT to a port above 1023.'],
  ['EADDRINUSE', 'Port 80 is in use by another program: stop the program, or set PORT to a free port.'],
  ['EADDRNOTAVAIL', 'This machine does not have the address 10.9.9.9: set HOST to an address of this machine.'],
  ['ENOTFOUND', 'This machine does not have the address 10.9.9.9: set HOST to an address of this machine.'],
  ['ERR_SOCKET_BAD_PORT', 'Port 80 is above 65535: set PORT to a lower port.'],
  ['EMFILE', undefined],
])('the error %s says: %s', (code, message) => {
  const error = Object.assign(new Error('listen'), { code });
  expect(describePortError(error, { variable: 'PORT', port: 80, host: '10.9.9.9' })).toBe(message);
});

test.each([
  ['127.0.0.1', undefined],
  ['127.0.0.2', '127.0.0.2'],
  ['127.0.0.2', '0.0.0.0'],
])('a port that another program has on %s is in use for the host %s', async (taken, host) => {
  const port = await occupyPort(taken);
  await expect(assertFree({ variable: 'CONSOLE_PORT', port, host })).rejects.toThrow(
    `Port ${port} is in use by another program: stop the program, or set CONSOLE_PORT to a free port.`,
  );
});

test('a port that another program has on a different address is free', async () => {
  const port = await occupyPort('127.0.0.1');
  await expect(assertFree({ variable: 'CONSOLE_PORT', port, host: '127.0.0.2' })).resolves.toBeUndefined();
});

test('a server cannot have an address of another machine, or a port above the highest one', async () => {
  await expect(assertFree({ variable: 'CONSOLE_PORT', port: 3300, host: '203.0.113.1' })).rejects.toThrow(
    'This machine does not have the address 203.0.113.1: set HOST to an address of this machine.',
  );
  await expect(assertFree({ variable: 'DEV_PORT', port: 65_536 })).rejects.toThrow(
    'Port 65536 is above 65535: set DEV_PORT to a lower port.',
  );
});

test('two servers cannot have one port', async () => {
  const port = await occupyPort('127.0.0.2');
  await expect(assertFree({ variable: 'PORT', port }, { variable: 'STORE_API_PORT', port })).rejects.toThrow(
    `PORT and STORE_API_PORT both need port ${port}: set one to another port.`,
  );
});
