import { COST_LIMITS, type Cost, type StaffRole, RATE_LIMITS } from "@backlot/domain";
import { AdminsOnly, BacklotApi, Costs, NeedsRole, PayerRequired, Repeatable, SupportRequired } from "@backlot/ports";
import * as Annotations from "effect/Context";
import * as Schema from "effect/Schema";
import * as HttpApi from "effect/http-api/HttpApi";
import type { JsonSchema } from "./json-schema.ts";

/**
 * Facts about an operation: its callers, according to its annotations, and the schemas of its parameters before they
 * are encoded.
 */
export interface Facts {
  readonly callers: readonly string[];
  /** Whether the operation accepts an idempotency key. */
  readonly takesKey: boolean;
  readonly parameters: Readonly<Record<string, JsonSchema>>;
}

export const NO_FACTS: Facts = { callers: [], takesKey: false, parameters: {} };

/** The texts about an operation's required role, by role. */
const KEY_TEXTS: Readonly<Record<StaffRole, string>> = {
  read: "Requires a support key.",
  support: "Requires a support key with the role support or admin.",
  admin: "Requires a support key with the role admin.",
};

const TEAM_NOTE = "Only for a team's administrator, or an account without a team.";

/** Returns the schemas of the fields of a query or a path, as typed values rather than as text. */
const typedFields = (schema: Schema.Top | undefined): Readonly<Record<string, JsonSchema>> => {
  if (schema === undefined) return {};
  const document = Schema.toJsonSchemaDocument(Schema.toType(schema) as Schema.Codec<unknown, unknown>);
  return (document.schema as JsonSchema).properties ?? {};
};

/** Formats a duration in seconds, such as "10 minutes" or "an hour". */
const timeText = (seconds: number): string =>
  (seconds % 3_600 === 0 ? `${seconds / 3_600} hours` : `${seconds / 60} minutes`)
    .replace(/^1 (\w+)s$/, "a $1")
    .replace("a hour", "an hour");

const CALLERS = {
  accounts: "an account",
  visitors: "a visitor's IP address",
  all: "an account or a visitor's IP address",
} as const;

/** Returns the text about the rate limit on a costly operation. */
const limitNote = (cost: Cost): string => {
  const { limit, of = "all", network } = COST_LIMITS[cost];
  const { attempts, seconds } = RATE_LIMITS[limit];
  const most = network === undefined ? "" : `, and an IP address ${RATE_LIMITS[network].attempts} in total`;
  return `By default, ${CALLERS[of]} can make ${attempts} such calls in ${timeText(seconds)}${most}.`;
};

/** Returns the facts about each operation of the contract, by `group.operation`. */
export const factsOf = (): ReadonlyMap<string, Facts> => {
  const facts = new Map<string, Facts>();
  HttpApi.reflect(BacklotApi, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, middleware }) => {
      const keys = new Set([...middleware].map(({ key }) => key));
      const cost = Annotations.get(endpoint.annotations, Costs);
      const role = endpoint.method === "GET" ? "read" : Annotations.get(endpoint.annotations, NeedsRole);
      const memberMessage = Annotations.get(endpoint.annotations, AdminsOnly);
      facts.set(`${group.identifier}.${endpoint.identifier}`, {
        callers: [
          ...(keys.has(SupportRequired.key) ? [KEY_TEXTS[role]] : []),
          ...(keys.has(PayerRequired.key) && memberMessage !== null ? [TEAM_NOTE] : []),
          ...(cost === null ? [] : [limitNote(cost)]),
        ],
        takesKey: endpoint.method === "POST" && Annotations.get(endpoint.annotations, Repeatable),
        parameters: { ...typedFields(endpoint.query), ...typedFields(endpoint.params) },
      });
    },
  });
  return facts;
};
