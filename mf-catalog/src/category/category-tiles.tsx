import { Link } from '@shop/router/router';
import { maxCategoryTiles } from '@shop/store-info/categories';
import { Skeleton, styled } from '@shop/ui/core';
import { Picture } from '@shop/ui/picture';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { ArrowRight } from 'lucide-react';
import { categoryFallback } from '../pictures/shop-images';
import type { CategoryTilesState } from './use-category-tiles';

const sizes = '(min-width: 1440px) 443px, (min-width: 768px) 31vw, calc(100vw - 32px)';

const Tiles = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: theme.spacing(4) },
}));

/** On phones a tile is wider than high, so that three tiles need little scrolling. */
const Slot = styled('div')(({ theme }) => ({
  overflow: 'hidden',
  borderRadius: theme.shape.borderRadius,
  '& > *': { height: '100%' },
  [theme.breakpoints.down('md')]: { aspectRatio: '3 / 2', '& img': { objectPosition: '50% 55%' } },
  [theme.breakpoints.up('md')]: { aspectRatio: '4 / 5' },
  '@media (hover: hover)': {
    '& img': { transition: theme.transitions.create('transform', { duration: 400 }) },
    'a:hover & img': { transform: 'scale(1.03)' },
  },
}));

const Tile = styled(Link)({ display: 'block', color: 'inherit', textDecoration: 'none' });

const Caption = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'first baseline',
  gap: theme.spacing(2),
  minHeight: 44,
  paddingTop: theme.spacing(1.5),
  // The action text stands below the name: only short names leave room for it on the same line.
  '&[data-has-action=true]': { display: 'block' },
}));

const Name = styled('span')(({ theme }) => ({ ...theme.typography.h3, display: 'block', overflowWrap: 'anywhere' }));

const Action = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  flex: 'none',
  fontWeight: 600,
  color: theme.vars.palette.primary.main,
}));

export interface CategoryTilesProps {
  state: CategoryTilesState;
  /** Text beside the arrow of each tile, such as 'Browse Collection'. Without it a tile shows the arrow alone. */
  actionText?: string;
  /** True when the first picture is the largest element of the page above the fold. */
  hasPriority?: boolean;
}

/** Shows up to three categories as pictures that link to their products. Specification 2 "Home page", "Products page". */
export function CategoryTiles({ state, actionText, hasPriority = false }: CategoryTilesProps) {
  if (state.kind === 'loading') return <CategoryTilesSkeleton />;
  return (
    <Tiles>
      {state.categories.map(({ name, image, path }, index) => (
        <li key={path}>
          <Tile to={path}>
            <Slot>
              <Picture
                picture={image}
                alt=""
                fallback={categoryFallback}
                sizes={sizes}
                ratio="auto"
                isPriority={hasPriority && index === 0}
              />
            </Slot>
            <Caption data-has-action={actionText !== undefined}>
              <Name>{name}</Name>
              <Action>
                {actionText}
                <ArrowRight size={18} aria-hidden />
              </Action>
            </Caption>
          </Tile>
        </li>
      ))}
    </Tiles>
  );
}

function CategoryTilesSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading categories</VisuallyHidden>
      <Tiles aria-hidden>
        {Array.from({ length: maxCategoryTiles }, (_, index) => index).map((index) => (
          <li key={index}>
            <Slot>
              <Skeleton variant="rounded" />
            </Slot>
            <Caption>
              <Skeleton width="50%" />
            </Caption>
          </li>
        ))}
      </Tiles>
    </>
  );
}
