import { type Static, Type } from 'typebox';

/** Store identity: header, footer, policies and contact page. Specification 1 and 3. */
export const StoreInfo = Type.Object(
  {
    storeName: Type.String(),
    companyName: Type.String(),
    companyAddress: Type.String(),
    companyPhone: Type.String(),
    companyEmail: Type.String(),
    companyLogoUrl: Type.String(),
    description: Type.String(),
    categories: Type.Array(Type.String()),
    socialLinks: Type.Record(Type.String(), Type.String()),
    policies: Type.Record(Type.String(), Type.String(), { description: 'HTML by policy slug; screens sanitise it' }),
  },
  { $id: 'StoreInfo' },
);
export type StoreInfo = Static<typeof StoreInfo>;
