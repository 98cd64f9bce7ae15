/**
 * Preloaded before dependency-cruiser. Its swc parser does not parse JSX in .tsx files, and its other parser needs the
 * JavaScript API that TypeScript 7 no longer has. Remove this file when dependency-cruiser parses .tsx files.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
