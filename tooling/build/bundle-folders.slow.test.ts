import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** Copies one file of the repository into a folder, and links everything next to it and above it. */
function copyProgram(program: string, target: string): string {
  const parts = program.split('/');
  parts.forEach((part, depth) => {
    const folder = path.join(...parts.slice(0, depth));
    mkdirSync(path.join(target, folder), { recursive: true });
    for (const name of readdirSync(path.join(root, folder))) {
      if (name !== part) symlinkSync(path.join(root, folder, name), path.join(target, folder, name));
    }
  });
  copyFileSync(path.join(root, program), path.join(target, program));
  return path.join(target, program);
}

test.each(['store-api/bundle.mjs', 'platform/deploy/bundle-gateway.mjs'])(
  '%s bundles in a folder whose name has a space and a letter beyond ASCII',
  (program) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bundle shop ü '));
    const output = path.join(folder, 'output');
    const file = copyProgram(program, path.join(folder, 'clone'));
    const { status, stderr } = spawnSync(process.execPath, [file, output], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(path.join(output, 'server.mjs'))).toBe(true);
  },
);
