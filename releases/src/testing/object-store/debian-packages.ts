import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Whether programs are on this machine, after trying to install Debian's packages when they are not.
 *
 * @param files The programs, by their full paths.
 */
export function ensurePrograms(files: readonly string[], packages: readonly string[]): boolean {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const there = files.map((file) => `test -e ${file}`).join(' && ');
    const install = `apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`;
    // One installer at a time on this machine, whoever runs it. Looked at behind the lock only: while another process
    // installs, programs are there before the libraries they need.
    const script = `{ ${there}; } || ${install} || { apt-get update -qq && ${install}; }`;
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('flock', ['/tmp/storefront-apt.lock', 'sh', '-c', script], { env, timeout: 600_000 });
  }
  return files.every((file) => existsSync(file));
}
