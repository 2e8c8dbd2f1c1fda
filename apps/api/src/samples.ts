import { NO_SAMPLES, type Samples } from "@backlot/application";

/** Returns NO_SAMPLES if the package itself is not installed, and throws any other error. */
const none = (error: unknown): Samples => {
  const isMissing = error instanceof Error && Reflect.get(error, "code") === "ERR_MODULE_NOT_FOUND";
  if (isMissing && error.message.startsWith("Cannot find package '@backlot/samples'")) return NO_SAMPLES;
  throw error;
};

/** The samples. Without them, a store has only the content that its owner adds. */
export const samples: Samples = await import("@backlot/samples").then(({ SAMPLES }) => SAMPLES, none);
