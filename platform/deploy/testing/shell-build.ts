import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';

/** Creates a shell's Node bundle. Its document names the composition and one file of the release, and ends with a marker. */
export const createShellBundle = (name: string) =>
  createFakeShellBundle({
    data: name,
    html: ({ base, composition, pathname }, title) =>
      `<!doctype html><title>${title}</title><script src="${base}main.js"></script>` +
      `<p data-seq="${composition.seq}">${pathname}</p>${' '.repeat(20_000)}<!-- complete -->`,
  });

/** The parts of a document that the tests compare. */
export interface DocumentParts {
  /** The `seq` of the document's composition. */
  seq: number;
  /** URL of the document's script. */
  script: string;
}

/** Reads a document of that bundle. Returns null when the document is truncated. */
export function readDocument(html: string): DocumentParts | null {
  const [, script = '', seq = ''] = html.match(/<script src="([^"]+)">.*data-seq="(\d+)".*<!-- complete -->$/s) ?? [];
  return script ? { seq: Number(seq), script } : null;
}
