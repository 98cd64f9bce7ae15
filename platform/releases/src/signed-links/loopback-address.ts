/** Hosts of this machine that a content security policy can name. It cannot name `[::1]`. */
const loopbackHosts = new Set(['127.0.0.1', 'localhost']);

const example = 'such as http://127.0.0.1:3101';

/**
 * Parses the address of a development server. Browsers load its scripts into the shop, so it must be on the browser's own machine.
 *
 * @param text  Such as `http://127.0.0.1:3101`.
 * @returns The address with a slash at the end.
 * @throws When the address is not plain http on a loopback host. The message says what to give.
 */
export function parseLoopbackAddress(text: string): string {
  const refuse = (problem: string): never => {
    throw new Error(`${JSON.stringify(text)} ${problem}`);
  };
  if (!URL.canParse(text)) return refuse(`is no address: give the one of the development server, ${example}.`);
  const { protocol, hostname, username, password, pathname, search, hash, origin } = new URL(text);
  if (username || password || text.includes('@')) return refuse('contains a user name or password: leave both out.');
  if (!loopbackHosts.has(hostname)) {
    return refuse(`is not on the visitor's machine: give a server on 127.0.0.1 or localhost, ${example}.`);
  }
  if (protocol !== 'http:') return refuse(`has the scheme ${protocol}: give an http address, ${example}.`);
  if (pathname !== '/' || search || hash) return refuse(`has a path or a query: give the address alone, ${example}.`);
  return `${origin}/`;
}
