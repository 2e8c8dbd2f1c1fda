/** An answer in its envelope. */
export const envelope = <A>(data: A): { readonly data: A } => ({ data });
