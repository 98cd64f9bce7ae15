import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Absolute path of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

const ignoredFolders = new Set(['node_modules', 'dist']);
const isIgnored = (name: string) => name.startsWith('.') || ignoredFolders.has(name);

function listFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !isIgnored(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? listFiles(file) : [file];
    });
}

/** The repository's hand-written TypeScript and JavaScript files. Paths start at the root and have forward slashes. */
export const listSourceFiles = (): string[] => listFiles('').filter((file) => /\.([mc]?js|tsx?)$/.test(file));

/**
 * The files with Jest tests and Playwright journeys.
 * The tests in this folder are left out: their sample titles contain tags that prove nothing.
 */
export const listTestFiles = (): string[] =>
  listSourceFiles().filter(
    (file) => /\.(test|spec)\.tsx?$/.test(file) && !file.startsWith(path.posix.join('tooling', 'requirements', '/')),
  );

/** @param file Path from the root. */
export const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');
