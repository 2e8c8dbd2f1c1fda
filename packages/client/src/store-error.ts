/** A field that the store refused, and why. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The body of every API error. */
interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly issues?: readonly Issue[];
}

const bodyOf = (answered: unknown): ErrorBody => {
  const inner: unknown = Reflect.get(Object(answered), "error");
  return typeof inner === "object" && inner !== null ? inner : {};
};

/** A call that the store refused. `message` can be shown to people. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly status: number;
  /** The code of the error, such as "conflict". */
  readonly code: string;
  /** The machine-readable cause if the error code has several, or null. */
  readonly reason: string | null;
  /** The fields that were refused. */
  readonly issues: readonly Issue[];
  /** The number of seconds to wait before retrying, or null if retrying doesn't help. */
  readonly retryAfter: number | null;
  /** The whole error, including the fields that only some errors have. */
  readonly body: unknown;

  constructor(response: Response, answered: unknown) {
    const {
      code = "unknown",
      message = `The store responded with status ${response.status}.`,
      reason,
      issues = [],
    } = bodyOf(answered);
    const [first] = issues;
    super(first === undefined ? message : `${message} ${first.path}: ${first.message}`);
    const wait = response.headers.get("retry-after");
    this.status = response.status;
    this.code = code;
    this.reason = reason ?? null;
    this.issues = issues;
    this.retryAfter = wait === null ? null : Number(wait);
    this.body = answered;
  }
}
