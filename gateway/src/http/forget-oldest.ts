/** Keeps a memory small: what was put into it first goes first. */
export function forgetOldest(memory: Map<string, unknown>, most: number): void {
  for (const oldest of memory.keys()) {
    if (memory.size <= most) return;
    memory.delete(oldest);
  }
}
