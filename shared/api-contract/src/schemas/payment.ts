import { type Static, Type } from 'typebox';

export const PaymentFieldJson = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    placeholder: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    type: Type.Union([
      Type.Literal('text'),
      Type.Literal('email'),
      Type.Literal('password'),
      Type.Literal('number'),
      Type.Literal('tel'),
      Type.Literal('textarea'),
      Type.Literal('select'),
      Type.Literal('checkbox'),
    ]),
    options: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Object({ label: Type.String(), value: Type.String() })])),
    ),
    inline: Type.Optional(Type.Boolean()),
    mask: Type.Optional(
      Type.String({
        description: '9, 0 and # stand for a digit, a for a letter, * for either, any other character for itself',
      }),
    ),
    rules: Type.Optional(
      Type.Object({
        required: Type.Optional(Type.Boolean()),
        minLength: Type.Optional(Type.Integer({ minimum: 0 })),
        maxLength: Type.Optional(Type.Integer({ minimum: 0 })),
        pattern: Type.Optional(Type.String()),
      }),
    ),
    rulesMessages: Type.Optional(Type.Array(Type.String())),
    defaultValue: Type.Optional(Type.String()),
    showWhenFilled: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'PaymentField' },
);
export type PaymentFieldJson = Static<typeof PaymentFieldJson>;

export const NewPaymentJson = Type.Object(
  {
    fields: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2000 }), { maxProperties: 100 }),
    orderId: Type.String({ minLength: 1, maxLength: 100 }),
  },
  { $id: 'NewPayment' },
);
export type NewPaymentJson = Static<typeof NewPaymentJson>;

export const PaymentActionJson = Type.Object({
  type: Type.Union([Type.Literal('redirect_post'), Type.Literal('deeplink'), Type.Literal('qr')]),
  redirectUrl: Type.Optional(Type.String()),
  formParams: Type.Optional(
    Type.Object({
      type: Type.String(),
      url: Type.String(),
      data: Type.Record(Type.String(), Type.String()),
    }),
  ),
  qr: Type.Optional(Type.String({ description: 'Text to encode as a QR code, such as a upi:// link' })),
  qrBase64: Type.Optional(Type.String({ description: 'A PNG, with or without its data: prefix' })),
});

export const PaymentResponseJson = Type.Object(
  {
    success: Type.Boolean(),
    error: Type.Optional(Type.String()),
    redirectUrl: Type.Optional(Type.String()),
    action: Type.Optional(PaymentActionJson),
  },
  { $id: 'PaymentResponse' },
);
export type PaymentResponseJson = Static<typeof PaymentResponseJson>;
