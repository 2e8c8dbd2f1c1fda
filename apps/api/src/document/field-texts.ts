/** Texts by the path of a field, such as `data.items.label`. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The texts of one operation's doc comments. */
export interface OperationTexts {
  readonly text: string | null;
  /** The texts about the whole query, payload, and response. */
  readonly notes: readonly string[];
  readonly params: FieldTexts;
  readonly payload: FieldTexts;
  readonly success: FieldTexts;
}

/** The texts of the contract's doc comments. */
export interface ContractTexts {
  /** The texts of groups by name. */
  readonly tags: Readonly<Record<string, string>>;
  /** The texts of errors by code. */
  readonly errors: Readonly<Record<string, string>>;
  /** The texts of operations by their ids, such as `orders.list`. */
  readonly operations: Readonly<Record<string, OperationTexts>>;
  /** The texts of named schemas. */
  readonly schemas: Readonly<Record<string, { readonly text: string | null; readonly fields: FieldTexts }>>;
}
