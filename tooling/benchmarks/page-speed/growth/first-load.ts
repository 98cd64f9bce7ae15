import { get } from 'node:http';
import { listFiles } from '../../release/list-files';
import { waitUntilRendered } from '../shops/wait-until-rendered';

/** Bytes that a browser transfers for the first view of a page. */
export interface FirstLoad {
  documentBytes: number;
  /** Scripts and style sheets besides the document, in brotli. */
  fileBytes: number;
  files: number;
}

/** Requests a URL as a browser does. @returns Transferred bytes of the body, still compressed. */
function requestBytes(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}

/** Measures the first load of a page that the server renders. */
export async function measureFirstLoad(url: string): Promise<FirstLoad> {
  await waitUntilRendered(url);
  const html = await (await fetch(url)).text();
  const files = listFiles(html);
  const [document, ...bodies] = await Promise.all(
    [url, ...files.map((file) => new URL(file, url).href)].map(requestBytes),
  );
  return {
    documentBytes: document?.length ?? 0,
    fileBytes: bodies.reduce((sum, body) => sum + body.length, 0),
    files: files.length,
  };
}
