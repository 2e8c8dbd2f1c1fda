/** Adds the code to the discounts of quotes, which named it only in their label. */
export const discountCodes: readonly string[] = [
  `update orders set quote = jsonb_set(quote, '{discounts}', (
     select jsonb_agg(
       case when discount ->> 'kind' in ('promo', 'code')
         then discount || jsonb_build_object('code', discount -> 'label') else discount end
       order by place)
     from jsonb_array_elements(quote -> 'discounts') with ordinality as listed (discount, place)))
   where quote -> 'discounts' @> '[{"kind": "promo"}]' or quote -> 'discounts' @> '[{"kind": "code"}]'`,
];
