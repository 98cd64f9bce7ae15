/**
 * Loads every style sheet, picture and font as an empty module. Node cannot load them, and the names that an app registers need
 * neither classes nor addresses.
 */
export async function load(url, context, nextLoad) {
  if (!/\.(css|woff2|svg|avif|webp|jpg|png)$/.test(new URL(url).pathname)) return nextLoad(url, context);
  return { format: 'module', source: "export default '';", shortCircuit: true };
}
