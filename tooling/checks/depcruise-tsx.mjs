/**
 * Preloaded before dependency-cruiser: its swc parser does not know that .tsx files hold JSX, and its other parser wants
 * the JavaScript API that TypeScript 7 no longer has. Goes away when dependency-cruiser parses .tsx by itself.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
