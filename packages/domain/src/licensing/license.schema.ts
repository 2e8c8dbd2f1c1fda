import * as Schema from "effect/Schema";

/** The id of a license: 1 Individual, 2 Startup, 3–6 Enterprise by revenue. Don't confuse it with a license type id. */
export const LicenseId = Schema.Literals([1, 2, 3, 4, 5, 6]).pipe(Schema.brand("LicenseId"));
export type LicenseId = typeof LicenseId.Type;

/** The id of a license type: 1 Individual, 2 Startup, 3 Enterprise. */
export const LicenseTypeId = Schema.Literals([1, 2, 3]).pipe(Schema.brand("LicenseTypeId"));
export type LicenseTypeId = typeof LicenseTypeId.Type;

/** A license in the API. `revenue` describes the annual revenue it covers. The factors are plain JSON numbers. */
export const LicenseTypeRow = Schema.Struct({
  id: LicenseId,
  name: Schema.Literals(["Individual", "Startup", "Enterprise"]),
  type: Schema.Struct({ id: LicenseTypeId, name: Schema.Literals(["Individual", "Startup", "Enterprise"]) }),
  revenue: Schema.String,
  price_factor: Schema.Finite,
  subscription_price_factor: Schema.Finite,
});
export type LicenseTypeRow = typeof LicenseTypeRow.Type;
