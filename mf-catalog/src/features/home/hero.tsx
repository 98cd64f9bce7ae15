import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container, Stack, styled, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { heroImage } from '../../pictures/shop-images';

export const headline = 'Elevate Your Culinary Experience';

const wide = '(min-width: 768px)';
const sizes = {
  landscape: '(min-width: 1440px) 1392px, calc(100vw - 48px)',
  portrait: 'calc(100vw - 32px)',
};

const Frame = styled('section')(({ theme }) => ({
  paddingTop: theme.spacing(1),
  paddingBottom: theme.spacing(6),
  [theme.breakpoints.up('md')]: { paddingBottom: theme.spacing(5) },
}));

const Image = styled('img')(({ theme }) => ({
  width: '100%',
  height: 'auto',
  aspectRatio: '1 / 1',
  objectFit: 'cover',
  borderRadius: theme.shape.borderRadius,
  background: theme.vars.palette.background.sunken,
  // The height limit keeps both buttons above the fold of a common laptop.
  [theme.breakpoints.up('md')]: { aspectRatio: '1600 / 728', maxHeight: 'max(360px, 64vh)' },
}));

/**
 * On wide screens the text covers the lower left corner of the picture. The panel has the background of the page, so the
 * text is legible on any picture.
 */
const TextPanel = styled('div')(({ theme }) => ({
  position: 'relative',
  paddingTop: theme.spacing(3),
  [theme.breakpoints.up('md')]: {
    width: 'min(58%, 720px)',
    marginTop: theme.spacing(-10),
    padding: theme.spacing(4, 5, 0, 0),
    background: theme.vars.palette.background.default,
    borderTopRightRadius: theme.shape.borderRadius,
  },
  [theme.breakpoints.up('lg')]: { marginTop: theme.spacing(-14), padding: theme.spacing(5, 6, 0, 0) },
}));

/** The buttons share a line where both fit. On narrower phones each button fills a line. */
const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1.5),
  [theme.breakpoints.down('md')]: { '& > a': { flex: '1 1 auto', paddingInline: 12 } },
}));

/** Shows the headline, the picture of the shop and two buttons. Specification 2 "Home page". */
export function Hero() {
  const { landscape, portrait } = heroImage;
  return (
    <Frame>
      <Container maxWidth="xl">
        <picture>
          <Sources picture={landscape} sizes={sizes.landscape} media={wide} />
          <source media={wide} srcSet={landscape.url} width={landscape.width} height={landscape.height} />
          <Sources picture={portrait} sizes={sizes.portrait} />
          <Image src={portrait.url} width={portrait.width} height={portrait.height} alt="" fetchPriority="high" />
        </picture>
        <TextPanel>
          <Stack spacing={{ xs: 2, md: 2.5 }}>
            <PageHeading>{headline}</PageHeading>
            <Typography
              sx={{ color: 'text.secondary', maxWidth: '52ch', textWrap: 'pretty', fontSize: { md: '1.125rem' } }}
            >
              Pots, jars and tools for cooks who use them every day, chosen for how they work and how well they last.
            </Typography>
            <Actions>
              <Button component={Link} to={urls.productList()} variant="contained" size="large">
                Browse Collection
              </Button>
              <Button component={Link} to={urls.productList({ featured: true })} variant="outlined" size="large">
                Featured Products
              </Button>
            </Actions>
          </Stack>
        </TextPanel>
      </Container>
    </Frame>
  );
}

interface SourcesProps {
  picture: typeof heroImage.landscape;
  sizes: string;
  media?: string;
}

function Sources({ picture: { sources, width, height }, sizes: slot, media }: SourcesProps) {
  return sources.map(({ type, srcset }) => (
    <source key={type} type={type} srcSet={srcset} sizes={slot} media={media} width={width} height={height} />
  ));
}
