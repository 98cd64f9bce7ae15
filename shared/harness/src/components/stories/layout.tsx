import { styled } from '@mui/material/styles';
import { Container } from '@shop/ui/core';
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
  ],
};
