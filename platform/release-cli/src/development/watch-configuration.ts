import { watchFile } from 'node:fs';
import path from 'node:path';

/** The configuration of an app and what it imports. `src/slots.ts` may be missing. */
const files = ['rspack.config.ts', 'src/paths.ts', 'src/slots.ts'];

/**
 * Prints a line when the configuration of an app has changed: a development server loads it once. The watch does not keep the process
 * running.
 *
 * @param folder Absolute folder of the app.
 */
export function watchConfiguration(folder: string, { intervalMs = 1000 }: { intervalMs?: number } = {}): void {
  for (const file of files.map((name) => path.join(folder, name))) {
    watchFile(file, { persistent: false, interval: intervalMs }, (current, previous) => {
      // The first check of a missing file and a read of a file are calls, too.
      if (current.mtimeMs === previous.mtimeMs) return;
      const name = path.relative(process.cwd(), file);
      console.error(`${name} has changed: stop the development server, and start it again.`);
    });
  }
}
