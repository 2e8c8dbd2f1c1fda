import { BadSetting, bothOrNone } from "./bad-setting.ts";
import { isWebAddress } from "./web-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A live chat: its script, and the origins it loads from. */
export interface ChatConfig {
  readonly scriptUrl: string;
  /** Sources for the content security policy, including the script's origin. */
  readonly origins: readonly string[];
}

/** Churnkey, which asks customers for another card after a failed payment. */
export interface RecoveryConfig {
  readonly appId: string;
  readonly apiKey: string;
  /** The sandbox's script URL; undefined for Churnkey's own. */
  readonly scriptUrl: string | undefined;
}

const SOURCE = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z\d.-]+(?::\d{1,5})?$/i;

/**
 * Reads the live chat's settings, or returns null. In production, throws BadSetting unless the script and its sources
 * are secure (https or wss).
 */
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

/** Reads Churnkey's settings: both or neither. In production, throws BadSetting for a sandbox script. */
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
