import { Typography } from '@shop/ui/core';
import { CodeText } from '../code-text';
import type { StorySection } from '../story';

const byTheShell = (
  <Typography sx={{ color: 'text.secondary' }}>
    Nothing to see. The shell, the test kit and this page have it.
  </Typography>
);

export const documents: StorySection = {
  id: 'documents',
  title: 'Around a screen',
  about: 'Nothing to look at: what search engines, shared links and the theme live on.',
  stories: [
    {
      name: 'DocumentHead',
      from: '@shop/ui/document-head',
      about: 'Title, description, canonical link and Open Graph of a screen; they come and go with it.',
      states: [
        {
          label: 'What it writes into the head',
          show: (
            <CodeText>
              {[
                '<title>Copper Saucepan – Tamra & Teak</title>',
                '<meta name="description" content="Hand-hammered …">',
                '<link rel="canonical" href="https://…/product/p1">',
                '<meta property="og:title" content="Copper Saucepan – …">',
              ].join('\n')}
            </CodeText>
          ),
          isWide: true,
        },
      ],
    },
    {
      name: 'StructuredData',
      from: '@shop/ui/structured-data',
      about: 'Describes a page as JSON-LD. Nothing in a text of the server can close the element.',
      states: [
        {
          label: 'What it writes',
          show: (
            <CodeText>
              {'<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product", …}</script>'}
            </CodeText>
          ),
          isWide: true,
        },
      ],
    },
    {
      name: 'ThemeProvider',
      from: '@shop/ui/core',
      about: 'Gives the theme of createShopTheme to everything below it. One to a page.',
      states: [{ label: 'Once, at the root', show: byTheShell }],
    },
    {
      name: 'CssBaseline',
      from: '@shop/ui/core',
      about: 'The ground rules of the page: focus, print, reduced motion, selection.',
      states: [{ label: 'Once, at the root', show: byTheShell }],
    },
    {
      name: 'CacheProvider',
      from: '@shop/ui/core',
      about: 'Says where styles are written to. The server gives every request its own.',
      states: [{ label: 'On the server and in tests', show: byTheShell }],
    },
  ],
};
