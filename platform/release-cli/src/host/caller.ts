import { root } from '../build/workspace';

/* The command line reads this before a command is loaded, so this file imports no package. */

/** Absolute folder in which the person typed the command, against which paths on the command line are resolved. npm names it. */
export const findCallerDir = ({ INIT_CWD }: NodeJS.ProcessEnv = process.env): string => INIT_CWD?.trim() || root;
