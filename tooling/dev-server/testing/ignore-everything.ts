/** A server that never becomes ready. */
process.on('disconnect', () => process.exit());
setInterval(() => undefined, 1000);
