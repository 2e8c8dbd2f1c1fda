/** Who used a discount code, as a hash of the code and the address that outlives the account. */
export const codeHashes: readonly string[] = [
  `alter table orders add column code_hash text`,
  `update orders set code_hash = encode(sha256(convert_to(lower(used.code) || ':' || lower(used.email), 'UTF8')), 'hex')
     from (
       select discounted.id, coalesce(discount ->> 'code', discount ->> 'label') as code,
         coalesce(discounted.guest_email, accounts.email) as email
       from orders discounted
       join accounts on accounts.id = discounted.user_id and accounts.deleted_at is null
       cross join jsonb_array_elements(discounted.quote -> 'discounts') as discount
       where discount ->> 'kind' in ('promo', 'code')) as used
     where used.id = orders.id`,
  `create index orders_code_hash on orders (code_hash) where code_hash is not null`,
];
