/**
 * Returns whether a provider could reach a URL, which must use https and not be on this machine. Both providers refuse
 * other webhooks.
 */
export const isPublicUrl = (url: string): boolean =>
  URL.canParse(url) &&
  new URL(url).protocol === "https:" &&
  !/^(localhost|127\.|0\.0\.0\.0|\[)/.test(new URL(url).hostname);
