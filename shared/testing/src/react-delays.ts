/**
 * Loads React DOM without its delay. React shows content 300 ms after a placeholder at the earliest, so that pages do not
 * flicker, and nearly every test would wait for that. React DOM reads `setTimeout` once, when it loads, and uses it for this
 * delay only. The Jest set-up imports this module first.
 */
const { setTimeout } = globalThis;
globalThis.setTimeout = ((work: () => void) => setTimeout(work)) as typeof globalThis.setTimeout;
jest.requireActual('@testing-library/react');
globalThis.setTimeout = setTimeout;

export {};
