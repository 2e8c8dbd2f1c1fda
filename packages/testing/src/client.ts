import type { Hono } from "hono";

/** What the API answers: its status and its JSON. */
export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the wire as it comes
  readonly body: any;
}

/** A client of the API by its routes, with a token once it has signed in. */
export class TestClient {
  readonly #app: Hono;
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
        ...headers,
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
  }

  get = (path: string) => this.call("GET", path);
  post = (path: string, payload: unknown) => this.call("POST", path, payload);

  /** Signs up somebody new and keeps the token. */
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

  /** Saves a card as the browser does: card data goes to the provider alone. Answers the setup intent's id. */
  async saveCard(sandboxUrl: string, number: string): Promise<{ readonly id: string; readonly answer: Answered }> {
    const { body: intent } = await this.post("/api/setup_intent", {});
    return { id: intent.id, answer: await this.confirmSetup(sandboxUrl, intent, number) };
  }

  /** Confirms a setup intent at the provider with a card. */
  async confirmSetup(
    sandboxUrl: string,
    intent: { readonly id: string; readonly client_secret: string },
    number: string,
  ): Promise<Answered> {
    const browser = async (path: string, form: Record<string, string>): Promise<Answered> => {
      const answer = await fetch(`${sandboxUrl}${path}`, {
        method: "POST",
        body: new URLSearchParams({ ...form, key: "pk_test_harness" }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const method = await browser("/v1/payment_methods", {
      type: "card",
      "card[number]": number,
      "card[exp_month]": "12",
      "card[exp_year]": "2034",
      "card[cvc]": "123",
    });
    return browser(`/v1/setup_intents/${intent.id}/confirm`, {
      payment_method: method.body.id,
      client_secret: intent.client_secret,
    });
  }
}
