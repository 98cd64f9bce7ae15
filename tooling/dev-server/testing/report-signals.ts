/** Prints the signals that it receives, and ends on the first one after 300 ms with exit code 3. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    console.log(signal);
    setTimeout(() => process.exit(3), 300);
  });
}
console.log('ready');
setInterval(() => undefined, 1000);
