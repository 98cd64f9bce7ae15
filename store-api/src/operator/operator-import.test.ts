import { once } from 'node:events';
import { request } from 'node:http';
import os from 'node:os';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openTestDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

describe('POST /operator/catalog-import', () => {
  const store = useTestStore(openTestDatabase);
  let origin: string;
  beforeAll(async () => {
    origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  });

  /** Sends an export in chunks, as the command does. @returns The lines of the response. */
  async function importExport(chunks: Iterable<string>) {
    const sent = request(`${origin}/operator/catalog-import`, {
      method: 'POST',
      headers: { authorization: 'Operator a secret for tests', 'content-type': 'text/csv' },
    });
    const responded = once(sent, 'response');
    await pipeline(Readable.from(chunks), sent);
    const [response] = await responded;
    const lines = (await text(response)).trim().split('\n');
    return lines.map((line): unknown => JSON.parse(line));
  }

  it('reads a file of many chunks, reports each batch, and answers other calls meanwhile', async () => {
    const header = 'Handle,Title,Variant Price\n';
    const rows = Array.from({ length: 120 }, (_, index) => `i-${index},Item ${index} ${'x'.repeat(2000)},900\n`);
    const importing = importExport([header, ...rows]);
    const other = await fetch(`${origin}/api/v1/products?limit=1`);
    expect(other.status).toBe(200);
    expect(await importing).toEqual([
      { products: 50 },
      { products: 100 },
      { products: 120 },
      { ok: true, message: expect.stringContaining('120 new, 0 changed, 0 unchanged') },
    ]);
  });

  it('says why the server cannot store the file', async () => {
    const tmpdir = jest.spyOn(os, 'tmpdir').mockReturnValue('/dev/null');
    const error = expect.stringContaining('cannot store the export: part of its path is a file (ENOTDIR: mkdtemp');
    expect(await importExport(['Handle,Title,Variant Price\n'])).toEqual([{ error }]);
    tmpdir.mockRestore();
  });

  it('says what is wrong with another file', async () => {
    expect(await importExport(['<html>'])).toEqual([
      { ok: false, message: expect.stringContaining('The file is XML or HTML') },
    ]);
  });
});
