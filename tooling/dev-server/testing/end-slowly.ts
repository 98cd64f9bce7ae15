/** A server that becomes ready, and needs 300 ms to end after SIGTERM. */
process.on('SIGTERM', () => {
  setTimeout(() => {
    console.log('closed');
    process.exit(0);
  }, 300);
});
process.send?.({ ready: true, address: 'http://localhost:1' });
setInterval(() => undefined, 1000);
