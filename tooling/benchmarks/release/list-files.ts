/**
 * Lists the scripts and style sheets that a browser requests for a document, each once, by their paths. A document without
 * content names its scripts in the head. A rendered one names them in the JSON that its page loader reads, and contains its
 * style sheets.
 */
export const listFiles = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/(?:(?<![-\w])(?:src|href)=|"url":)"(\/r\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file),
  ),
];
