import * as Schema from "effect/Schema";

/** A licence id: 1 Individual, 2 Startup, 3–6 Enterprise by revenue. Not to be mixed up with a type id. (LIC-01) */
export const LicenceId = Schema.Literals([1, 2, 3, 4, 5, 6]).pipe(Schema.brand("LicenceId"));
export type LicenceId = typeof LicenceId.Type;

/** A licence type id: 1 Individual, 2 Startup, 3 Enterprise. (LIC-01) */
export const LicenceTypeId = Schema.Literals([1, 2, 3]).pipe(Schema.brand("LicenceTypeId"));
export type LicenceTypeId = typeof LicenceTypeId.Type;

/** A licence as the API serves it: factors are plain JSON numbers on the wire. (LIC-01) */
export const LicenceTypeRow = Schema.Struct({
  id: LicenceId,
  name: Schema.Literals(["Individual", "Startup", "Enterprise"]),
  type: Schema.Struct({ id: LicenceTypeId, name: Schema.Literals(["Individual", "Startup", "Enterprise"]) }),
  revenue: Schema.String,
  price_factor: Schema.Number,
  subscription_price_factor: Schema.Number,
});
export type LicenceTypeRow = typeof LicenceTypeRow.Type;
