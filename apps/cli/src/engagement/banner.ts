import { formatWhole } from "@backlot/domain/kernel/whole-number";
import {
  MAX_NOTIFICATION_BODY,
  MAX_NOTIFICATION_HEADING,
  NOTIFICATION_TAGS,
  type SetNotification,
  characterCount,
  untilText,
} from "@backlot/domain";
import type { Instant } from "@backlot/domain/kernel/calendar";
import { InvalidArgumentError, Option, type Command } from "commander";
import {
  type ByStaff,
  type Common,
  asksSupport,
  byStaff,
  pretty,
  takesReason,
  timeArgument,
  wordsArgument,
} from "../arguments.ts";
import type { Output } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface BannerOptions extends Common {
  readonly key?: string;
}

interface PutOptions extends BannerOptions, ByStaff {
  readonly body?: string;
  readonly until?: Instant;
}

/** Parses the banner's HTML body. Fails if it is too long. */
const bodyArgument = (text: string): string => {
  if (characterCount(text) > MAX_NOTIFICATION_BODY)
    throw new InvalidArgumentError(`Use up to ${formatWhole(MAX_NOTIFICATION_BODY)} characters.`);
  return text;
};

const bannerText = ({ heading, body, ends_at }: SetNotification): string =>
  [`Shown on every page, ${untilText(ends_at)}:`, heading, body].filter((each) => each !== "").join("\n");

const show = (banner: SetNotification | null, options: BannerOptions, output: Output): void =>
  output.out(options.json ? pretty(banner) : banner === null ? "No banner is shown." : bannerText(banner));

/** Adds `backlot banner`: the notification bar at the top of every page. */
const addBannerCommand = (program: Command, output: Output): void => {
  const banner = program.command("banner").description("show, set, and remove the banner at the top of every page");
  const add = asksSupport(banner);
  add("show", "show the current banner", ["show"]).action(async (options: BannerOptions) => {
    const { data } = await askSupport(options.store, options.key, (client) => client.support.notifications());
    show(data[0] ?? null, options, output);
  });
  takesReason(
    add("put", "set the banner, replacing the current one", [
      'put "Closed on Sunday." --reason "store maintenance"',
      `put "Closed on Sunday." --body 'From <b>8</b> to 9 UTC.' --until 2036-12-01T09:00:00Z --reason "maintenance"`,
    ]),
  )
    .argument(
      "<heading>",
      `plain text, up to ${MAX_NOTIFICATION_HEADING} characters`,
      wordsArgument(MAX_NOTIFICATION_HEADING),
    )
    .addOption(
      new Option(
        "--body <html>",
        `more text, as HTML with ${NOTIFICATION_TAGS.join(", ")}; other tags and links without a full URL are removed`,
      ).argParser(bodyArgument),
    )
    .addOption(new Option("--until <time>", "end time (default: until you remove it)").argParser(timeArgument))
    .action(async (heading: string, options: PutOptions) => {
      const { body = "", until = null } = options;
      const banner = { notification_type: "top_bar", heading, body, ends_at: until } as const;
      const payload = { ...banner, ...byStaff(options) };
      const { data } = await askSupport(options.store, options.key, (client) =>
        client.support.putNotification({ payload }),
      );
      show(data, options, output);
    });
  const end = add("end", "remove the banner", ['end --reason "maintenance is over"']);
  takesReason(end).action(async (options: BannerOptions & ByStaff) => {
    const query = byStaff(options);
    const params = { notification_type: "top_bar" } as const;
    const { data } = await askSupport(options.store, options.key, (client) => client.support.notifications());
    if (data.length === 0) output.err("No banner was shown.");
    await askSupport(options.store, options.key, (client) => client.support.removeNotification({ params, query }));
    show(null, options, output);
  });
};

export const registration: Registration = { group: "Store", place: 8, add: addBannerCommand };
