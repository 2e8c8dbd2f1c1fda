// The API document, for people and for tools that generate clients. It contains the contract with its doc comments, an
// example for each customer and visitor operation, and every possible status.
import { BacklotApi } from "@backlot/ports";
import * as OpenApi from "effect/http-api/OpenApi";
import contractTexts from "./contract-texts.json" with { type: "json" };
import { API_VERSION } from "../api-version.ts";
import { exampleOf } from "./examples.ts";
import type { ContractTexts, OperationTexts } from "./field-texts.ts";
import { type JsonSchema, describedSchema, withoutNull } from "./json-schema.ts";
import { NO_FACTS, factsOf } from "./operation-facts.ts";
import {
  type Body,
  CONFLICT,
  INTERNAL,
  KEY_PARAMETER,
  KEY_REUSED,
  RETRY_AFTER,
  type Reply,
  TOO_LARGE,
  replyText,
  withRunning,
} from "./replies.ts";

/** The texts of the contract's doc comments. Written by `npm run generate`. */
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

const NO_TEXTS: OperationTexts = { text: null, notes: [], params: {}, payload: {}, success: {} };

const ABOUT = [
  "The store's HTTP API. The store's own pages use only this API.",
  "**Units.** Amounts are whole cents of US dollars, credits are whole numbers, and times are UTC, such as " +
    "`2026-11-30T09:30:00.000Z`.",
  "**Authentication.** Visitors don't need a token. For a customer, send the token from `POST /api/sessions` as " +
    "`Authorization: Bearer …`. Staff send their support key the same way. The key's role (`read`, `support`, or " +
    "`admin`) determines which operations it can call.",
  '**Errors.** Every error has the form `{ "error": { "code", "message" } }`. `code` is for programs. `message` ' +
    "is for people. `invalid_request` lists the invalid fields in `issues`. Requests with unknown fields " +
    "fail.",
  "**Idempotency.** A POST with an `idempotency-key` of 16 to 200 characters, such as a UUID, runs once. For a " +
    "day, the same request with the same key gets the same response, with the header `idempotency-replayed`. A " +
    "different request with that key gets 422. While the first request is running, repeats get 409. Error responses " +
    "are not stored.",
  "**Lists.** While `has_more` is true, pass the last item's ID as `starting_after` to get the next page.",
  "**Versions.** The `api-version` header of a response is the API version. Minor versions only add fields and " +
    "operations. Before an operation or field is removed, it is marked as deprecated for at least one minor version.",
].join("\n\n");

/** Returns a name such as `InvalidRequestError` for an error's schema, and other names unchanged. */
const schemaName = (name: string): string => {
  const [, code] = /^([a-z_]+)Encoded$/.exec(name) ?? [];
  if (code === undefined) return name;
  const words = code.split("_").map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${words.join("")}Error`;
};

/** Returns a group's display name, such as "Plan variants". */
const tagName = (group: string): string => {
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

const withText = (schema: JsonSchema, text: string | undefined): JsonSchema =>
  text === undefined ? schema : { ...schema, description: text };

/** Completes the document that Effect generates from the contract. `siteUrl` is the store's origin. */
const complete = (spec: OpenApi.OpenAPISpec, siteUrl: string): object => {
  const facts = factsOf();
  const schemas = Object.fromEntries(
    Object.entries(spec.components.schemas).map(([name, schema]): readonly [string, JsonSchema] => {
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
    const [summary = text] = /^.*?\.(?= |$)/.exec(text) ?? [];
    const more = [text.slice(summary.length).trim(), ...texts.notes].filter((part) => part !== "").join(" ");
    const details = [...(more === "" ? [] : [more]), ...callers].join("\n\n");
    const isForCustomers = !operationId.startsWith("support.");
    const example = isForCustomers ? "with" : "without";
    const replies = Object.entries(responses).map(([status, reply]): readonly [string, Reply] => {
      const texted = { ...reply, description: replyText(status, reply, CONTRACT_TEXTS.errors) };
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
      summary: summary.replace(/\.$/, ""),
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
    openapi: spec.openapi,
    info: {
      title: "Store API",
      version: API_VERSION,
      description: ABOUT,
      license: { name: "All rights reserved", identifier: "LicenseRef-All-rights-reserved" },
    },
    servers: [{ url: siteUrl, description: "This store" }],
    tags: spec.tags.map(({ name }) => ({ name: tagName(name), description: CONTRACT_TEXTS.tags[name] ?? name })),
    security: [],
    paths: Object.fromEntries(
      Object.entries(spec.paths).map(([path, operations]) => [
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
          ...spec.components.securitySchemes["guest"],
          description: "A browser cookie, set when a guest first changes a cart.",
        },
      },
      schemas: {
        ...schemas,
        PlainError: {
          type: "object",
          description: "A server error.",
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

/** Returns the store's contract as a fully self-describing API. `siteUrl` is the store's origin. */
export const describedApi = (siteUrl: string) =>
  BacklotApi.annotate(OpenApi.Transform, (spec) => complete(spec as unknown as OpenApi.OpenAPISpec, siteUrl));

/** Returns the API document. `siteUrl` is the store's origin. */
export const apiDocument = (siteUrl: string): OpenApi.OpenAPISpec => OpenApi.fromApi(describedApi(siteUrl));
