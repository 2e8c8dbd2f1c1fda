import { LIST_STATUS_SUBSCRIBED } from "@backlot/domain";
import { ContactTaken, type MailingList, MailingListUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type JsonAnswer, jsonCall } from "../json-call.ts";

/** The store's ActiveCampaign account, and the list that receives newsletters. */
export interface ActiveCampaignOptions {
  /** The account's own API URL, such as https://studio.api-us1.com. */
  readonly url: string;
  readonly apiToken: string;
  readonly list: string;
  readonly timeoutMs?: number | undefined;
}

// ActiveCampaign returns ids as strings in some responses and as numbers in others.
const Made = Schema.Struct({ contact: Schema.Struct({ id: Schema.Union([Schema.String, Schema.Number]) }) });
const Refused = Schema.Struct({ errors: Schema.Array(Schema.Struct({ code: Schema.optionalKey(Schema.String) })) });

const isDuplicate = ({ status, body }: JsonAnswer): boolean => {
  const read = Schema.decodeUnknownOption(Refused)(body);
  return status === 422 && read._tag === "Some" && read.value.errors.some(({ code }) => code === "duplicate");
};

const unavailable = (cause: unknown): MailingListUnavailable => new MailingListUnavailable({ cause });

/** Creates the mailing list port over ActiveCampaign's API, version 3. */
export const makeActiveCampaign = ({ url, apiToken, list, timeoutMs }: ActiveCampaignOptions): MailingList => {
  const post = (path: string, body: object): Effect.Effect<JsonAnswer, MailingListUnavailable> =>
    Effect.mapError(
      jsonCall(
        `${url}/api/3/${path}`,
        {
          method: "POST",
          headers: { "api-token": apiToken, "content-type": "application/json" },
          body: JSON.stringify(body),
        },
        timeoutMs,
      ),
      unavailable,
    );
  return {
    createContact: (contact) =>
      Effect.gen(function* () {
        const answer = yield* post("contacts", { contact });
        if (isDuplicate(answer)) return yield* new ContactTaken();
        if (answer.status >= 400) return yield* unavailable(answer);
        const body = yield* Effect.mapError(Schema.decodeUnknownEffect(Made)(answer.body), unavailable);
        return String(body.contact.id);
      }),
    subscribe: (contact) =>
      Effect.flatMap(
        post("contactLists", { contactList: { list, contact, status: LIST_STATUS_SUBSCRIBED } }),
        (answer) => (answer.status >= 400 ? Effect.fail(unavailable(answer)) : Effect.void),
      ),
  };
};
