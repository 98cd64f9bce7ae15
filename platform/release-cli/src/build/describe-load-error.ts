import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** Names that exist in a browser, and not while the server loads a module. */
const browserNames =
  /^(window|document|location|navigator|history|screen|(local|session)Storage|matchMedia|requestAnimationFrame|[A-Z]\w*(Element|Observer)) is not defined$/;

/**
 * Removes the names of browsers that newer versions of Node have and renderers have not, so that a module which reads one does not load.
 *
 * @param globals The global object.
 */
export function removeBrowserNames(globals: object): void {
  for (const name of ['navigator', 'localStorage', 'sessionStorage']) Reflect.deleteProperty(globals, name);
}

/** Finds the source of the innermost position of a stack that is in the Node build. Null without one, or without its source map. */
function findSource(stack: string, serverFile: string): string | null {
  const start = stack.indexOf(`${serverFile}:`);
  if (start < 0) return null;
  const [line = 0, column = 0] = stack
    .slice(start + serverFile.length + 1)
    .split(/[:)\s]/)
    .map(Number);
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${serverFile}.map`, 'utf8')));
    const found = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in found)) return null;
    return `${found.originalSource.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, '')}:${found.originalLine + 1}`;
  } catch {
    return null;
  }
}

/**
 * Describes why the Node build of an app does not load: the place in the sources and the remedy in place of a stack.
 *
 * @param serverFile Absolute path of the Node build. Its source map is `<serverFile>.map`.
 * @example describeLoadError(error, serverFile)
 * // 'src/features/home/home.screen.tsx:7 reads window when it is loaded; read it in an effect or an event handler.'
 */
export function describeLoadError(thrown: unknown, serverFile: string): string {
  const { message = String(thrown), stack = '' } = (thrown ?? {}) as Partial<Error>;
  const source = findSource(stack, serverFile);
  const [, name] = message.match(browserNames) ?? [];
  if (name) {
    return `${source ?? 'A module'} reads ${name} when it is loaded; read it in an effect or an event handler.`;
  }
  return source ? `${source}: ${message}` : stack || message;
}
