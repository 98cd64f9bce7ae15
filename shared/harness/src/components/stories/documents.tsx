import { Typography } from '@shop/ui/core';
import { CodeText } from '../import-line';
import type { StorySection } from '../story';

const usedByTests = <Typography tone="secondary">Not visible. The test kit uses it.</Typography>;

export const documents: StorySection = {
  id: 'documents',
  title: 'Document',
  about: 'Components without a visible part: for search engines, shared links and tests.',
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
      name: 'CacheProvider',
      from: '@shop/ui/controls',
      about: 'Sets the target of the styles of MUI’s controls.',
      states: [{ label: 'In tests', show: usedByTests }],
    },
  ],
};
