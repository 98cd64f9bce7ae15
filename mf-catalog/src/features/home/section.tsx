import { Container, styled, Typography } from '@shop/ui/core';
import { type ReactNode, useId } from 'react';

const Frame = styled('section')(({ theme }) => ({
  paddingBlock: theme.spacing(6),
  [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(9) },
}));

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: theme.spacing(1, 3),
  marginBottom: theme.spacing(3),
  [theme.breakpoints.up('md')]: { marginBottom: theme.spacing(4) },
}));

export interface SectionProps {
  title: string;
  /** A link on the line of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of the home page. */
export function Section({ title, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <Frame aria-labelledby={titleId}>
      <Container maxWidth="xl">
        <Head>
          <Typography variant="h2" id={titleId}>
            {title}
          </Typography>
          {aside}
        </Head>
        {children}
      </Container>
    </Frame>
  );
}
