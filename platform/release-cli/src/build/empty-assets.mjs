/**
 * Loads every style sheet, picture and font as a module with an empty text. Node cannot load them, and the names that an app
 * registers need neither classes nor addresses.
 */
export async function load(url, context, nextLoad) {
  if (!/\.(css|svg|png|jpe?g|avif|webp|woff2)$/.test(new URL(url).pathname)) return nextLoad(url, context);
  return { format: 'module', source: "export default ''", shortCircuit: true };
}
