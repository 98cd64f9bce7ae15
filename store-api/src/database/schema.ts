import type { ShippingField } from '@shop/api-contract/shipping-fields';
import type { ColumnType, Generated } from 'kysely';
import type { PaymentMethod } from '../payments/payment-methods';

/** A JSON column: written as text, read as a value. */
type Json<Value> = ColumnType<Value, string, string>;
/** A point in time that is set once. */
type Moment = ColumnType<Date, Date, never>;

export interface StoredAttribute {
  key: string;
  value: string[];
}

export interface StoredImage {
  url: string;
  alt: string;
}

/** Money is whole paise everywhere in the database: 100 to a rupee. */
export interface ProductTable {
  id: string;
  handle: string;
  title: string;
  description: string;
  category: string;
  /** `category` as a slug, so that it is found by name or slug in any case. */
  categorySlug: string;
  parentCategory: string | null;
  /** Lower case of `parentCategory`, made here: databases disagree on letters beyond ASCII. */
  parentCategoryKey: string | null;
  gender: string | null;
  genderKey: string | null;
  regularPaise: number;
  discountedPaise: number | null;
  featured: boolean;
  attributes: Json<StoredAttribute[]>;
  /** Pictures that live elsewhere (imports). Products of the seed take theirs from catalog/media. */
  images: Json<StoredImage[]>;
  /** Says that the catalogue draws or photographs this product. */
  ownPictures: boolean;
  source: 'seed' | 'import';
  createdAt: ColumnType<Date, Date, Date>;
}

export interface AccountTable {
  id: string;
  /** Trimmed and in lower case. */
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  /** What the shopper asked the payment form to remember. */
  savedMethod: PaymentMethod | null;
  savedPhone: string | null;
  createdAt: Moment;
}

export interface SessionTable {
  /** SHA-256 of the token in hex: who reads the table cannot sign in with it. */
  tokenHash: string;
  accountId: string;
  expiresAt: Moment;
}

/** Status codes of section 3: 0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled. */
export interface CustomerOrderTable {
  id: string;
  accountId: string;
  status: number;
  shippingAddress: Json<Record<ShippingField, string>>;
  createdAt: Moment;
}

/** Title and price as they were when the order was placed. */
export interface OrderLineTable {
  orderId: string;
  position: number;
  productId: string;
  title: string;
  quantity: number;
  pricePaise: number;
}

export interface PaymentTable {
  reference: string;
  orderId: string;
  method: PaymentMethod;
  /** A bigint: the drivers hand it back in different types. */
  amountPaise: ColumnType<string | number | bigint, number, never>;
  status: 'started' | 'accepted' | 'declined';
  createdAt: Moment;
}

/** Single values the server keeps: the signing key, the digest of the seed. */
export interface StoredValueTable {
  name: string;
  value: string;
  updatedAt: Generated<Date>;
}

export interface StoreTables {
  product: ProductTable;
  account: AccountTable;
  session: SessionTable;
  customerOrder: CustomerOrderTable;
  orderLine: OrderLineTable;
  payment: PaymentTable;
  storedValue: StoredValueTable;
}
