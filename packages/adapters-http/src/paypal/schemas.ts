import * as Schema from "effect/Schema";

/** A field that PayPal may omit or set to null. */

const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema));

export const Token = Schema.Struct({ access_token: Schema.String, expires_in: Schema.Number });

export const Refusal = Schema.Struct({
  name: Schema.optional(Schema.String),
  details: Schema.optional(Schema.Array(Schema.Struct({ issue: Schema.String }))),
  links: Schema.optional(Schema.Array(Schema.Struct({ rel: Schema.String, href: Schema.String }))),
});

const Money = Schema.Struct({ value: Schema.String.check(Schema.isPattern(/^\d+(\.\d{1,2})?$/)) });
const Links = Schema.Array(Schema.Struct({ rel: Schema.String, href: Schema.String }));

export const Order = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  purchase_units: optional(
    Schema.Array(
      Schema.Struct({
        custom_id: optional(Schema.String),
        payments: optional(
          Schema.Struct({
            captures: optional(
              Schema.Array(
                Schema.Struct({ id: Schema.String, status: Schema.String, amount: Money, create_time: Schema.String }),
              ),
            ),
          }),
        ),
      }),
    ),
  ),
  links: optional(Links),
});

export const Subscription = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  plan_id: optional(Schema.String),
  custom_id: optional(Schema.String),
  create_time: optional(Schema.String),
  update_time: optional(Schema.String),
  start_time: optional(Schema.String),
  status_update_time: optional(Schema.String),
  billing_info: optional(
    Schema.Struct({
      failed_payments_count: Schema.Number,
      cycle_executions: optional(
        Schema.Array(
          Schema.Struct({
            tenure_type: Schema.String,
            sequence: Schema.Number,
            cycles_remaining: optional(Schema.Number),
          }),
        ),
      ),
      last_payment: optional(Schema.Struct({ time: Schema.String })),
      last_failed_payment: optional(Schema.Struct({ time: Schema.String })),
    }),
  ),
  plan: optional(
    Schema.Struct({
      taxes: optional(Schema.Struct({ percentage: Schema.String.check(Schema.isPattern(/^\d+(\.\d+)?$/)) })),
      billing_cycles: optional(
        Schema.Array(
          Schema.Struct({
            sequence: Schema.Number,
            pricing_scheme: optional(Schema.Struct({ fixed_price: optional(Money) })),
          }),
        ),
      ),
    }),
  ),
  links: optional(Links),
});

export const Transactions = Schema.Struct({
  transactions: optional(
    Schema.Array(
      Schema.Struct({
        id: Schema.String,
        status: Schema.String,
        amount_with_breakdown: Schema.Struct({ gross_amount: Money }),
        time: Schema.String,
      }),
    ),
  ),
  links: optional(Links),
});

export const Refund = Schema.Struct({
  id: Schema.String,
  status: optional(Schema.String),
  amount: Money,
  seller_payable_breakdown: optional(Schema.Struct({ total_refunded_amount: optional(Money) })),
  links: optional(Links),
});

const DisputedTransactions = Schema.Array(
  Schema.Struct({ seller_transaction_id: optional(Schema.String), custom: optional(Schema.String) }),
);

export const Dispute = Schema.Struct({
  dispute_id: Schema.String,
  create_time: Schema.String,
  update_time: optional(Schema.String),
  status: Schema.String,
  dispute_amount: Money,
  dispute_outcome: optional(Schema.Struct({ outcome_code: optional(Schema.String), amount_refunded: optional(Money) })),
  disputed_transactions: optional(DisputedTransactions),
});

export const Verification = Schema.Struct({ verification_status: Schema.String });

export const Event = Schema.Struct({
  id: Schema.String,
  event_type: Schema.String,
  create_time: Schema.String,
  resource: Schema.Struct({
    // A dispute has no `id`.
    id: optional(Schema.String),
    dispute_id: optional(Schema.String),
    disputed_transactions: optional(DisputedTransactions),
    custom_id: optional(Schema.String),
    custom: optional(Schema.String),
    billing_agreement_id: optional(Schema.String),
    supplementary_data: optional(
      Schema.Struct({ related_ids: optional(Schema.Struct({ order_id: optional(Schema.String) })) }),
    ),
  }),
});
export type Event = typeof Event.Type;

export const Events = Schema.Struct({ events: optional(Schema.Array(Event)), links: optional(Links) });
