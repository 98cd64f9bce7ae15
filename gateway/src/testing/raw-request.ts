import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  /** By their names in small letters. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Asks a server on this machine as it is written: nothing on the way mends or refuses the address, the method or a header.
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
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
  });
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}
