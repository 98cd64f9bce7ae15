/** What tests have for `#encoded-pictures`: none, so that every picture is its drawing. */
export const encodedPictures: ReadonlyMap<string, string> = new Map();
