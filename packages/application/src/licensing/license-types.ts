import { licenseTypeRows } from "@backlot/domain";
import { LicenseTypes } from "@backlot/ports/licensing/license-types.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";
import { currentPriceRules } from "../price-rules.ts";

export const licenseTypes = implement(LicenseTypes, { list: () => Effect.map(currentPriceRules, licenseTypeRows) });
