import { mkdirSync, mkdtempSync, unwatchFile, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntil } from '@shop/testing/wait-until';
import { watchConfiguration } from './watch-configuration';

const folder = mkdtempSync(path.join(tmpdir(), 'watch-configuration-'));
const files = ['rspack.config.ts', 'src/paths.ts', 'src/slots.ts'].map((name) => path.join(folder, name));
afterAll(() => {
  for (const file of files) unwatchFile(file);
});

test('prints a line when the configuration, the paths or the slots change, and when a missing file appears', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  mkdirSync(path.join(folder, 'src'));
  for (const file of files.slice(0, 2)) writeFileSync(file, '');
  watchConfiguration(folder, { intervalMs: 20 });
  for (const file of files) {
    const name = path.relative(process.cwd(), file);
    const message = `${name} has changed: stop the development server, and start it again.`;
    expect(logged).not.toHaveBeenCalledWith(message);
    const isReported = () => {
      // Repeated, because a change before the first check is not seen.
      writeFileSync(file, String(performance.now()));
      return logged.mock.calls.some(([text]) => text === message);
    };
    await waitUntil(isReported, { message: `a change of ${file} is reported` });
  }
  logged.mockRestore();
});
