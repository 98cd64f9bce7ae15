import path from 'node:path';
import { servableExtensions } from '@shop/releases/release/release';
import type { PlainBuild } from './read-plain-build';

/** Parts of a script that may be the name of a file. */
const nameInScript = /[^\s"'`/\\()[\]{}<>=?#,;:+]+/g;

/**
 * Says which files of a build the release leaves out, because no gateway serves their kind. Many are harmless, such as fonts for old
 * browsers. A page misses a file that a script names.
 */
export function describeUnserved({ files, unserved }: Pick<PlainBuild, 'files' | 'unserved'>): string[] {
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  const names = new Set(scripts.flatMap(([, bytes]) => bytes.toString().match(nameInScript) ?? []));
  const isNamed = (file: string) => names.has(path.posix.basename(file));
  const [missed, others] = [unserved.filter(isNamed), unserved.filter((file) => !isNamed(file))];
  return [
    ...(missed.length > 0
      ? [
          `the release leaves out ${missed.join(', ')}, which its scripts name: convert it to what the shop serves, ${servableExtensions.join(', ')}`,
        ]
      : []),
    ...(others.length > 0 ? [`the release leaves out ${others.join(', ')}, which the shop does not serve`] : []),
  ];
}
