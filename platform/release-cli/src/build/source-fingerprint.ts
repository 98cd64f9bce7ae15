import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './workspace';

const ignored = /(^|\/)(node_modules|dist|\.cache)(\/|$)|\.test\.tsx?$|\.md$/;

async function listFiles(folder: string, start: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, start), { withFileTypes: true }).catch(() => null);
  if (!entries) return [start];
  const nested = entries.map((entry) => {
    const file = `${start}/${entry.name}`;
    if (ignored.test(file)) return [];
    return entry.isDirectory() ? listFiles(folder, file) : [file];
  });
  return (await Promise.all(nested)).flat().sort();
}

/** Hashes the sources of a build: names and contents of all files, without tests and documents. */
export async function hashSources(inputs: readonly string[], folder = root): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => listFiles(folder, input)))).flat();
  const contents = await Promise.all(
    files.map(async (file) => [file, await readFile(path.join(folder, file))] as const),
  );
  const hash = createHash('sha256');
  for (const [file, content] of contents) hash.update(`${file}\0`).update(content).update('\0');
  return hash.digest('hex');
}
