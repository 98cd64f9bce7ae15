import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { preloadPicture } from '@shop/ui/preload-picture';
import { capDensity } from '../../pictures/picture-sizes';
import { heroImage } from '../../pictures/shop-images';
import * as styles from './hero.module.css';

export const headline = text('Elevate Your Culinary Experience');

const wide = '(min-width: 768px)';
const sizes = {
  landscape: '(min-width: 1440px) 1392px, calc(100vw - 48px)',
  // The smaller of its two files has 1.7 pixels or more per CSS pixel.
  portrait: capDensity('calc(100vw - 32px)', 0.55),
};

const sources = [
  ...heroImage.landscape.sources.map((source) => ({ ...source, media: wide, sizes: sizes.landscape })),
  ...heroImage.portrait.sources,
];

/** Shows the headline, the picture of the shop and two buttons. Specification 2 "Home page". */
export function Hero() {
  const t = useTexts();
  const { landscape, portrait } = heroImage;
  preloadPicture(sources, sizes.portrait);
  return (
    <section className={styles.hero}>
      <Container maxWidth="xl">
        <picture>
          <Sources picture={landscape} sizes={sizes.landscape} media={wide} />
          <source media={wide} srcSet={landscape.url} width={landscape.width} height={landscape.height} />
          <Sources picture={portrait} sizes={sizes.portrait} />
          <img
            className={styles.image}
            src={portrait.url}
            width={portrait.width}
            height={portrait.height}
            alt=""
            fetchPriority="high"
          />
        </picture>
        <div className={styles.panel}>
          <PageHeading>{t(headline)}</PageHeading>
          <Typography tone="secondary" className={styles.text}>
            {t(
              'Pots, jars and tools for cooks who use them every day, chosen for how they work and how well they last.',
            )}
          </Typography>
          <div className={styles.actions}>
            <Button component={Link} to={urls.productList()} variant="contained" size="large">
              {t('Browse Collection')}
            </Button>
            <Button component={Link} to={urls.productList({ featured: true })} variant="outlined" size="large">
              {t('Featured Products')}
            </Button>
          </div>
        </div>
      </Container>
    </section>
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
