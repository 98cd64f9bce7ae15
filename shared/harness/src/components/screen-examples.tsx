import { Badge, Button, Container, IconButton, Skeleton, TextLink, Typography } from '@shop/ui/core';
import { LazyComponent } from '@shop/ui/lazy-component';
import { LoadFailure } from '@shop/ui/load-failure';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { Pagination } from '@shop/ui/pagination';
import { Picture } from '@shop/ui/picture';
import { Price } from '@shop/ui/price';
import { QuantityStepper } from '@shop/ui/quantity-stepper';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Heart, PackageOpen, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import copperPan from './copper-pan.avif';
import type { ComponentExamples } from './example';
import noPicture from './no-picture.svg';

const variants = ['h1', 'h2', 'h3', 'body1', 'body2', 'caption', 'overline'] as const;
const picture = { alt: '', fallback: noPicture, sizes: '(min-width: 480px) 280px, 90vw' };
const lazy = { props: {}, placeholder: <Skeleton width="100%" />, failure: 'The form did not load.' };
const loadForever = () => new Promise<never>(() => {});
const failToLoad = () => Promise.reject(Object.assign(new Error('offline'), { request: 'form.js' }));
const pages = {
  total: 30,
  pageSize: 12,
  formatRange: ({ from, to, total }: { from: number; to: number; total: number }) =>
    `Orders ${from} to ${to} of ${total}`,
  getPageUrl: () => '#Pagination',
  isAnnounced: false,
};
const bag = <ShoppingBag size={18} aria-hidden />;
const heart = <Heart size={22} aria-hidden />;

/** Components without MUI: those of `@shop/ui/core`, and those that a screen bundles. */
export const screenExamples: ComponentExamples[] = [
  {
    name: 'Typography',
    from: '@shop/ui/core',
    states: {
      ...Object.fromEntries(
        variants.map((variant) => [
          variant,
          <Typography key={variant} variant={variant} component="p">
            Copper for ₹4,850
          </Typography>,
        ]),
      ),
      Secondary: <Typography tone="secondary">Inclusive of all taxes</Typography>,
    },
  },
  {
    name: 'TextLink',
    from: '@shop/ui/core',
    states: {
      'In text': <TextLink href="#TextLink">Shipping policy</TextLink>,
      'Always underlined': (
        <TextLink href="#TextLink" underline="always">
          all over India
        </TextLink>
      ),
    },
  },
  {
    name: 'VisuallyHidden',
    from: '@shop/ui/visually-hidden',
    states: { 'Screen readers read “Free delivery”': <VisuallyHidden>Free delivery</VisuallyHidden> },
  },
  {
    name: 'Page',
    from: '@shop/ui/page',
    states: { 'Width and padding of a screen': <Page>Your account</Page> },
  },
  {
    name: 'PageHeading',
    from: '@shop/ui/page-heading',
    states: { Visible: <PageHeading>Your cart</PageHeading>, Hidden: <PageHeading isHidden>Home</PageHeading> },
  },
  {
    name: 'Pagination',
    from: '@shop/ui/pagination',
    states: {
      'First page': <Pagination {...pages} page={1} shownPage={1} />,
      'Last page': <Pagination {...pages} page={3} shownPage={3} />,
    },
  },
  {
    name: 'Button',
    from: '@shop/ui/core',
    states: {
      'Main action, one for each screen': <Button variant="contained">Add to Cart</Button>,
      'Other action': <Button variant="outlined">Continue Shopping</Button>,
      'Secondary action': <Button>Clear Cart</Button>,
      Disabled: (
        <Button variant="contained" disabled>
          Place Order
        </Button>
      ),
      Waiting: (
        <Button variant="contained" disabled aria-busy>
          Placing your order…
        </Button>
      ),
      'With an icon': (
        <Button variant="outlined" startIcon={bag}>
          View cart
        </Button>
      ),
      'Small, in a toast': <Button size="small">Undo</Button>,
      'Full width': (
        <Button variant="contained" fullWidth>
          Pay Now
        </Button>
      ),
    },
  },
  {
    name: 'IconButton',
    from: '@shop/ui/core',
    states: {
      Default: <IconButton aria-label="Add to Wishlist">{heart}</IconButton>,
      Disabled: (
        <IconButton aria-label="Add to Wishlist, disabled" disabled>
          {heart}
        </IconButton>
      ),
    },
  },
  {
    name: 'Badge',
    from: '@shop/ui/core',
    states: {
      Three: <Badge content={3}>{bag}</Badge>,
      'More than fits': <Badge content={128}>{bag}</Badge>,
      'None: no badge': <Badge content={0}>{bag}</Badge>,
    },
  },
  {
    name: 'Container',
    from: '@shop/ui/core',
    states: { 'Small: a form, a notice': <Container maxWidth="sm">480 px at most, centred</Container> },
  },
  {
    name: 'Letterhead',
    from: '@shop/ui/letterhead',
    states: { 'Name and address of the shop, on paper only': null },
  },
  {
    name: 'ProductPicture',
    from: '@shop/ui/product-picture',
    states: { 'Looks like a Picture; it reads the product by its id': null },
  },
  {
    name: 'Picture',
    from: '@shop/ui/picture',
    states: {
      '4 : 5, as on a card': <Picture {...picture} picture={{ url: copperPan }} />,
      'Square, as in the cart': <Picture {...picture} picture={{ url: copperPan }} ratio="1 / 1" />,
      'Missing or broken': <Picture {...picture} picture={{ url: '' }} />,
    },
  },
  {
    name: 'Price',
    from: '@shop/ui/price',
    states: {
      'A price in lakhs': <Price price={123_456} />,
      'On sale': <Price price={3990} originalPrice={4850} />,
    },
  },
  {
    name: 'QuantityStepper',
    from: '@shop/ui/quantity-stepper',
    states: {
      Minimum: <StatefulStepper start={1} label="Quantity of Copper Saucepan" />,
      'Large quantity': <StatefulStepper start={1_250_000} label="Quantity of Brass Ladle" />,
    },
  },
  {
    name: 'Skeleton',
    from: '@shop/ui/core',
    states: {
      'A picture': <Skeleton variant="rounded" width="100%" height="auto" style={{ aspectRatio: '4 / 5' }} />,
      'A line': <Skeleton variant="text" width="80%" />,
      'A button': <Skeleton variant="rounded" width={160} height={44} />,
    },
  },
  {
    name: 'LoadFailure',
    from: '@shop/ui/load-failure',
    states: { 'With Try Again': <LoadFailure message="Failed to load products" onRetry={() => {}} /> },
  },
  {
    name: 'LazyComponent',
    from: '@shop/ui/lazy-component',
    states: {
      Loading: <LazyComponent {...lazy} load={loadForever} />,
      Failed: <LazyComponent {...lazy} load={failToLoad} />,
    },
  },
  {
    name: 'NoticeScreen',
    from: '@shop/ui/notice-screen',
    states: {
      Complete: (
        <NoticeScreen
          title="Your cart is empty"
          icon={<PackageOpen aria-hidden />}
          actions={<Button variant="contained">Continue Shopping</Button>}
        >
          What you add to your cart is kept on this device.
        </NoticeScreen>
      ),
      Minimal: <NoticeScreen title="No orders yet" />,
    },
  },
  {
    name: 'DocumentHead',
    from: '@shop/ui/document-head',
    states: { 'Title, description and links of a screen, in the head': null },
  },
  {
    name: 'StructuredData',
    from: '@shop/ui/structured-data',
    states: { 'A description of the page as JSON-LD, for search engines': null },
  },
];

function StatefulStepper({ start, label }: { start: number; label: string }) {
  const [quantity, setQuantity] = useState(start);
  return <QuantityStepper quantity={quantity} onChange={setQuantity} label={label} />;
}
