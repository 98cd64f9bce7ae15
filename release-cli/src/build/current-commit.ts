import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './workspace';

/** Commit of the checkout; empty where there is none. */
export async function currentCommit(): Promise<string> {
  try {
    return (await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root })).stdout.trim();
  } catch {
    return '';
  }
}
