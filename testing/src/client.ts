import type { Hono } from "hono";

/** An API response: its status and its JSON. */
export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the wire as it comes
  readonly body: any;
}

const asBrowser = async (url: string, form: Record<string, string>): Promise<Answered> => {
  const body = new URLSearchParams({ ...form, key: "pk_test_harness" });
  const answer = await fetch(url, { method: "POST", body });
  return { status: answer.status, body: await answer.json() };
};

/** Confirms an intent with a typed card. Card data goes only to Stripe. */
const confirmTyped = async (
  sandboxUrl: string,
  path: string,
  client_secret: string,
  number: string,
): Promise<Answered> => {
  const method = await asBrowser(`${sandboxUrl}/v1/payment_methods`, {
    type: "card",
    "card[number]": number,
    "card[exp_month]": "12",
    "card[exp_year]": "2034",
    "card[cvc]": "123",
  });
  return asBrowser(`${sandboxUrl}${path}`, { payment_method: method.body.id, client_secret });
};

/** A client that calls the app's routes. It sends its token once it has signed in. */
export class TestClient {
  readonly #app: Hono;
  /** The cookies that the API has set. */
  readonly #cookies = new Map<string, string>();
  token: string | null = null;

  constructor(app: Hono) {
    this.#app = app;
  }

  async call(method: string, path: string, payload?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const answer = await this.#app.request(path, {
      method,
      headers: {
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...(this.token === null ? {} : { authorization: this.token }),
        ...(this.#cookies.size === 0 ? {} : { cookie: this.#cookieHeader() }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
  }

  #cookieHeader = (): string => [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  /** Opens a file link with this client's session, once the file is made. The caller reads the bytes. */
  open = async (url: string, headers: Record<string, string> = {}): Promise<Response> => {
    for (;;) {
      const answer = await this.#app.request(new URL(url, "http://store").pathname, {
        headers: {
          ...(this.token === null ? {} : { authorization: this.token }),
          ...(this.#cookies.size === 0 ? {} : { cookie: this.#cookieHeader() }),
          ...headers,
        },
      });
      if (answer.status !== 202) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  get = (path: string) => this.call("GET", path);
  post = (path: string, payload: unknown) => this.call("POST", path, payload);
  put = (path: string, payload?: unknown) => this.call("PUT", path, payload);
  delete = (path: string) => this.call("DELETE", path);

  /** Signs up a new account and keeps its token. */
  async signUp(name = `p${Math.random().toString(36).slice(2)}`): Promise<Answered> {
    const made = await this.post("/api/users", {
      first_name: "Ada",
      last_name: "Lens",
      email: `${name}@example.com`,
      password: "correct horse",
    });
    this.token = made.body.data.token;
    return made;
  }

  /** Saves a card as the browser does: card data goes only to Stripe. Returns the setup intent's id. */
  async saveCard(sandboxUrl: string, number: string): Promise<{ readonly id: string; readonly answer: Answered }> {
    const { body: intent } = await this.post("/api/setup_intent", {});
    return { id: intent.id, answer: await this.confirmSetup(sandboxUrl, intent, number) };
  }

  /** Confirms a setup intent at Stripe with a card. */
  async confirmSetup(
    sandboxUrl: string,
    intent: { readonly id: string; readonly client_secret: string },
    number: string,
  ): Promise<Answered> {
    return confirmTyped(sandboxUrl, `/v1/setup_intents/${intent.id}/confirm`, intent.client_secret, number);
  }

  /** Pays a payment intent with a typed card, as the browser does. */
  async payTyped(
    sandboxUrl: string,
    payment: { readonly id: string; readonly client_secret: string },
    number: string,
  ): Promise<Answered> {
    return confirmTyped(sandboxUrl, `/v1/payment_intents/${payment.id}/confirm`, payment.client_secret, number);
  }
}
