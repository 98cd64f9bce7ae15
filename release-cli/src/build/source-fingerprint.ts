import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './workspace';

const ignored = /(^|\/)(node_modules|dist|\.cache)(\/|$)|\.test\.tsx?$|\.md$/;

async function listFiles(start: string): Promise<string[]> {
  const entries = await readdir(path.join(root, start), { withFileTypes: true }).catch(() => null);
  if (!entries) return [start];
  const nested = entries.map((entry) => {
    const file = `${start}/${entry.name}`;
    if (ignored.test(file)) return [];
    return entry.isDirectory() ? listFiles(file) : [file];
  });
  return (await Promise.all(nested)).flat().sort();
}

/** One hash of every file that a build is made from. @param inputs Folders and files, relative to the repository. */
export async function hashInputs(inputs: string[]): Promise<string> {
  const files = (await Promise.all(inputs.map(listFiles))).flat();
  const hash = createHash('sha256');
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  for (const [at, file] of files.entries())
    hash
      .update(`${file}\0`)
      .update(contents[at] ?? '')
      .update('\0');
  return hash.digest('hex');
}
