/** A Node build of a shell, small and whole: its document says which composition it is of, and names one file of it. */
export const shellBuild = (name: string) => `
exports.provided = {};
exports.renderDocument = ({ composition, pathname }) => ({
  status: 200,
  html: '<!doctype html><title>${name}</title><script src="' + require('@shop/release-base') + 'main.js"></script>' +
    '<p data-seq="' + composition.seq + '">' + pathname + '</p>' + ' '.repeat(20000) + '<!-- whole -->',
  inlineScripts: [],
  apiOrigin: 'http://localhost:8044',
});`;

/** What a document of that build says. */
export interface SeenDocument {
  /** Change of the environment that brought its composition. */
  seq: number;
  /** Address of its script. */
  script: string;
}

/** @returns Nothing when the document is not whole. */
export function readDocument(html: string): SeenDocument | null {
  const [, script = '', seq = ''] = html.match(/<script src="([^"]+)">.*data-seq="(\d+)".*<!-- whole -->$/s) ?? [];
  return script ? { seq: Number(seq), script } : null;
}
