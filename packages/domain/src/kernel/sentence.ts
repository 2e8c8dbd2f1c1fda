/** Returns a phrase as a sentence, with a capital letter and a period. */
export const sentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
