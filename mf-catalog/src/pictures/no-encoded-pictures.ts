/** Stands for `#encoded-pictures` in tests. The map is empty, so every picture is the fallback drawing. */
export const encodedPictures: ReadonlyMap<string, string> = new Map();
