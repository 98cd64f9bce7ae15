import { federation } from '@module-federation/vite';
import { options } from './federation.mjs';

export default {
  base: './',
  build: { target: 'es2022', sourcemap: 'hidden' },
  plugins: [federation(options)],
};
