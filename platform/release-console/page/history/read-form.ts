/** Reads the texts of a form by the names of its fields, without spaces around them. */
export function readForm(form: HTMLFormElement): Record<string, string> {
  const values = [...new FormData(form)].map(([name, value]) => {
    return [name, typeof value === 'string' ? value.trim() : ''] as const;
  });
  return Object.fromEntries(values);
}
