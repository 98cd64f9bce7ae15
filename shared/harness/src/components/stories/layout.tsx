import { Box, Container, Divider, Stack, styled, Typography } from '@shop/ui/core';
import type { StorySection } from '../story';

const Block = styled('div')(({ theme }) => ({
  flex: 1,
  padding: theme.spacing(1, 2),
  borderRadius: theme.shape.borderRadius,
  background: theme.vars.palette.background.sunken,
  fontSize: '0.875rem',
}));

export const layout: StorySection = {
  id: 'layout',
  title: 'Layout',
  about: 'The container sets the space between its children.',
  stories: [
    {
      name: 'Stack',
      from: '@shop/ui/core',
      about: 'Children in a column or a row with even space between them.',
      states: [
        {
          label: 'Column',
          show: (
            <Stack spacing={1} sx={{ width: '100%' }}>
              <Block>First</Block>
              <Block>Second</Block>
            </Stack>
          ),
        },
        {
          label: 'Row',
          show: (
            <Stack direction="row" spacing={1} sx={{ width: '100%' }}>
              <Block>First</Block>
              <Block>Second</Block>
            </Stack>
          ),
        },
      ],
    },
    {
      name: 'Container',
      from: '@shop/ui/core',
      about: 'Margins and maximum width of the page.',
      states: [
        {
          label: 'Small: a form, a notice',
          show: (
            <Container maxWidth="sm">
              <Block>480 px at most, centred</Block>
            </Container>
          ),
          isWide: true,
        },
      ],
    },
    {
      name: 'Box',
      from: '@shop/ui/core',
      about: 'An element with sx, for a style that is used once. What is used twice gets a name with styled.',
      states: [
        {
          label: 'A grid of its own',
          show: (
            <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 2fr', gap: 1, width: '100%' }}>
              <Block>1</Block>
              <Block>2</Block>
            </Box>
          ),
        },
      ],
    },
    {
      name: 'Divider',
      from: '@shop/ui/core',
      about: 'A hairline between things, where others would put boxes.',
      states: [
        {
          label: 'Between',
          show: (
            <Stack spacing={1} divider={<Divider />} sx={{ width: '100%' }}>
              <Typography>Subtotal</Typography>
              <Typography>Delivery</Typography>
            </Stack>
          ),
        },
      ],
    },
  ],
};
