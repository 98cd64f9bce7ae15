import type { ShippingField } from '@shop/api-contract/shipping-fields';
import type { ColumnType, Generated } from 'kysely';
import type { PaymentNotes } from '../payments/payment-form';
import type { PaymentMethod } from '../payments/payment-methods';

/** A JSON column. It is written as text and read as a value. */
type Json<Value> = ColumnType<Value, string, string>;
/** A point in time that never changes after the insert. */
type Timestamp = ColumnType<Date, Date, never>;

export interface StoredAttribute {
  key: string;
  value: string[];
}

export interface StoredImage {
  url: string;
  alt: string;
}

/** The image that shows a colour. */
export interface StoredColorImage {
  color: string;
  /** Index in the images of the product. */
  image: number;
}

/** Amounts in the database are whole paise. 100 paise are one rupee. */
export interface ProductTable {
  id: string;
  handle: string;
  title: string;
  description: string;
  category: string;
  /** Slug of `category`, for lookups by name or slug in any case. */
  categorySlug: string;
  parentCategory: string | null;
  /** `parentCategory` in lower case. The server computes it, because databases convert non-ASCII letters differently. */
  parentCategoryKey: string | null;
  gender: string | null;
  genderKey: string | null;
  regularPaise: number;
  discountedPaise: number | null;
  featured: boolean;
  attributes: Json<StoredAttribute[]>;
  /** Images of imported products, with absolute URLs. Images of seed products are files of catalog/media. */
  images: Json<StoredImage[]>;
  /** For the colours whose image is known. */
  colorImages: ColumnType<StoredColorImage[], string | undefined, string>;
  /** True when the images are those of catalog/media. False when `images` applies. */
  ownPictures: boolean;
  source: 'seed' | 'import';
  /** Handle of the product in its export, where the export has several prices for it. */
  groupHandle: string | null;
  /** Option values that an import sells as this product: `M / Red`. Empty for the seed catalogue and rows of earlier releases. */
  choices: ColumnType<string[], string | undefined, string>;
  createdAt: ColumnType<Date, Date, Date>;
}

/** What the search knows of a product. A trigger adds the row with the product. */
export interface ProductSearchTable {
  productId: string;
  /** Version of the folding. 0 after the product was added or changed, until its row is written. */
  version: number;
  /** All terms of the product, for the index. The columns below are null until the row is written for the first time. */
  terms: string | null;
  /** Terms outside of the description, with their weights. */
  named: string | null;
  facetsId: string | null;
  /** The price that a shopper pays. */
  pricePaise: number | null;
  /** Part of the regular price that a shopper saves, from 0 to 1. */
  discount: number | null;
  featured: boolean | null;
  createdAt: Date | null;
}

/** Values that several products have in common. Rows never change. */
export interface ProductFacetsTable {
  /** A hash of the values. */
  id: string;
  category: string;
  categorySlug: string;
  parentCategory: string;
  parentCategoryKey: string;
  colours: string[];
  colourKeys: string[];
  sizes: string[];
  sizeKeys: string[];
}

/** Folded words of titles, categories and options. A word stays after the last product that has it. */
export interface SearchWordTable {
  word: string;
}

/** One row. Triggers maintain it. */
export interface ProductCountTable {
  total: number;
  /** Rises with each change of products. A database returns a large integer as text. */
  version: Generated<number | string>;
}

/** One row for each product. Triggers maintain it. */
export interface ProductDateTable {
  productId: string;
  updatedAt: Date;
}

export interface AccountTable {
  id: string;
  /** Trimmed, in lower case. */
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  /** Defaults of the payment form that the shopper chose to save. */
  savedMethod: PaymentMethod | null;
  savedPhone: string | null;
  /** Number of orders. A trigger maintains it. */
  orderCount: Generated<number>;
  createdAt: Timestamp;
}

export interface SessionTable {
  /** SHA-256 of the token in hex, so that the table reveals no usable token. */
  tokenHash: string;
  accountId: string;
  expiresAt: Timestamp;
  /** Public id of the session. It reveals nothing about the token. */
  id: Generated<string>;
  createdAt: Timestamp;
}

/** A request with an Idempotency-Key header. `status` and `body` are null until it has a response. */
export interface IdempotencyKeyTable {
  accountId: string;
  /** Route of the request, such as `/api/v1/orders`. */
  call: string;
  key: string;
  /** SHA-256 of the body in hex. */
  requestHash: string;
  status: number | null;
  body: string | null;
  createdAt: Timestamp;
}

/** Status codes of specification 3: 0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled. */
export interface CustomerOrderTable {
  id: string;
  accountId: string;
  status: number;
  shippingAddress: Json<Record<ShippingField, string>>;
  createdAt: Timestamp;
  /** Language of the page where the shopper placed the order: `en`, `hi`. */
  language: Generated<string>;
  /** True when no e-mail about the order is sent. */
  hasNoMail: Generated<boolean>;
}

/** Title and price at the time of the order. */
export interface OrderLineTable {
  orderId: string;
  position: number;
  productId: string;
  title: string;
  quantity: number;
  pricePaise: number;
  /** The choice of the shopper. Null for products without one, and for callers that send none. */
  size: string | null;
  color: string | null;
}

export interface PaymentTable {
  reference: string;
  orderId: string;
  method: PaymentMethod;
  /** A bigint column. The drivers return it as different types. */
  amountPaise: ColumnType<string | number | bigint, number, never>;
  status: 'started' | 'accepted' | 'declined';
  createdAt: Timestamp;
  /** What the shopper entered for the shop in the payment form. Null for payments of earlier versions. */
  notes: Json<PaymentNotes> | null;
  /**
   * Since when the shop owes the money to the shopper: the money arrived for an order that was paid otherwise or cancelled, or the
   * paid order was cancelled.
   */
  surplusAt: Date | null;
  /** When the operator recorded the refund of such money. */
  refundedAt: Date | null;
}

/** The server's key-value table: the signing key, the digest of the seed catalogue. */
export interface StoredValueTable {
  name: string;
  value: string;
  updatedAt: Generated<Date>;
}

export interface StoreTables {
  product: ProductTable;
  productCount: ProductCountTable;
  productSearch: ProductSearchTable;
  productFacets: ProductFacetsTable;
  searchWord: SearchWordTable;
  productDate: ProductDateTable;
  account: AccountTable;
  session: SessionTable;
  idempotencyKey: IdempotencyKeyTable;
  customerOrder: CustomerOrderTable;
  orderLine: OrderLineTable;
  payment: PaymentTable;
  storedValue: StoredValueTable;
}
