/**
 * Loader for the icons of lucide. Each shape has a random React key, and random characters are what compression cannot make smaller.
 * `runtime/create-icon` passes the shapes as arguments, which need no keys, and reads nothing else of an icon.
 *
 * @param {string} source
 */
module.exports = (source) =>
  source
    .replace(/,\s*key: "\w+"/g, '')
    .replace(/\bname: "[\w-]+",\s*size: 24,\s*/, '')
    .replace(/,\s*aliases: \[[^\]]*\]/, '')
    .replace(/^__iconData\.node;$/m, '');
