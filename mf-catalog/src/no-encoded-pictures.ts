/** What tests have for `#encoded-pictures`: none, so that every picture is the fallback. */
export const encodedPictures: ReadonlyMap<string, string> = new Map();
