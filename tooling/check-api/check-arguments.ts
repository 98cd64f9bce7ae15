import type { CheckOptions } from '@shop/e2e/conformance/run-checks';
import { parseOptions } from '../read-arguments';

/** Seconds that one call may take. */
const defaultTimeout = 10;
const maxTimeout = 60;

const example = 'npm run check:api -- http://localhost:8044/api/v1 --email you@example.com --password …';

/** The origin of the shop whose API this is: `https://api.shop.example` belongs to `https://shop.example`. Interpretation 14. */
function getShopOrigin({ protocol, hostname, origin }: URL): string {
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return 'http://localhost:3000';
  return hostname.startsWith('api.') ? `${protocol}//${hostname.slice('api.'.length)}` : origin;
}

/** @throws When a text is not the address of a store API. Its path ends with /api/v1 (Specification 7, "Base"). */
function readApiUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  const isPlain = url && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (isHttp && isPlain && /\/api\/v1\/?$/.test(url.pathname)) return url;
  throw new Error(`"${text}" is not the address of a store API, which ends with /api/v1, such as http://host/api/v1.`);
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Error(`--origin is the origin of the shop, such as https://shop.example, and not "${text}".`);
}

function readTimeout(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= maxTimeout) return seconds * 1000;
  throw new Error(`--timeout is a number of seconds up to ${maxTimeout}, and not "${text}".`);
}

/**
 * Reads the arguments of `npm run check:api`: the address of the API, then options.
 *
 * @throws The message has one line: what is wrong, and what to write.
 */
export function readCheckArguments(args: readonly string[]): CheckOptions {
  const [address = '', ...rest] = args;
  if (address === '' || address.startsWith('-')) throw new Error(`The address of the API comes first: ${example}.`);
  const { email, password, origin, timeout, register, pay } = parseOptions(rest, {
    email: { type: 'string' },
    password: { type: 'string' },
    origin: { type: 'string' },
    timeout: { type: 'string', default: String(defaultTimeout) },
    register: { type: 'boolean', default: false },
    pay: { type: 'boolean', default: false },
  });
  const url = readApiUrl(address);
  if (!email || !password) throw new Error(`--email and --password name an account of the server: ${example}.`);
  return {
    apiBase: url.href.replace(/\/$/, ''),
    account: { email, password },
    origin: origin === undefined ? getShopOrigin(url) : readOrigin(origin),
    timeoutMs: readTimeout(timeout),
    mayRegister: register,
    mayPay: pay,
  };
}
