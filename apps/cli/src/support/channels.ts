import type { Channel, Scope } from "@backlot/domain/accounts/scope";
import { SCOPES } from "@backlot/domain/accounts/scope";
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
    ? "There are no channels."
    : table(
        ["ID", "Name", "Scopes"],
        channels.map(({ id, name, scopes }) => [id, name, scopes.join(", ")]),
      );

/** Adds `backlot channels`: the programs that may ask customers for access. */
const addChannelsCommand = (program: Command, output: Output): void => {
  const channels = program.command("channels").description("let other programs ask customers for access");
  const add = asksSupport(channels);
  add("list", "list the programs that may ask", ["list"]).action(async (options: ChannelOptions) => {
    const { data } = await askSupport(options.store, options.key, ({ support }) => support.channels());
    output.out(options.json ? pretty(data) : await channelsText(data));
  });
  takesReason(
    add("add", "let a program ask for access; prints its client ID", [
      'add "Studio bot" --scope quote customer:act --reason "our chat"',
    ]),
  )
    .argument("<name>", "the name that customers read when it asks them")
    .addOption(new Option("--scope <names...>", "what it may ask for").choices([...SCOPES]).makeOptionMandatory())
    .action(async (name: string, options: ChannelOptions & ByStaff & { readonly scope: readonly Scope[] }) => {
      const payload = { name, scopes: SCOPES.filter((scope) => options.scope.includes(scope)), ...byStaff(options) };
      const { data } = await askSupport(options.store, options.key, ({ support }) => support.addChannel({ payload }));
      output.out(options.json ? pretty(data) : `Client ID: ${data.id}`);
    });
  takesReason(
    add("remove", "remove a program; its tokens stop working at once", ['remove 0199f2a0 --reason "retired"']),
  )
    .argument("<id>", "the client ID, as channels list prints it")
    .action(async (id: string, options: ChannelOptions & ByStaff) => {
      const request = { params: { id }, query: byStaff(options) };
      await askSupport(options.store, options.key, ({ support }) => support.removeChannel(request)).catch(
        ifNotFound(`No channel has the ID "${id}": see backlot channels list.`),
      );
      output.out(options.json ? pretty({ id }) : "The channel is removed.");
    });
};

export const registration: Registration = { group: "The whole store", place: 17, add: addChannelsCommand };
