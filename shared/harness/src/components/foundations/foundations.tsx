import { styled } from '@mui/material/styles';
import { Typography } from '@shop/ui/core';
import { Colours } from './colours';
import { Motion } from './motion';
import { Spacing } from './spacing';
import { TypeScale } from './type-scale';

/** Entry in the contents. */
export const foundations = {
  id: 'foundations',
  title: 'Foundations',
  stories: [{ name: 'Colours' }, { name: 'Type' }, { name: 'Spacing' }, { name: 'Motion' }],
};

const Part = styled('section')(({ theme }) => ({ paddingTop: theme.spacing(8) }));

const Topic = styled('article')(({ theme }) => ({
  paddingBlock: theme.spacing(4),
  scrollMarginTop: 64,
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > h3': { marginBottom: theme.spacing(0.5) },
  '& > p': { color: theme.vars.palette.text.secondary, maxWidth: '60ch', marginBottom: theme.spacing(3) },
}));

const topics = [
  {
    name: 'Colours',
    about:
      'Use the variables of the theme: var(--shop-palette-text-secondary). One name gives the colour of both themes.',
    Show: Colours,
  },
  {
    name: 'Type',
    about: 'Fraunces for headings, Figtree for text. Headings grow with the window; nothing is smaller than 12 px.',
    Show: TypeScale,
  },
  {
    name: 'Spacing',
    about: 'A grid of 8 px: spacing={2} is 16. Corners are 6 px, rules are hairlines.',
    Show: Spacing,
  },
  { name: 'Motion', about: 'Short and rare. There is none when the device asks for reduced motion.', Show: Motion },
];

/** Colours, type, spacing and motion of the theme. */
export function Foundations() {
  return (
    <Part id={foundations.id} aria-labelledby="foundations-title">
      <Typography variant="h2" id="foundations-title">
        {foundations.title}
      </Typography>
      {topics.map(({ name, about, Show }) => (
        <Topic key={name} id={name} aria-labelledby={`${name}-name`}>
          <Typography variant="h3" id={`${name}-name`}>
            {name}
          </Typography>
          <p>{about}</p>
          <Show />
        </Topic>
      ))}
    </Part>
  );
}
