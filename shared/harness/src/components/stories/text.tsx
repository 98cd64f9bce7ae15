import { TextLink, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import type { StorySection } from '../story';

export const text: StorySection = {
  id: 'text',
  title: 'Text',
  about: 'All texts use these components, so that sizes and colours come from the theme.',
  stories: [
    {
      name: 'Typography',
      from: '@shop/ui/core',
      about: 'Text in a step of the type scale. Set the style with variant and the element with component.',
      states: [
        { label: 'Text', show: <Typography>Lined with tin, for sauces and sweets.</Typography> },
        {
          label: 'Secondary',
          show: (
            <Typography variant="body2" tone="secondary">
              Inclusive of all taxes
            </Typography>
          ),
        },
      ],
    },
    {
      name: 'TextLink',
      from: '@shop/ui/core',
      about: 'A link in text. For another page of the shop use component={Link} of @shop/router/router.',
      states: [
        { label: 'In text', show: <TextLink href="#TextLink">Shipping policy</TextLink> },
        {
          label: 'Always underlined',
          show: (
            <Typography>
              We deliver{' '}
              <TextLink href="#TextLink" underline="always">
                all over India
              </TextLink>
              .
            </Typography>
          ),
        },
      ],
    },
    {
      name: 'VisuallyHidden',
      from: '@shop/ui/visually-hidden',
      about: 'Text for assistive technology only, when the meaning is visible in another way.',
      states: [
        {
          label: 'Read out as “Original price ₹4,850”',
          show: (
            <s>
              <VisuallyHidden>Original price </VisuallyHidden>₹4,850
            </s>
          ),
        },
      ],
    },
    {
      // The last of its section, because a heading after an h1 must be an h2.
      name: 'PageHeading',
      from: '@shop/ui/page-heading',
      about: 'The h1 of a screen. After a navigation it takes the focus, so that a screen reader announces the screen.',
      states: [
        { label: 'Visible', show: <PageHeading>Your cart</PageHeading>, isWide: true },
        {
          label: 'Visually hidden',
          show: (
            <>
              <PageHeading isHidden>Home</PageHeading>
              <Typography tone="secondary">Screen readers read “Home”, and it is not visible.</Typography>
            </>
          ),
          isWide: true,
        },
      ],
    },
  ],
};
