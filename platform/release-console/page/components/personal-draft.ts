import { useEffect, useState } from 'react';
import * as v from 'valibot';

const getPrefix = (person: string) => `release-console draft of ${person}: `;

/** Reads a draft. @returns Null for one that is missing, or that another version of the page wrote. */
function read<Value>(key: string, schema: v.GenericSchema<unknown, Value>): Value | null {
  try {
    return v.parse(schema, JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return null;
  }
}

/**
 * Keeps what a person typed in this browser, so that it survives a reload and the end of a session. All tabs share it. Signing out
 * removes it.
 *
 * @param name  Names the draft among those of the person.
 * @returns The draft, null without one, and a function that replaces or removes it.
 */
export function usePersonalDraft<Value>(
  person: string,
  name: string,
  schema: v.GenericSchema<unknown, Value>,
): [draft: Value | null, change: (next: Value | null) => void] {
  const key = getPrefix(person) + name;
  const [draft, setDraft] = useState(() => read(key, schema));
  // Another tab has typed: this one goes on from there.
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key) setDraft(read(key, schema));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [key, schema]);
  const change = (next: Value | null) => {
    setDraft(next);
    try {
      if (next === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The browser stores nothing: the draft lasts as long as the view.
    }
  };
  return [draft, change];
}

/** Removes the drafts of a person who signs out. */
export function forgetDrafts(person: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(getPrefix(person))) localStorage.removeItem(key);
}
