import { request } from 'node:http';

export interface RawResponse {
  status: number;
  /** Every value of each header, by its lower-case name. */
  headers: Map<string, string[]>;
  body: Buffer;
}

/** Sends a request unchanged and returns the response unchanged: no decompression, redirects, normalisation or joined headers. */
export function rawRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(origin, { path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const found = new Map<string, string[]>();
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2);
          found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), value]);
        }
        resolve({ status: response.statusCode ?? 0, headers: found, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
