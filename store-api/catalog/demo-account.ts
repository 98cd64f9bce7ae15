import type { OrderStatusName } from '../src/orders/order-status';

/** The demo account. It exists only when the sandbox is on: a start without the sandbox removes or locks it. README.md publishes its password. */
export const demoAccount = {
  email: 'demo@example.com',
  password: 'demo-kitchen',
  firstName: 'Meera',
  lastName: 'Iyer',
  createdAt: '2025-01-05T06:30:00Z',
};

export const demoAddress = {
  fullName: 'Meera Iyer',
  address: '27 Temple Street, Malleshwaram',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560003',
  phone: '+919876543210',
};

interface DemoOrder {
  id: string;
  status: OrderStatusName;
  placedAt: string;
  /** Quantity by product handle. */
  lines: Record<string, number>;
}

export const demoOrders: DemoOrder[] = [
  {
    id: 'TT-7Q2M9KX4HB',
    status: 'Delivered',
    placedAt: '2025-06-30T09:12:00Z',
    lines: { 'masala-dabba': 1, 'brass-ladle': 2 },
  },
  {
    id: 'TT-3WD8R5ZC1N',
    status: 'Shipped',
    placedAt: '2025-08-24T13:40:00Z',
    lines: { 'cast-iron-kadhai': 1, 'steel-tiffin': 1, 'linen-apron': 2 },
  },
  {
    id: 'TT-9HE6V0YT2G',
    status: 'Pending',
    placedAt: '2025-09-02T17:05:00Z',
    lines: { 'copper-saucepan': 1 },
  },
];
