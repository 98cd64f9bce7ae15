import { Typography } from '@shop/ui/core';
import { CodeText } from '../code-text';
import type { StorySection } from '../story';

const usedByTheShell = (
  <Typography sx={{ color: 'text.secondary' }}>Not visible. The shell, the test kit and this page use it.</Typography>
);

export const documents: StorySection = {
  id: 'documents',
  title: 'Document',
  about: 'Components without a visible part: for search engines, shared links and the theme.',
  stories: [
    {
      name: 'DocumentHead',
      from: '@shop/ui/document-head',
      about: 'Title, description, canonical link and Open Graph data of a screen. They are removed with the screen.',
      states: [
        {
          label: 'Output in the head',
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
      about: 'Describes a page as JSON-LD. No text of the server can close the element.',
      states: [
        {
          label: 'Output',
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
      about: 'Provides the theme of createShopTheme. One per page.',
      states: [{ label: 'Once, at the root', show: usedByTheShell }],
    },
    {
      name: 'CssBaseline',
      from: '@shop/ui/core',
      about: 'Global styles: focus, print, reduced motion, selection.',
      states: [{ label: 'Once, at the root', show: usedByTheShell }],
    },
    {
      name: 'CacheProvider',
      from: '@shop/ui/core',
      about: 'Sets the target of the styles. The server uses one per request.',
      states: [{ label: 'On the server and in tests', show: usedByTheShell }],
    },
  ],
};
