import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const serverFile = 'node/server.cjs';

export interface PublishOptions {
  /** Folder of the app, with `dist/browser` and `dist/node` built. */
  appRoot: string;
  /** Commit the build was made from, or empty. */
  commit: string;
  /** The app that the folder must hold; left out, whichever it does. */
  app?: string;
}

async function readTree(root: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = files
    .sort()
    .map(async (file) => [path.relative(root, file).split(path.sep).join('/'), await readFile(file)] as const);
  return new Map(await Promise.all(read));
}

/** What a build left behind, source maps aside: its manifest, and its files by name. */
export async function readBuild({ appRoot, app }: PublishOptions) {
  const browser = await readTree(path.join(appRoot, 'dist/browser')).catch(() => new Map<string, Buffer>());
  const manifest = JSON.parse(browser.get('build.json')?.toString() ?? 'null');
  if (!manifest) throw new Error(`${appRoot} has no build: run its build first`);
  if (app !== undefined && manifest.app !== app) throw new Error(`${appRoot} holds ${manifest.app}, not ${app}.`);
  if (!manifest.names) {
    throw new Error(
      `the build of ${manifest.app} does not tell which names it registers: build it with \`release publish\``,
    );
  }
  browser.delete('build.json');
  const files = new Map([...browser].filter(([name]) => !name.endsWith('.map')));
  files.set(serverFile, await readFile(path.join(appRoot, 'dist', serverFile)));
  return { manifest, files };
}
