/** Writes an error to the log of the process, for code that is not an effect. */
export type LogError = (message: string, error: unknown) => void;

/** Writes an error to the console, for code without a log. A running store redirects its console output to its log. */
export const logToConsole: LogError = (message, error) => console.error(message, error);
