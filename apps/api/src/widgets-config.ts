import { BadSetting, bothOrNone } from "./bad-setting.ts";
import { isWebAddress } from "./web-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A live chat: its script, and whatever it loads from elsewhere. */
export interface ChatConfig {
  readonly scriptUrl: string;
  /** Sources as a content security policy names them. The script's own is among them. */
  readonly origins: readonly string[];
}

/** Churnkey, which asks for another card when a payment failed. */
export interface RecoveryConfig {
  readonly appId: string;
  readonly apiKey: string;
  /** The sandbox's script; undefined for the service's own. */
  readonly scriptUrl: string | undefined;
}

const SOURCE = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z\d.-]+(?::\d{1,5})?$/i;

/** The live chat's settings; null without one. In production it refuses a script that is sent in clear. (SHL-08) */
export const chatIn = (env: Environment, production: boolean): ChatConfig | null => {
  const { CHAT_SCRIPT_URL: scriptUrl = "", CHAT_SOURCES = "" } = env;
  if (scriptUrl === "") {
    if (CHAT_SOURCES !== "") throw new BadSetting("CHAT_SOURCES is set without CHAT_SCRIPT_URL: set both, or none.");
    return null;
  }
  if (!isWebAddress(scriptUrl))
    throw new BadSetting(`CHAT_SCRIPT_URL is "${scriptUrl}": use the address of your chat's script.`);
  if (production && new URL(scriptUrl).protocol !== "https:")
    throw new BadSetting(`CHAT_SCRIPT_URL is "${scriptUrl}", but NODE_ENV is production: use an https address.`);
  const named = CHAT_SOURCES.split(/\s+/).filter((each) => each !== "");
  const wrong = named.find((each) => !SOURCE.test(each) || (production && !/^(?:https|wss):/i.test(each)));
  if (wrong !== undefined)
    throw new BadSetting(
      `CHAT_SOURCES names "${wrong}": use sites such as https://*.chat.example, with blanks between.`,
    );
  return { scriptUrl, origins: [...new Set([new URL(scriptUrl).origin, ...named])] };
};

/** Churnkey's settings, both or none. In production it refuses the sandbox's script. (SHL-08) */
export const recoveryIn = (env: Environment, production: boolean): RecoveryConfig | null => {
  const set = bothOrNone(env, "CHURNKEY_APP_ID", "CHURNKEY_API_KEY");
  if (set === null) return null;
  const [appId, apiKey] = set;
  const { CHURNKEY_SCRIPT_URL: scriptUrl = "" } = env;
  if (scriptUrl !== "" && !isWebAddress(scriptUrl))
    throw new BadSetting(`CHURNKEY_SCRIPT_URL is "${scriptUrl}": leave it out, or name the sandbox's.`);
  if (production && scriptUrl !== "")
    throw new BadSetting("NODE_ENV is production, but CHURNKEY_SCRIPT_URL names a sandbox: leave it out.");
  return { appId, apiKey, scriptUrl: scriptUrl === "" ? undefined : scriptUrl };
};
