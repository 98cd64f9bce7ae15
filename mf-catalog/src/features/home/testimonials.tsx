import { Container, styled, Typography } from '@shop/ui/core';
import { useId } from 'react';

const Frame = styled('section')(({ theme }) => ({
  paddingBlock: theme.spacing(7, 2),
  [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(9, 4) },
}));

const Quotes = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  margin: theme.spacing(4, 0, 0),
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)' },
}));

const Quote = styled('figure')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(2.5),
  height: '100%',
  margin: 0,
  paddingTop: theme.spacing(3),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& blockquote': { ...theme.typography.h3, flex: 1, margin: 0, fontWeight: 400, lineHeight: 1.45 },
  '& figcaption': { fontSize: '0.9375rem', color: theme.vars.palette.text.secondary },
}));

const testimonials = [
  {
    quote: 'I reach for this kadhai before anything else. It has fed three generations at our table already.',
    name: 'Meera Krishnan',
    place: 'Chennai',
  },
  {
    quote: 'Beautifully packed, and exactly as pictured. The jars made me tidy the whole pantry in one evening.',
    name: 'Arjun Mehta',
    place: 'Pune',
  },
  {
    quote: 'You feel the weight and the finish the moment you lift it. My mother asked where I had found it.',
    name: 'Farah Siddiqui',
    place: 'Lucknow',
  },
];

/** Shows three testimonials of customers. Specification 2 "Home page". */
export function Testimonials() {
  const titleId = useId();
  return (
    <Frame aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <Typography variant="h2" id={titleId}>
          What our customers say
        </Typography>
        <Quotes>
          {testimonials.map(({ quote, name, place }) => (
            <li key={name}>
              <Quote>
                <blockquote>{quote}</blockquote>
                <figcaption>
                  {name}, {place}
                </figcaption>
              </Quote>
            </li>
          ))}
        </Quotes>
      </Container>
    </Frame>
  );
}
