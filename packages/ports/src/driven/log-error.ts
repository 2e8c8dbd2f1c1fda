/** Writes an error to the log of the process, for code that is not an effect. */
export type LogError = (message: string, error: unknown) => void;
