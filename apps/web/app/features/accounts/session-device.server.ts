import bowser from "bowser";

/** Returns the browser and operating system in a user agent, such as "Chrome on macOS". */
export const sessionDevice = (agent: string | null): string => {
  if (agent === null) return "Unknown device";
  const { browser, os } = bowser.parse(agent);
  const named = [browser.name ?? agent.split(/[/\s]/)[0] ?? "", os.name ?? ""].filter((part) => part !== "");
  return named.length === 0 ? "Unknown device" : named.join(" on ");
};
