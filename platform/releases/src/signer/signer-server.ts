import type { Socket } from 'node:net';
import * as v from 'valibot';
import type { Signer } from '../state/signer';

/*
 * The protocol of the signer: one JSON object a line on a local stream. A request is `{ method, request }`, and its response
 * `{ result }` or `{ error: { name, message } }`. Responses come in the order of the requests.
 */

const Call = v.object({
  method: v.picklist(['getKeyId', 'signChange', 'signRecovery', 'signLink']),
  request: v.optional(v.unknown()),
});

/** Answers the requests of a stream. @param opening Rejects when there is no key: every request is then answered with the error. */
export function serveSigner(opening: Promise<Signer>, stream: Socket): void {
  const answer = async (line: string): Promise<unknown> => {
    try {
      const { method, request } = v.parse(Call, JSON.parse(line));
      // The signer checks each request against its schema.
      const call: (request: never) => Promise<unknown> = (await opening)[method];
      return { result: await call(request as never) };
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
      return { error: { name, message } };
    }
  };
  let last = Promise.resolve();
  stream.on('error', () => stream.destroy());
  readLines(stream, (line) => {
    last = last.then(async () => void stream.write(`${JSON.stringify(await answer(line))}\n`));
  });
}

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
