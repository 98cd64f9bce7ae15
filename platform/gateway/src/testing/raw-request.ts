import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  /** Values by lower-case header name. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends a request to a server on this machine byte by byte, so that no client normalizes or rejects its target, method or
 * headers.
 *
 * @param requestLine Method and target, such as `GET //x`.
 */
export function sendRawRequest(
  port: number,
  requestLine: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawResponse> {
  const sent = Object.entries({ host: 'localhost', ...headers, connection: 'close' });
  const lines = [`${requestLine} HTTP/1.1`, ...sent.map(([name, value]) => `${name}: ${value}`), '', ''];
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n'), 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parseRawResponse(text)));
  });
}

function parseRawResponse(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}
