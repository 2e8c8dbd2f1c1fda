/** Writes an error to the log of the process, for code that is not an effect. */
export type LogError = (message: string, error: unknown) => void;

/** Writes an error to the console, where there is no log. A running store sends that to its log, too. */
export const logToConsole: LogError = (message, error) => console.error(message, error);
