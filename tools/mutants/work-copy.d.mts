/** A copy of the repository over the same installed dependencies. */
export interface WorkCopy {
  readonly folder: string;
  readonly remove: () => void;
}

export const makeWorkCopy: () => WorkCopy;
