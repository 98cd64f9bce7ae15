/** The tag of a test title: `'clears the cart [2.cart-04 4.cart-07]'` carries the ids of two statements. */
const tagAtEnd = /\s*\[(?<words>[^[\]]+)\]$/;
/** Loose on purpose: a mistyped id must be reported as an unknown id instead of passing for plain text. */
const looksLikeId = /^\w\.[\w-]*[a-z-][\w-]*$/i;

/** Splits a test title. @returns The ids of its tag, in the order of the title; none when it has no tag. */
export function parseTitle(title: string): { text: string; ids: string[] } {
  const match = tagAtEnd.exec(title);
  const words = match?.groups?.words?.split(' ') ?? [];
  const isTag = words.length > 0 && words.every((word) => looksLikeId.test(word));
  return match && isTag ? { text: title.slice(0, match.index), ids: words } : { text: title, ids: [] };
}

/** Finds the ids of every tag in the source text of a test file. Tags in table rows count. */
export function findTaggedIds(source: string): Set<string> {
  const brackets = source.matchAll(/\[(?<words>[\w.-]+(?: [\w.-]+)*)\]/g);
  const tags = [...brackets].map((match) => match.groups?.words?.split(' ') ?? []);
  return new Set(tags.filter((words) => words.every((word) => looksLikeId.test(word))).flat());
}
