import { definePage } from '@shop/federation/define-page';

/** The page of components, `npm run components`. */
export default [
  definePage({
    root: import.meta.dirname,
    name: 'components',
    title: 'Components',
    entry: './src/components/main.tsx',
    port: Number(process.env.DEV_PORT),
  }),
];
