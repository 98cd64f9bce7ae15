import { connect, type Socket } from 'node:net';

/** A response that {@link RawConnection} has read. */
export interface RawResponse {
  status: number;
  /** Values by lower-case name. The last of several equal names counts. */
  headers: Record<string, string>;
  /** The body as Latin-1 text, so that each character is one byte. */
  body: string;
  /** Whether the server has announced or done the end of the connection. */
  isLast: boolean;
}

/** One HTTP/1.1 connection that sends bytes as they are. No client normalises or rejects them. */
export interface RawConnection {
  /**
   * Sends a request and waits for its complete response.
   *
   * @param isHead Whether the response has no body, as the response to HEAD.
   * @throws When no complete response arrives in `timeoutMs`.
   */
  send: (bytes: Buffer, isHead?: boolean) => Promise<RawResponse>;
  close: () => void;
}

/** Opens a connection to a server on this machine. It closes when the server closes it. */
export function openRawConnection(port: number, timeoutMs = 5000): RawConnection {
  let received = '';
  let isEnded = false;
  let check = () => {};
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    check();
  });
  const end = () => {
    isEnded = true;
    check();
  };
  // A server may close the connection while the rest of a rejected request is still being sent.
  socket.on('error', end).on('close', end).on('end', end);

  return {
    send: (bytes, isHead = false) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`No response in ${timeoutMs} ms. Received: ${JSON.stringify(received.slice(0, 200))}`));
        }, timeoutMs);
        check = () => {
          const found = parseResponse(received, isHead, isEnded);
          if (!found && !isEnded) return;
          clearTimeout(timer);
          check = () => {};
          if (!found) return reject(new Error('The server closed the connection without a response.'));
          received = received.slice(found.length);
          resolve({ ...found.response, isLast: isEnded || found.response.headers.connection === 'close' });
        };
        if (isEnded) return check();
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

type Parsed = { response: Omit<RawResponse, 'isLast'>; length: number } | undefined;

/** Parses the first response of a text. Undefined while it is incomplete. */
function parseResponse(text: string, isHead: boolean, isEnded: boolean): Parsed {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const bodyStart = headEnd + 4;
  const complete = (body: string, length: number): Parsed => ({ response: { status, headers, body }, length });
  if (isHead || status === 204 || status === 304) return complete('', bodyStart);
  if (headers['transfer-encoding'] === 'chunked') return parseChunks(text, bodyStart, complete);
  const length = headers['content-length'];
  if (length === undefined) return isEnded ? complete(text.slice(bodyStart), text.length) : undefined;
  const end = bodyStart + Number(length);
  return text.length < end ? undefined : complete(text.slice(bodyStart, end), end);
}

function parseChunks(text: string, start: number, complete: (body: string, length: number) => Parsed): Parsed {
  let body = '';
  for (let position = start; ; ) {
    const lineEnd = text.indexOf('\r\n', position);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(text.slice(position, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (text.length < next) return undefined;
    if (size === 0) return complete(body, next);
    body += text.slice(lineEnd + 2, next - 2);
    position = next;
  }
}

export interface RawRequest {
  method: string;
  /** Request target as it is sent. */
  target: string;
  /** Header lines in order. Names may repeat. Characters are sent as Latin-1. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: Buffer;
  /** Value of Content-Length. Default: the length of the body. Null sends none. */
  contentLength?: number | null;
}

/** Formats a request as bytes. */
export function formatRequest({ method, target, headers = [], body, contentLength }: RawRequest): Buffer {
  const length = contentLength === undefined ? body?.length : contentLength;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined || length === null ? [] : [`Content-Length: ${length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

/**
 * Sends one request without a body on a connection of its own.
 *
 * @param requestLine Method and target, such as `GET //x`.
 */
export async function sendRawRequest(
  port: number,
  requestLine: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawResponse> {
  const sent = Object.entries({ host: 'localhost', ...headers, connection: 'close' });
  const lines = [`${requestLine} HTTP/1.1`, ...sent.map(([name, value]) => `${name}: ${value}`), '', ''];
  const connection = openRawConnection(port);
  try {
    return await connection.send(Buffer.from(lines.join('\r\n'), 'latin1'));
  } finally {
    connection.close();
  }
}
