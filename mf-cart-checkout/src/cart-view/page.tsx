import { Container, styled } from '@shop/ui/core';

/** Pixels. Narrower than a page of products: lines and their totals, or labels and their fields, stay close. */
const pageWidth = 1200;

/** The width and breathing space of a screen of this remote. */
export const Page = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(4),
  [theme.breakpoints.up('xs')]: { maxWidth: pageWidth },
  [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(8) },
}));
