import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** Reads the example of the test kit in CONTRIBUTING.md. Its first line names the file. */
export function readTestKitExample(): string {
  const [, code] =
    /```tsx\n(\/\/ src\/contract\.test\.tsx\n.*?)```/s.exec(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')) ??
    [];
  if (!code) throw new Error('CONTRIBUTING.md has no example src/contract.test.tsx.');
  return code;
}
