/** A parsed form body of the v1 API: brackets make objects and arrays, and every leaf is a string. */
export type Form = string | Form[] | FormObject;
export type FormObject = { [key: string]: Form };

// Use no prototype, because a field may have the same name as one of the prototype's properties.
const emptyObject = (): FormObject => Object.create(null);

/** Parses `items[0][price_data][currency]=usd&expand[0]=a` into objects and arrays. */
export const parseForm = (body: string): FormObject => {
  const root = emptyObject();
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split("[").map((part, index) => (index === 0 ? part : part.replace(/\]$/, "")));
    let at = root;
    path.forEach((part, index) => {
      const key = part === "" ? String(Object.keys(at).length) : part; // a[]=x
      if (index === path.length - 1) {
        at[key] = value;
        return;
      }
      const child = at[key];
      const below = child !== undefined && typeof child === "object" && !Array.isArray(child) ? child : emptyObject();
      at[key] = below;
      at = below;
    });
  }
  return mapValues(root);
};

const mapValues = (node: FormObject): FormObject =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withArrays(value, key)]));

/** Converts objects with the keys 0…n-1 to arrays, except metadata. */
const withArrays = (node: Form, name: string): Form => {
  if (typeof node === "string" || Array.isArray(node)) return node;
  const entries = Object.entries(node);
  const isArray = name !== "metadata" && entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, value]) => withArrays(value, "")) : mapValues(node);
};

/** Returns a field as a string; undefined if it is missing or empty. */
export const str = (field: Form | undefined): string | undefined =>
  typeof field === "string" && field !== "" ? field : undefined;

/** Returns a field as an integer, or undefined. */
export const int = (field: Form | undefined): number | undefined =>
  typeof field === "string" && /^-?\d+$/.test(field) ? Number(field) : undefined;

/** Returns a field as a boolean, or undefined. */
export const bool = (field: Form | undefined): boolean | undefined =>
  field === "true" ? true : field === "false" ? false : undefined;

/** Returns a field as an object; empty if it is not one. */
export const obj = (field: Form | undefined): FormObject =>
  typeof field === "object" && !Array.isArray(field) ? field : {};

/** Returns a field as an array; empty if it is not one. */
export const arr = (field: Form | undefined): Form[] => (Array.isArray(field) ? field : []);

/** Merges metadata key by key. An empty value removes its key, and `metadata=""` removes all keys. */
export const mergeMetadata = (
  metadata: Readonly<Record<string, string>>,
  given: Form | undefined,
): Record<string, string> => {
  if (given === "") return {};
  const merged = { ...metadata };
  for (const [key, value] of Object.entries(obj(given))) {
    if (typeof value !== "string") continue;
    if (value === "") delete merged[key];
    else merged[key] = value;
  }
  return merged;
};
