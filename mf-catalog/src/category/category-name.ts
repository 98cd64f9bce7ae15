/** Writes the first letter large and leaves the rest: `men` is shown as `Men`. */
export function capitalizeFirst(name: string): string {
  return name.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

/** Writes the first letter of every word large: `kitchen tools` is shown as `Kitchen Tools`. Interpretation 37. */
export function capitalizeWords(name: string): string {
  return name.replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}
