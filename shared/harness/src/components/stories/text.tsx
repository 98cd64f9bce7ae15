import { MuiLink, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import type { StorySection } from '../story';

export const text: StorySection = {
  id: 'text',
  title: 'Text',
  about: 'Every word a shopper reads goes through these, so that sizes and tones stay the theme’s.',
  stories: [
    {
      name: 'Typography',
      from: '@shop/ui/core',
      about: 'Text in a step of the type scale. Choose the look by variant and the element by component.',
      states: [
        { label: 'Text', show: <Typography>Lined with tin, for sauces and sweets.</Typography> },
        {
          label: 'Beside the point',
          show: (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              Inclusive of all taxes
            </Typography>
          ),
        },
        { label: 'In error', show: <Typography color="error">Please select a size</Typography> },
      ],
    },
    {
      name: 'MuiLink',
      from: '@shop/ui/core',
      about: 'A link in text. To another page of the shop, give it component={Link} of @shop/router/router.',
      states: [
        { label: 'In text', show: <MuiLink href="#MuiLink">Shipping policy</MuiLink> },
        {
          label: 'Always underlined',
          show: (
            <Typography>
              We deliver{' '}
              <MuiLink href="#MuiLink" underline="always">
                all over India
              </MuiLink>
              .
            </Typography>
          ),
        },
      ],
    },
    {
      name: 'VisuallyHidden',
      from: '@shop/ui/visually-hidden',
      about: 'Words for assistive technology only, where sight has another sign for them.',
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
      // The last of its section: what follows an h1 is an h2.
      name: 'PageHeading',
      from: '@shop/ui/page-heading',
      about:
        'The one h1 of a screen. After a navigation it takes the focus, so that a screen reader says where the shopper is.',
      states: [
        { label: 'In sight', show: <PageHeading>Your cart</PageHeading>, isWide: true },
        {
          label: 'Hidden from sight',
          show: (
            <>
              <PageHeading isHidden>Home</PageHeading>
              <Typography sx={{ color: 'text.secondary' }}>“Home” is read out and not shown.</Typography>
            </>
          ),
          isWide: true,
        },
      ],
    },
  ],
};
