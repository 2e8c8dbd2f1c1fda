/** A copy of the repository that uses the same installed dependencies. */
export interface WorkCopy {
  readonly folder: string;
  readonly remove: () => void;
}

export const makeWorkCopy: () => WorkCopy;
