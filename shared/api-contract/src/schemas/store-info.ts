import { type Static, Type } from 'typebox';

/** Store identity for the header, the footer, the policies and the contact page. Specification 1 and 3. */
export const StoreInfoJson = Type.Object(
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
    policies: Type.Record(Type.String(), Type.String(), {
      description: 'HTML by policy slug. It is untrusted: screens sanitise it',
    }),
    translatedPolicies: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description:
          'Slugs of the policies that `GET /storeInfo?lang=…` sends in a language, by language. An addition to the specification',
      }),
    ),
    deliveryDays: Type.Optional(
      Type.Object(
        { min: Type.Integer({ minimum: 0 }), max: Type.Integer({ minimum: 1 }) },
        { description: 'Working days until a normal order arrives. An addition to the specification' },
      ),
    ),
  },
  { $id: 'StoreInfo' },
);
export type StoreInfoJson = Static<typeof StoreInfoJson>;
