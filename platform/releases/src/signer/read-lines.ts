import type { Socket } from 'node:net';

/** Bytes of one message. A change with four canaries has about a hundred kilobytes. */
const maxBytes = 8 * 1024 * 1024;

/** Calls a function with each line of a stream. Ends a stream with a longer line than 8 MB. */
export function readLines(stream: Socket, onLine: (line: string) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let index = rest.indexOf(10); index >= 0; index = rest.indexOf(10)) {
      const line = Buffer.concat([...parts, rest.subarray(0, index)]).toString();
      parts = [];
      size = 0;
      rest = rest.subarray(index + 1);
      onLine(line);
    }
    parts.push(rest);
    size += rest.length;
    if (size > maxBytes) stream.destroy(new Error('it sent a line of more than 8 MB'));
  });
}
