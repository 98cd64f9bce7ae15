/** Gives tests an imported `.html` file as a string, as the builds do. */
module.exports = { process: (text) => ({ code: `module.exports = ${JSON.stringify(text)};` }) };
