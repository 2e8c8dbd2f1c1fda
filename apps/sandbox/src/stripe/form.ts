/** A form body of the v1 API: brackets make objects and arrays, and every leaf is a string. */
export type Form = string | Form[] | FormObject;
export type FormObject = { [key: string]: Form };

// Without a prototype: a field may be called like one of its properties.
const emptyObject = (): FormObject => Object.create(null);

/** `items[0][price_data][currency]=usd&expand[0]=a` → objects and arrays; an empty string unsets a value. */
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
      const known = at[key];
      const below = known !== undefined && typeof known === "object" && !Array.isArray(known) ? known : emptyObject();
      at[key] = below;
      at = below;
    });
  }
  return mapValues(root);
};

const mapValues = (node: FormObject): FormObject =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withArrays(value, key)]));

/** Keys 0…n-1 make an array; metadata never does. */
const withArrays = (node: Form, name: string): Form => {
  if (typeof node === "string" || Array.isArray(node)) return node;
  const entries = Object.entries(node);
  const isArray = name !== "metadata" && entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, value]) => withArrays(value, "")) : mapValues(node);
};

/** A field as text; undefined where it is missing or empty. */
export const str = (field: Form | undefined): string | undefined =>
  typeof field === "string" && field !== "" ? field : undefined;

/** A field as a whole number. */
export const int = (field: Form | undefined): number | undefined =>
  typeof field === "string" && /^-?\d+$/.test(field) ? Number(field) : undefined;

/** A field as a truth value. */
export const bool = (field: Form | undefined): boolean | undefined =>
  field === "true" ? true : field === "false" ? false : undefined;

/** A field as an object; empty where it is none. */
export const obj = (field: Form | undefined): FormObject =>
  typeof field === "object" && !Array.isArray(field) ? field : {};

/** A field as an array; empty where it is none. */
export const arr = (field: Form | undefined): Form[] => (Array.isArray(field) ? field : []);

/** Updates merge key by key; an empty value removes its key; `metadata=""` clears all. */
export const mergeMetadata = (
  known: Readonly<Record<string, string>>,
  given: Form | undefined,
): Record<string, string> => {
  if (given === "") return {};
  const merged = { ...known };
  for (const [key, value] of Object.entries(obj(given))) {
    if (typeof value !== "string") continue;
    if (value === "") delete merged[key];
    else merged[key] = value;
  }
  return merged;
};
