import {
  type DatabaseDefinition,
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
  type QueryObserver,
} from '@shop/database/open-database';
import type { Kysely } from 'kysely';
import * as firstTables from './migrations/0001-first-tables';
import * as rateLimit from './migrations/0002-rate-limit';
import * as productList from './migrations/0003-product-list';
import * as idempotencyAndSessions from './migrations/0004-idempotency-and-sessions';
import * as orderLanguage from './migrations/0005-order-language';
import * as productSearch from './migrations/0006-product-search';
import * as orderPages from './migrations/0007-order-pages';
import * as productGroups from './migrations/0008-product-groups';
import * as orderChoice from './migrations/0009-order-choice';
import * as productDates from './migrations/0010-product-dates';
import * as refundsAndOrderMail from './migrations/0011-refunds-and-order-mail';
import * as subCategories from './migrations/0012-sub-categories';
import * as colorImages from './migrations/0013-color-images';
import * as searchRowsByWriters from './migrations/0014-search-rows-by-writers';
import * as openIdempotencyKeys from './migrations/0015-open-idempotency-keys';
import * as paymentNotes from './migrations/0016-payment-notes';
import * as productChoices from './migrations/0017-product-choices';
import type { StoreTables } from './schema';

export type StoreDatabase = Kysely<StoreTables>;
export type OpenStoreDatabase = OpenDatabase<StoreTables>;

/** The tables of the store API. */
export const storeDefinition = {
  migrations: {
    '0001-first-tables': firstTables,
    '0002-rate-limit': rateLimit,
    '0003-product-list': productList,
    '0004-idempotency-and-sessions': idempotencyAndSessions,
    '0005-order-language': orderLanguage,
    '0006-product-search': productSearch,
    '0007-order-pages': orderPages,
    '0008-product-groups': productGroups,
    '0009-order-choice': orderChoice,
    '0010-product-dates': productDates,
    '0011-refunds-and-order-mail': refundsAndOrderMail,
    '0012-sub-categories': subCategories,
    '0013-color-images': colorImages,
    '0014-search-rows-by-writers': searchRowsByWriters,
    '0015-open-idempotency-keys': openIdempotencyKeys,
    '0016-payment-notes': paymentNotes,
    '0017-product-choices': productChoices,
  },
} as const satisfies DatabaseDefinition;

/** Opens the database of the store API. @see openDatabase of @shop/database */
export const openStoreDatabase = (settings: DatabaseLocation, onQuery?: QueryObserver): Promise<OpenStoreDatabase> =>
  openDatabase(settings, storeDefinition, onQuery);
