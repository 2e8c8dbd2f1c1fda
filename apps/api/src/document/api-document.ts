// The API document for people and for tools that generate clients: the contract with its doc comments, an example for
// each operation of customers and visitors, and every status that can come.
import { TRY_LIMITS } from "@backlot/domain";
import { AdminsOnly, BacklotApi, Costs, NeedsRole, PayerRequired, Repeatable, SupportRequired } from "@backlot/ports";
import * as Annotations from "effect/Context";
import * as Schema from "effect/Schema";
import * as HttpApi from "effect/http-api/HttpApi";
import * as OpenApi from "effect/http-api/OpenApi";
import contractTexts from "./contract-texts.json" with { type: "json" };
import { API_VERSION } from "../api-version.ts";
import { exampleOf } from "./examples.ts";
import type { ContractTexts, FieldTexts, OperationTexts } from "./field-texts.ts";
import { REASONS, reasonText } from "./reasons.ts";
import { type JsonSchema, describedSchema, withoutNull } from "./json-schema.ts";

/** What the doc comments of the contract say. Written by `npm run generate`. */
const CONTRACT_TEXTS: ContractTexts = contractTexts;

/** The part of an operation that this module changes. */
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Reply>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: object }>>;
}

interface Reply extends Partial<Body> {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
}

const NO_TEXTS: OperationTexts = { text: null, notes: [], params: {}, payload: {}, success: {} };

const ABOUT = [
  "The HTTP API of the store. Everything that its pages do goes through it.",
  "**Units.** Amounts are whole cents of US dollars, credits are whole numbers, and times are UTC, such as " +
    "`2026-11-30T09:30:00.000Z`.",
  "**Authentication.** Visitors need nothing. For a customer, send the token from `POST /api/sessions` as " +
    "`Authorization: Bearer …`. Staff send their support key in the same way; its role (`read`, `support`, or " +
    "`admin`) decides what it allows.",
  '**Errors.** Every error has the form `{ "error": { "code", "message" } }`. `code` is for programs, and `message` ' +
    "can be shown to people. `invalid_request` lists the fields in `issues`. A request with a key that the API " +
    "doesn't know fails.",
  "**Repeating a request.** A POST with an `idempotency-key` of 16 to 200 characters, such as a UUID, happens once: " +
    "for a day, the same request with the same key gets the same response, with the header `idempotency-replayed`. " +
    "Another request with the key gets 422. While the first one runs, the others get 409. After an error, nothing is " +
    "remembered.",
  "**Lists.** Pass the ID of the last item as `starting_after` to get the next page, while `has_more` is true.",
  "**Versions.** Responses have the version of the API in the header `api-version`. Within a major version, fields " +
    "and operations are only added. An operation or a field that will be removed is marked as deprecated for at " +
    "least one minor version first.",
].join("\n\n");

/** Returns a name such as `InvalidRequestError` for the schema of an error, and other names as they are. */
const schemaName = (name: string): string => {
  const [, code] = /^([a-z_]+)Encoded$/.exec(name) ?? [];
  if (code === undefined) return name;
  const words = code.split("_").map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${words.join("")}Error`;
};

/** Returns a group's name for people, such as "Plan variants". */
const tagName = (group: string): string => {
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** What an operation's annotations say about its callers, and the schemas of its parameters before they are encoded. */
interface Facts {
  readonly callers: readonly string[];
  /** Whether it takes an idempotency key. */
  readonly takesKey: boolean;
  readonly parameters: Readonly<Record<string, JsonSchema>>;
}

const NO_FACTS: Facts = { callers: [], takesKey: false, parameters: {} };

const TEAM_NOTE = "Team members can't use it: only the team's administrator, or an account without a team.";

/** Returns the schemas of the fields of a query or a path, as values rather than as text. */
const typedFields = (schema: Schema.Top | undefined): Readonly<Record<string, JsonSchema>> => {
  if (schema === undefined) return {};
  const document = Schema.toJsonSchemaDocument(Schema.toType(schema) as Schema.Codec<unknown, unknown>);
  return (document.schema as JsonSchema).properties ?? {};
};

const limitNote = (cost: string): string => {
  const names: Readonly<Record<string, keyof typeof TRY_LIMITS>> = {
    ...{ payment: "payments", inquiry: "inquiries", cart: "carts", document: "documents" },
    ...{ download: "downloads", invitation: "invitations" },
  };
  const name = names[cost];
  if (name === undefined) throw new Error(`there is no limit on ${cost}`);
  const { attempts, seconds } = TRY_LIMITS[name];
  const time = seconds % 3_600 === 0 ? `${seconds / 3_600} hours` : `${seconds / 60} minutes`;
  const within = time.replace(/^1 (\w+)s$/, "a $1").replace("a hour", "an hour");
  return `Limited to ${attempts} calls in ${within} by default.`;
};

const factsOf = (): ReadonlyMap<string, Facts> => {
  const facts = new Map<string, Facts>();
  HttpApi.reflect(BacklotApi, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, middleware }) => {
      const keys = new Set([...middleware].map(({ key }) => key));
      const cost = Annotations.get(endpoint.annotations, Costs);
      const role = endpoint.method === "GET" ? "read" : Annotations.get(endpoint.annotations, NeedsRole);
      const told = Annotations.get(endpoint.annotations, AdminsOnly);
      facts.set(`${group.identifier}.${endpoint.identifier}`, {
        callers: [
          ...(keys.has(SupportRequired.key) ? [`Needs a support key with the role \`${role}\` or a higher one.`] : []),
          ...(keys.has(PayerRequired.key) && told !== null ? [TEAM_NOTE] : []),
          ...(cost === null ? [] : [limitNote(cost)]),
        ],
        takesKey: endpoint.method === "POST" && Annotations.get(endpoint.annotations, Repeatable),
        parameters: { ...typedFields(endpoint.query), ...typedFields(endpoint.params) },
      });
    },
  });
  return facts;
};

const RETRY_AFTER = {
  "retry-after": { description: "After how many seconds to repeat the request.", schema: { type: "integer" } },
};

const withText = (schema: JsonSchema, text: string | undefined): JsonSchema =>
  text === undefined ? schema : { ...schema, description: text };

/** Returns an error response in the form of all errors. */
const errorReply = (description: string, code: string): Reply => ({
  description,
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/PlainError" },
      examples: { usual: { value: { error: { code, message: description } } } },
    },
  },
});

/** What the fields of a conflict say. */
const CONFLICT: FieldTexts = {
  "error.reason": REASONS.map((reason) => `\`${reason}\`: ${reasonText(reason)}`).join("\n\n"),
  "error.now": "The current offer, if it differs from the one that the buyer was shown. `total` is in cents.",
  "error.order_id":
    "The plan order that is in progress, with `order_in_progress`. Wait for it instead of paying again.",
};

const KEY_PARAMETER = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description: "Makes the request happen once, however often it is sent with this key.",
  schema: { type: "string", minLength: 16, maxLength: 200 },
  example: "0199f2a0-5c1e-7a77-8d3c-1d5a4f1f2b3c",
};

const KEY_REUSED = errorReply("The key was used for another request.", "idempotency_key_reused");
const RUNNING = errorReply("The same request is still running. Send it again in a moment.", "request_in_progress");

/** Adds to a POST operation's conflicts that a request with the same key is still running. */
const withRunning = (replies: readonly (readonly [string, Reply])[]): readonly (readonly [string, Reply])[] =>
  replies.some(([status]) => status === "409")
    ? replies.map(([status, reply]) => [
        status,
        status === "409"
          ? { ...reply, description: `${reply.description}\n\n\`request_in_progress\`: ${RUNNING.description}` }
          : reply,
      ])
    : [...replies, ["409", RUNNING]];

const TOO_LARGE = errorReply("The request is too large.", "too_large");
const INTERNAL = errorReply("Something went wrong in the store. The log has the request's ID.", "internal");

/** Returns what a response with a status says: the errors that it can be, or else that it worked. */
const replyText = (status: string, { content, description }: Reply): string => {
  if (status === "204") return "Done. The response has no body.";
  const { schema = {} } = content?.["application/json"] ?? {};
  const codes = (schema.anyOf ?? [schema]).flatMap(({ $ref = "" }) => {
    const [, code] = /\/([a-z_]+)Encoded$/.exec($ref) ?? [];
    return code === undefined ? [] : [code];
  });
  if (codes.length === 0) return description === "Success" ? "Done." : description;
  return codes.map((code) => `\`${code}\`: ${CONTRACT_TEXTS.errors[code] ?? ""}`).join("\n\n");
};

/** Completes the document that effect makes of the contract. `siteUrl` is the store's origin. */
const complete = (made: OpenApi.OpenAPISpec, siteUrl: string): object => {
  const facts = factsOf();
  const schemas = Object.fromEntries(
    Object.entries(made.components.schemas).map(([name, schema]): readonly [string, JsonSchema] => {
      const { text = undefined, fields = {} } = CONTRACT_TEXTS.schemas[name] ?? {};
      const [, code = ""] = /^([a-z_]+)Encoded$/.exec(name) ?? [];
      const described = describedSchema(schema as JsonSchema, code === "conflict" ? CONFLICT : fields, schemaName);
      return [schemaName(name), withText(described, text ?? CONTRACT_TEXTS.errors[code])];
    }),
  );
  const named = (name: string): JsonSchema | undefined => schemas[name];
  const bodyOf = ({ content }: Body, texts: OperationTexts["payload"], example: "with" | "without"): Body["content"] =>
    Object.fromEntries(
      Object.entries(content).map(([type, { schema }]) => {
        const described = describedSchema(schema, texts, schemaName);
        return [
          type,
          {
            schema: described,
            ...(example === "with" ? { examples: { usual: { value: exampleOf(described, named) } } } : {}),
          },
        ];
      }),
    );
  const operationOf = (operation: Operation): object => {
    const { operationId, parameters, requestBody, responses } = operation;
    const texts = CONTRACT_TEXTS.operations[operationId] ?? NO_TEXTS;
    const { callers, takesKey, parameters: typed } = facts.get(operationId) ?? NO_FACTS;
    const text = texts.text ?? operationId;
    const [summary = text] = /^.*?[.:](?= |$)/.exec(text) ?? [];
    const more = [text.slice(summary.length).trim(), ...texts.notes].filter((part) => part !== "").join(" ");
    const details = [...(more === "" ? [] : [more]), ...callers].join("\n\n");
    const isForCustomers = !operationId.startsWith("support.");
    const example = isForCustomers ? "with" : "without";
    const replies = Object.entries(responses).map(([status, reply]): readonly [string, Reply] => {
      const texted = { ...reply, description: replyText(status, reply) };
      const { content } = reply;
      const described =
        content === undefined
          ? texted
          : { ...texted, content: bodyOf({ content }, texts.success, status < "300" ? example : "without") };
      return [status, status === "503" ? { ...described, headers: RETRY_AFTER } : described];
    });
    return {
      ...operation,
      tags: operation.tags.map(tagName),
      summary: summary.replace(/[.:]$/, ""),
      description: details === "" ? text : details,
      parameters: [
        ...parameters.map(({ name, schema, ...parameter }) => {
          const plain = describedSchema(withoutNull(typed[name] ?? schema), {});
          return {
            name,
            ...parameter,
            ...(texts.params[name] === undefined ? {} : { description: texts.params[name] }),
            schema: plain,
            ...(isForCustomers ? { example: exampleOf(plain, named, name) } : {}),
          };
        }),
        ...(takesKey ? [KEY_PARAMETER] : []),
      ],
      ...(requestBody === undefined
        ? {}
        : { requestBody: { ...requestBody, content: bodyOf(requestBody, texts.payload, example) } }),
      responses: Object.fromEntries([
        ...(takesKey ? withRunning(replies) : replies),
        ...(requestBody === undefined ? [] : [["413", TOO_LARGE] as const]),
        ...(takesKey ? [["422", KEY_REUSED] as const] : []),
        ["500", INTERNAL],
      ]),
    };
  };
  return {
    openapi: made.openapi,
    info: {
      title: "Store API",
      version: API_VERSION,
      description: ABOUT,
      license: { name: "All rights reserved", identifier: "LicenseRef-All-rights-reserved" },
    },
    servers: [{ url: siteUrl, description: "This store" }],
    tags: made.tags.map(({ name }) => ({ name: tagName(name), description: CONTRACT_TEXTS.tags[name] ?? name })),
    security: [],
    paths: Object.fromEntries(
      Object.entries(made.paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, operationOf(operation as Operation)]),
        ),
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A customer's token, from `POST /api/sessions`." },
        support: { type: "http", scheme: "bearer", description: "A support key." },
        guest: {
          ...made.components.securitySchemes["guest"],
          description: "A browser's cookie, which the store sets when a guest first changes a cart.",
        },
      },
      schemas: {
        ...schemas,
        PlainError: {
          type: "object",
          description: "An error of the server itself.",
          properties: {
            error: {
              type: "object",
              properties: { code: { type: "string" }, message: { type: "string" } },
              required: ["code", "message"],
            },
          },
          required: ["error"],
        },
      },
    },
  };
};

/** Returns the store's contract as an API that describes itself completely. `siteUrl` is the store's origin. */
export const describedApi = (siteUrl: string) =>
  BacklotApi.annotate(OpenApi.Transform, (made) => complete(made as unknown as OpenApi.OpenAPISpec, siteUrl));

/** Returns the API document. `siteUrl` is the store's origin. */
export const apiDocument = (siteUrl: string): OpenApi.OpenAPISpec => OpenApi.fromApi(describedApi(siteUrl));
