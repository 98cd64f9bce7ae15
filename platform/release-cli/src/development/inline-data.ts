import type { Composition } from '@shop/remote-contract/composition';
import type { DocumentRequest } from '@shop/remote-contract/shell-build';

/** JSON that a gateway inlines in a document, by the id of its element. */
interface InlineData {
  composition: Composition;
  settings: DocumentRequest['settings'];
}

/** A text in the element cannot contain its end tag: the JSON has no `<`. */
const createPattern = (id: string) => new RegExp(`(<script\\b[^>]*\\bid="${id}"[^>]*>)([^<]*)(</script>)`);

/** Reads JSON out of a document. @returns Null when the document has no such element, or the element no JSON. */
export function readInlineData<Id extends keyof InlineData>(html: string, id: Id): InlineData[Id] | null {
  const [, , text] = createPattern(id).exec(html) ?? [];
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Replaces JSON in a document. */
export function writeInlineData<Id extends keyof InlineData>(html: string, id: Id, data: InlineData[Id]): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html.replace(createPattern(id), (_element, start: string, _before, end: string) => start + text + end);
}

/** Removes an element with JSON from a document. */
export const removeInlineData = (html: string, id: string): string => html.replace(createPattern(id), '');
