/**
 * Loader that empties the functions of a library whose names contain `functions`, a pattern. The build then drops what only they
 * use. Fails when another number of functions matches than `count`, so that a new version of the library is read again.
 *
 * @param {string} source
 */
module.exports = function dropFunctions(source) {
  const { functions, count } = this.getOptions();
  let dropped = 0;
  const pattern = new RegExp(`^([ \\t]*)function (\\w*(?:${functions})\\w*)\\([^)]*\\) \\{\\n[^]*?^\\1\\}$`, 'gm');
  const result = source.replace(pattern, (_text, indent, name) => {
    dropped += 1;
    return `${indent}function ${name}() {}`;
  });
  if (dropped !== count)
    throw new Error(`${this.resourcePath} has ${dropped} functions ${functions}, and not ${count}.`);
  return result;
};
