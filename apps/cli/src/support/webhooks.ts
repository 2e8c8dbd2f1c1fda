import { utcMinute } from "@backlot/domain";
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "@backlot/domain/support/webhook";
import { WebhookEvent as Event } from "@backlot/domain/support/webhook.schema";
import { type Command, Option } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, countArgument, pretty, takesReason } from "../arguments.ts";
import { type Output, ifNotFound, table } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface WebhookOptions extends Common {
  readonly key?: string;
}

const endpointsText = async (endpoints: readonly WebhookEndpoint[]): Promise<string> =>
  endpoints.length === 0
    ? "There are no webhooks."
    : table(
        ["ID", "URL", "Events"],
        endpoints.map(({ id, url, events }) => [id, url, events.join(", ")]),
      );

const stateOf = ({ delivered_at, next_attempt_at, last_error, attempts }: WebhookDelivery): string => {
  if (delivered_at !== null) return `delivered ${utcMinute(delivered_at)}`;
  const why = last_error === null ? "" : `: ${last_error}`;
  if (next_attempt_at === null) return `gave up after ${attempts} attempts${why}`;
  return attempts === 0 ? "waiting" : `next attempt ${utcMinute(next_attempt_at)}${why}`;
};

const deliveriesText = async (deliveries: readonly WebhookDelivery[]): Promise<string> =>
  deliveries.length === 0
    ? "There are no deliveries."
    : table(
        ["ID", "Event", "Time (UTC)", "State"],
        deliveries.map((each) => [String(each.id), each.type, utcMinute(each.at), stateOf(each)]),
      );

/** Adds `backlot webhooks`: the URLs that receive the store's events. */
const addWebhooksCommand = (program: Command, output: Output): void => {
  const webhooks = program.command("webhooks").description("manage webhooks, which notify other programs of events");
  const add = asksSupport(webhooks);
  add("list", "list the webhooks", ["list"]).action(async (options: WebhookOptions) => {
    const { data } = await askSupport(options.store, options.key, ({ support }) => support.webhooks());
    output.out(options.json ? pretty(data) : await endpointsText(data));
  });
  takesReason(
    add("add", "add a webhook and print its signing secret, which isn't shown again", [
      'add https://studio.example/hooks --event order.paid payment.refunded --reason "accounting"',
    ]),
  )
    .argument("<url>", "URL to send the events to")
    .addOption(
      new Option("--event <names...>", "the events to send").choices([...Event.literals]).makeOptionMandatory(),
    )
    .action(async (url: string, options: WebhookOptions & ByStaff & { readonly event: readonly WebhookEvent[] }) => {
      const payload = { url, events: [...new Set(options.event)], ...byStaff(options) };
      const { data } = await askSupport(options.store, options.key, ({ support }) => support.addWebhook({ payload }));
      if (options.json) return output.out(pretty(data));
      output.out(`ID: ${data.id}\nSecret: ${data.secret}\nSave the secret. The store won't show it again.`);
    });
  takesReason(add("remove", "remove a webhook", ['remove 0199f2a0 --reason "no longer used"']))
    .argument("<id>", "the webhook's ID, from webhooks list")
    .action(async (id: string, options: WebhookOptions & ByStaff) => {
      const request = { params: { id }, query: byStaff(options) };
      await askSupport(options.store, options.key, ({ support }) => support.removeWebhook(request)).catch(
        ifNotFound(`No webhook has the ID "${id}". To list webhooks, run backlot webhooks list.`),
      );
      output.out(options.json ? pretty({ id }) : "Webhook removed.");
    });
  add("deliveries", "list deliveries from the last month, newest first", ["deliveries --failed"])
    .addOption(new Option("--failed", "list only undelivered events"))
    .addOption(new Option("--limit <n>", "the number of deliveries, up to 100").argParser(countArgument).default(20))
    .action(async (options: WebhookOptions & { readonly failed?: boolean; readonly limit: number }) => {
      const query = { limit: options.limit, ...(options.failed === true ? { failed: "true" as const } : {}) };
      const { data } = await askSupport(options.store, options.key, ({ support }) =>
        support.webhookDeliveries({ query }),
      );
      output.out(options.json ? pretty(data) : await deliveriesText(data));
    });
  takesReason(add("resend", "send an event again", ['resend 42 --reason "their server was down"']))
    .argument("<delivery>", "the delivery's ID, from webhooks deliveries", countArgument)
    .action(async (id: number, options: WebhookOptions & ByStaff) => {
      const payload = { id, ...byStaff(options) };
      await askSupport(options.store, options.key, ({ support }) => support.resendWebhook({ payload })).catch(
        ifNotFound(`No delivery has the ID ${id}. To list deliveries, run backlot webhooks deliveries.`),
      );
      output.out(options.json ? pretty({ id }) : "The event will be sent again.");
    });
};

export const registration: Registration = { group: "Store", place: 16, add: addWebhooksCommand };
