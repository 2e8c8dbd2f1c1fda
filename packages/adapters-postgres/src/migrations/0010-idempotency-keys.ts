// The responses to requests with an idempotency key, kept for a day. Bodies are encrypted with the key.
export const statements = [
  `create table idempotency_keys (
     id text not null constraint idempotency_keys_pkey primary key, request text not null,
     at timestamptz not null, status integer, body text,
     constraint idempotency_keys_body_check check (body is null or status is not null))`,
  "create index idempotency_keys_at on idempotency_keys (at)",
];
