/** An invalid setting. The message names the setting and a valid value. */
export class BadSetting extends Error {}
