/** Form bodies of the v1 API: brackets make objects and arrays. */
export type Form = string | Form[] | { [key: string]: Form };
export type FormObject = { [key: string]: Form };

/** `items[0][price_data][currency]=usd&expand[0]=a` → objects and arrays; every leaf a string ("" = unset). */
export const parseForm = (body: string): FormObject => {
  const root: FormObject = Object.create(null) as FormObject;
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split("[").map((part, i) => (i === 0 ? part : part.replace(/\]$/, "")));
    let at = root;
    path.forEach((raw, i) => {
      const key = raw === "" ? String(Object.keys(at).length) : raw; // a[]=x
      if (i === path.length - 1) at[key] = value;
      else {
        const next = at[key];
        const below = (typeof next === "object" ? next : Object.create(null)) as FormObject;
        at[key] = below;
        at = below;
      }
    });
  }
  return arrays(root, "") as FormObject;
};
/** Keys 0…n-1 make an array; metadata never does. */
const arrays = (node: Form, name: string): Form => {
  if (typeof node === "string" || Array.isArray(node)) return node;
  const keys = Object.keys(node);
  if (name !== "metadata" && keys.length > 0 && keys.every((k, i) => k === String(i)))
    return keys.map((k) => arrays(node[k] as Form, ""));
  return Object.fromEntries(keys.map((k) => [k, arrays(node[k] as Form, k)]));
};
export const str = (v: Form | undefined): string | undefined => (typeof v === "string" && v !== "" ? v : undefined);
export const int = (v: Form | undefined): number | undefined =>
  typeof v === "string" && /^-?\d+$/.test(v) ? Number(v) : undefined;
export const bool = (v: Form | undefined): boolean | undefined =>
  v === "true" ? true : v === "false" ? false : undefined;
export const obj = (v: Form | undefined): FormObject => (typeof v === "object" && !Array.isArray(v) ? v : {});
export const arr = (v: Form | undefined): Form[] => (Array.isArray(v) ? v : []);
/** Updates merge key by key; an empty value removes the key; `metadata=""` clears all. */
export const mergeMetadata = (old: Record<string, string>, v: Form | undefined): Record<string, string> => {
  if (v === undefined) return old;
  if (v === "") return {};
  return Object.fromEntries(
    Object.entries({ ...old, ...(obj(v) as Record<string, string>) }).filter(([, x]) => x !== ""),
  );
};
