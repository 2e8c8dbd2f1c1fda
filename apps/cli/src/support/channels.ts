import type { Channel } from "@backlot/domain/accounts/channel";
import { SCOPES, type Scope } from "@backlot/domain/accounts/scope";
import { type Command, Option } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason } from "../arguments.ts";
import { type Output, ifNotFound, table } from "../output.ts";
import type { Registration } from "../registration.ts";
import { askSupport } from "../store.ts";

interface ChannelOptions extends Common {
  readonly key?: string;
}

const channelsText = async (channels: readonly Channel[]): Promise<string> =>
  channels.length === 0
    ? "There are no apps."
    : table(
        ["ID", "Name", "Scopes"],
        channels.map(({ id, name, scopes }) => [id, name, scopes.join(", ")]),
      );

/** Adds `backlot channels`: the apps that can ask customers for access. */
const addChannelsCommand = (program: Command, output: Output): void => {
  const channels = program.command("channels").description("manage the apps that can ask customers for access");
  const add = asksSupport(channels);
  add("list", "list the apps", ["list"]).action(async (options: ChannelOptions) => {
    const { data } = await askSupport(options.store, options.key, ({ support }) => support.channels());
    output.out(options.json ? pretty(data) : await channelsText(data));
  });
  takesReason(
    add("add", "add an app and print its client ID", [
      'add "Studio bot" --scope quote customer:act --reason "our chat"',
    ]),
  )
    .argument("<name>", "the app's name, as customers see it")
    .addOption(
      new Option("--scope <names...>", "the scopes that the app can request")
        .choices([...SCOPES])
        .makeOptionMandatory(),
    )
    .action(async (name: string, options: ChannelOptions & ByStaff & { readonly scope: readonly Scope[] }) => {
      const payload = { name, scopes: SCOPES.filter((scope) => options.scope.includes(scope)), ...byStaff(options) };
      const { data } = await askSupport(options.store, options.key, ({ support }) => support.addChannel({ payload }));
      output.out(options.json ? pretty(data) : `Client ID: ${data.id}`);
    });
  takesReason(add("remove", "remove an app and revoke its tokens", ['remove 0199f2a0 --reason "retired"']))
    .argument("<id>", "the client ID, from channels list")
    .action(async (id: string, options: ChannelOptions & ByStaff) => {
      const request = { params: { id }, query: byStaff(options) };
      await askSupport(options.store, options.key, ({ support }) => support.removeChannel(request)).catch(
        ifNotFound(`No app has the client ID "${id}". To list apps, run backlot channels list.`),
      );
      output.out(options.json ? pretty({ id }) : "App removed.");
    });
};

export const registration: Registration = { group: "Store", place: 17, add: addChannelsCommand };
