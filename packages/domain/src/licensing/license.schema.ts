import * as Schema from "effect/Schema";

/** A license id: 1 Individual, 2 Startup, 3–6 Enterprise by revenue. Not to be mixed up with a type id. (LIC-01) */
export const LicenseId = Schema.Literals([1, 2, 3, 4, 5, 6]).pipe(Schema.brand("LicenseId"));
export type LicenseId = typeof LicenseId.Type;

/** A license type id: 1 Individual, 2 Startup, 3 Enterprise. (LIC-01) */
export const LicenseTypeId = Schema.Literals([1, 2, 3]).pipe(Schema.brand("LicenseTypeId"));
export type LicenseTypeId = typeof LicenseTypeId.Type;

/** A license as the API serves it: factors are plain JSON numbers on the wire. (LIC-01) */
export const LicenseTypeRow = Schema.Struct({
  id: LicenseId,
  name: Schema.Literals(["Individual", "Startup", "Enterprise"]),
  type: Schema.Struct({ id: LicenseTypeId, name: Schema.Literals(["Individual", "Startup", "Enterprise"]) }),
  revenue: Schema.String,
  price_factor: Schema.Number,
  subscription_price_factor: Schema.Number,
});
export type LicenseTypeRow = typeof LicenseTypeRow.Type;
