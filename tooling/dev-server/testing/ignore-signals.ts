/** A server that becomes ready, and does not end on SIGTERM. */
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit());
process.send?.({ note: 'starting' });
process.send?.({ ready: true, address: 'http://localhost:1' });
setInterval(() => undefined, 1000);
