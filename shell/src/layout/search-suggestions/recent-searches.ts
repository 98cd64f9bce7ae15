/** Key in localStorage of the words that were searched for on this device. The privacy policy names it. */
export const recentSearchesKey = 'recent-searches';

/** Maximum number of stored searches. */
const maxRecentSearches = 5;

const maxLength = 100;

/** Returns the submitted searches of this device, the latest first. Empty when storage is blocked or its text is not a list. */
export function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(recentSearchesKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    const words = stored.filter((item) => typeof item === 'string' && item.trim() !== '' && item.length <= maxLength);
    return [...new Set<string>(words)].slice(0, maxRecentSearches);
  } catch {
    return [];
  }
}

/** Stores a submitted search as the latest one. Blank words are not a search. */
export function addRecentSearch(text: string): void {
  const words = text.trim();
  if (!words) return;
  const others = readRecentSearches().filter((item) => item.toLowerCase() !== words.toLowerCase());
  try {
    window.localStorage.setItem(recentSearchesKey, JSON.stringify([words, ...others].slice(0, maxRecentSearches)));
  } catch {
    // Storage is blocked or full. The search works without the list.
  }
}

/** Removes all stored searches. */
export function clearRecentSearches(): void {
  try {
    window.localStorage.removeItem(recentSearchesKey);
  } catch {
    // Storage is blocked. It holds no list then.
  }
}
