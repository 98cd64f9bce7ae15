/**
 * Loader for the icons of lucide. Each shape has a random React key, and random characters are what compression cannot make smaller.
 * `runtime/create-icon` passes the shapes as arguments, which need no keys.
 *
 * @param {string} source
 */
module.exports = (source) => source.replace(/,\s*key: "\w+"/g, '');
