import { newId } from "./ids.ts";
import type { Link } from "./resources/values.ts";

const NAMES = {
  400: "INVALID_REQUEST",
  401: "AUTHENTICATION_FAILURE",
  404: "RESOURCE_NOT_FOUND",
  409: "RESOURCE_CONFLICT",
  422: "UNPROCESSABLE_ENTITY",
  429: "RATE_LIMIT_REACHED",
  500: "INTERNAL_SERVER_ERROR",
} as const;

/** The body of an error response. */
export interface ErrorResource {
  readonly name: string;
  readonly message: string;
  readonly debug_id: string;
  readonly details: readonly { readonly issue: string; readonly description: string }[];
  readonly links: readonly Link[];
}

/** An API error with PayPal's issue code. */
export class PayPalError extends Error {
  readonly status: keyof typeof NAMES;
  readonly issue: string;

  constructor(status: PayPalError["status"], issue: string) {
    super(issue);
    this.status = status;
    this.issue = issue;
  }

  /** The body of the error response. */
  get resource(): ErrorResource {
    const { status, issue } = this;
    const details = [{ issue, description: issue }];
    return { name: NAMES[status], message: issue, debug_id: newId("", 13), details, links: [] };
  }
}
