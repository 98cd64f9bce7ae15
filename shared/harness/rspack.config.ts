import { definePage } from '@shop/federation/define-page';

/** The component gallery, `npm run components`. */
export default [
  definePage({
    root: import.meta.dirname,
    name: 'components',
    title: 'Components',
    entry: './src/components/main.tsx',
    port: Number(process.env.DEV_PORT),
  }),
];
