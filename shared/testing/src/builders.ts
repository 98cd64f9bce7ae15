import type { PaymentField } from '@shop/api-contract/decoders/payment';
import type { OrderJson } from '@shop/api-contract/schemas/order';
import type { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import type { ProductJson } from '@shop/api-contract/schemas/product';
import type { ProductSearchJson } from '@shop/api-contract/schemas/product-search';
import type { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import type { AccountInfoJson } from '@shop/api-contract/schemas/user';

/** Builders of API responses. A test names only the fields that it checks. */

export function aProduct(more: Partial<ProductJson> = {}): ProductJson {
  return {
    id: 'b7c1f2d4-0000-4000-8000-000000000001',
    title: 'Hammered Copper Saucepan',
    description: 'Two litres, tinned by hand.',
    imgUrl: 'http://localhost:8044/media/copper-saucepan.jpg',
    category: 'Cookware',
    parentCategory: 'Pots and Pans',
    regularPrice: 4999,
    discountedPrice: null,
    createdAt: '2025-01-05T10:00:00.000Z',
    images: [],
    attributes: [],
    ...more,
  };
}

/** A page of a product list. The total is the number of products by default. */
export function aProductList(products: ProductJson[], total = products.length) {
  return { data: products, count: total, pagination: { page: 1, limit: 12, total, totalPages: Math.ceil(total / 12) } };
}

/** A page of a search. The total is the number of products, and there is nothing to filter by, by default. */
export function aProductSearch(
  products: ProductJson[] = [],
  more: Partial<Omit<ProductSearchJson, 'data' | 'facets'>> & { facets?: Partial<ProductSearchJson['facets']> } = {},
): ProductSearchJson {
  const total = products.length;
  return {
    data: products,
    pagination: { page: 1, limit: 12, total, totalPages: Math.ceil(total / 12) },
    sorts: ['relevance', 'featured'],
    isComplete: true,
    indexed: total,
    ...more,
    facets: { categories: [], parentCategories: [], colours: [], sizes: [], price: null, ...more.facets },
  };
}

export function aStoreInfo(more: Partial<StoreInfoJson> = {}): StoreInfoJson {
  return {
    storeName: 'Tamra & Teak',
    companyName: 'Tamra Home Private Limited',
    companyAddress: '14 Lavelle Road, Bengaluru 560001',
    companyPhone: '+91 80 4000 1234',
    companyEmail: 'care@tamra.example',
    companyLogoUrl: 'http://localhost:8044/media/logo.svg',
    description: 'Kitchen goods made to be handed down.',
    categories: ['Cookware', 'Kitchen Storage and Containers', 'Kitchen Tools', 'Men'],
    socialLinks: { instagram: 'https://www.instagram.com/tamra' },
    policies: {},
    ...more,
  };
}

export function anAccount(more: Partial<AccountInfoJson> = {}): AccountInfoJson {
  return {
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@example.com',
    createdAt: '2025-01-05T10:00:00.000Z',
    ...more,
  };
}

export function anOrder(more: Partial<OrderJson> = {}): OrderJson {
  return {
    id: 'TT-7K2M9QX4AB',
    status: 0,
    createdAt: '2025-01-05T10:00:00.000Z',
    items: [{ id: 'p1', productTitle: 'Hammered Copper Saucepan', quantity: 2, price: 4999 }],
    shippingAddress: {
      fullName: 'Asha Rao',
      address: '1 MG Road',
      city: 'Pune',
      state: 'Maharashtra',
      postalCode: '411001',
      phone: '+919876543210',
    },
    total: 9998,
    ...more,
  };
}

export function aPaymentField(more: Partial<PaymentFieldJson> = {}): PaymentFieldJson {
  return { name: 'note', label: 'Note', type: 'text', ...more };
}

/** A payment field as a screen has it, once the answer was read. */
export function aPaymentFieldOnScreen(more: Partial<PaymentField> = {}): PaymentField {
  return {
    name: 'note',
    label: 'Note',
    placeholder: '',
    description: '',
    type: 'text',
    options: [],
    inline: false,
    mask: '',
    rules: { required: false },
    rulesMessages: [],
    defaultValue: '',
    showWhenFilled: [],
    ...more,
  };
}
