/** Capitalises the first letter only: `men` becomes `Men`. */
export function capitalizeFirst(name: string): string {
  return name.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

/** Capitalises the first letter of every word: `kitchen tools` becomes `Kitchen Tools`. Interpretation 37. */
export function capitalizeWords(name: string): string {
  return name.replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}
