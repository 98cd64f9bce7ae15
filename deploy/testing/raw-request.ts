import { request } from 'node:http';

export interface RawAnswer {
  status: number;
  /** Every value of each header, by its name in small letters. */
  headers: Map<string, string[]>;
  body: Buffer;
}

/** Asks as it is written: nothing is decompressed, followed, normalised or joined. */
export function rawRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(origin, { path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const found = new Map<string, string[]>();
        for (let at = 0; at < response.rawHeaders.length; at += 2) {
          const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2);
          found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), value]);
        }
        resolve({ status: response.statusCode ?? 0, headers: found, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
