import { Badge, Button, IconButton } from '@shop/ui/core';
import { Heart, ShoppingBag } from 'lucide-react';
import type { StorySection } from '../story';

/** MUI's own mark of a focus that came by keyboard, to show without one. */
const focused = 'Mui-focusVisible';

export const actions: StorySection = {
  id: 'actions',
  title: 'Actions',
  about: 'One filled button to a screen: what the shopper came for. Everything else is outlined or plain.',
  stories: [
    {
      name: 'Button',
      from: '@shop/ui/core',
      about: 'Does something, or with component={Link} goes somewhere. Never smaller than 44 px.',
      states: [
        { label: 'The one action', show: <Button variant="contained">Add to Cart</Button> },
        { label: 'Another way', show: <Button variant="outlined">Continue Shopping</Button> },
        { label: 'Beside the point', show: <Button>Clear Cart</Button> },
        {
          label: 'With the focus',
          show: (
            <Button variant="contained" className={focused}>
              Checkout
            </Button>
          ),
        },
        {
          label: 'Out of use',
          show: (
            <Button variant="contained" disabled>
              Place Order
            </Button>
          ),
        },
        {
          label: 'Waiting',
          show: (
            <Button variant="contained" disabled aria-busy>
              Placing your order…
            </Button>
          ),
        },
        {
          label: 'With a sign',
          show: (
            <Button variant="outlined" startIcon={<ShoppingBag size={18} aria-hidden />}>
              View cart
            </Button>
          ),
        },
        {
          label: 'Destructive',
          show: (
            <Button variant="outlined" color="error">
              Cancel order
            </Button>
          ),
        },
        { label: 'Small, in a toast', show: <Button size="small">Undo</Button> },
        {
          label: 'As wide as its place',
          show: (
            <Button variant="contained" fullWidth>
              Pay Now
            </Button>
          ),
        },
      ],
    },
    {
      name: 'IconButton',
      from: '@shop/ui/core',
      about: 'A sign everybody knows, in a target of 44 px. Its aria-label says what it does.',
      states: [
        {
          label: 'At rest',
          show: (
            <IconButton aria-label="Add to Wishlist">
              <Heart size={22} aria-hidden />
            </IconButton>
          ),
        },
        {
          label: 'With the focus',
          show: (
            <IconButton aria-label="Add to Wishlist, focused" className={focused}>
              <Heart size={22} aria-hidden />
            </IconButton>
          ),
        },
        {
          label: 'Out of use',
          show: (
            <IconButton aria-label="Add to Wishlist, out of use" disabled>
              <Heart size={22} aria-hidden />
            </IconButton>
          ),
        },
      ],
    },
    {
      name: 'Badge',
      from: '@shop/ui/core',
      about: 'A count on a sign. The control’s own name says the number too: “Cart, 3 items”.',
      states: [
        { label: 'Three', show: <CartBadge count={3} /> },
        { label: 'More than fits', show: <CartBadge count={128} /> },
        { label: 'None: no badge', show: <CartBadge count={0} /> },
      ],
    },
  ],
};

function CartBadge({ count }: { count: number }) {
  return (
    <IconButton aria-label={count === 0 ? 'Cart' : `Cart, ${count} items`}>
      <Badge badgeContent={count} color="primary">
        <ShoppingBag size={24} aria-hidden />
      </Badge>
    </IconButton>
  );
}
