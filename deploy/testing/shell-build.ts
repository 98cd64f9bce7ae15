/** A Node build of a shell, small and whole: its document says which composition it is of. */
export const shellBuild = (name: string) => `
exports.provided = {};
exports.renderDocument = ({ composition, pathname }) => ({
  status: 200,
  html: '<!doctype html><title>${name}</title><p data-seq="' + composition.seq + '">' + pathname + '</p>' + ' '.repeat(20000) + '<!-- whole -->',
  inlineScripts: [],
  apiOrigin: 'http://localhost:8044',
});`;
