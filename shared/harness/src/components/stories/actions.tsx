import { Badge, Button, IconButton } from '@shop/ui/core';
import { Heart, ShoppingBag } from 'lucide-react';
import type { StorySection } from '../story';

/** The focus outline of the base style sheet, shown without a focus. */
const focused = { outline: '2px solid var(--shop-palette-primary-main)', outlineOffset: 2 };

export const actions: StorySection = {
  id: 'actions',
  title: 'Actions',
  about: 'One filled button per screen, for the main action. All other buttons are outlined or plain.',
  stories: [
    {
      name: 'Button',
      from: '@shop/ui/core',
      about: 'Performs an action, or navigates with component={Link}. Never smaller than 44 px.',
      states: [
        { label: 'Main action', show: <Button variant="contained">Add to Cart</Button> },
        { label: 'Other action', show: <Button variant="outlined">Continue Shopping</Button> },
        { label: 'Secondary action', show: <Button>Clear Cart</Button> },
        {
          label: 'Focused',
          show: (
            <Button variant="contained" style={focused}>
              Checkout
            </Button>
          ),
        },
        {
          label: 'Disabled',
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
          label: 'With an icon',
          show: (
            <Button variant="outlined" startIcon={<ShoppingBag size={18} aria-hidden />}>
              View cart
            </Button>
          ),
        },
        { label: 'Small, in a toast', show: <Button size="small">Undo</Button> },
        {
          label: 'Full width',
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
      about: 'A well-known icon in a target of 44 px. Its aria-label names the action.',
      states: [
        {
          label: 'Default',
          show: (
            <IconButton aria-label="Add to Wishlist">
              <Heart size={22} aria-hidden />
            </IconButton>
          ),
        },
        {
          label: 'Focused',
          show: (
            <IconButton aria-label="Add to Wishlist, focused" style={focused}>
              <Heart size={22} aria-hidden />
            </IconButton>
          ),
        },
        {
          label: 'Disabled',
          show: (
            <IconButton aria-label="Add to Wishlist, disabled" disabled>
              <Heart size={22} aria-hidden />
            </IconButton>
          ),
        },
      ],
    },
    {
      name: 'Badge',
      from: '@shop/ui/core',
      about: 'A count on an icon. The name of the control contains the number: “Cart, 3 items”.',
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
      <Badge content={count}>
        <ShoppingBag size={24} aria-hidden />
      </Badge>
    </IconButton>
  );
}
