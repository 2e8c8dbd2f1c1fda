/** A setting that can't be used; the message names it and what would work. */
export class BadSetting extends Error {}
