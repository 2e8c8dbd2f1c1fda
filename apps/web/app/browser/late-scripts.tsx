import { Children, Fragment, type ReactElement, type ReactNode, cloneElement, isValidElement } from "react";
import { Scripts } from "react-router";

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

/** Returns the elements of React Router's scripts, without the fragments around them. */
const flat = (node: ReactNode): readonly ReactElement<Props>[] =>
  Children.toArray(node).flatMap((each) =>
    !isValidElement<Props>(each) ? [] : each.type === Fragment ? flat(each.props.children) : [each],
  );

const STATIC_IMPORT = /^import \* as (\w+) from ("[^"]+");$/gm;

/**
 * Rewrites a module to load its imports after the first paint. `hrefs` lists all modules that the imports need, so that
 * the browser doesn't discover them one by one.
 */
export const lateModule = (text: string, hrefs: readonly string[]): string => {
  const imports = [...text.matchAll(STATIC_IMPORT)];
  if (imports.length === 0) return text;
  const [names, paths] = [imports.map(([, name]) => name), imports.map(([, , path]) => `import(${path})`)];
  return `await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
for (const href of ${JSON.stringify(hrefs)})
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
const [${names.join(", ")}] = await Promise.all([${paths.join(", ")}]);
${text.replace(STATIC_IMPORT, "")}`;
};

const textOf = ({ dangerouslySetInnerHTML }: Props): string =>
  (dangerouslySetInnerHTML as { readonly __html: string } | undefined)?.__html ?? "";

/**
 * Renders React Router's scripts so that they load after the first paint. On a phone, they would otherwise compete with
 * the page's content. React Router has no setting for this, so we change the elements that it renders.
 */
export const LateScripts = (): ReactNode => {
  const elements = flat(Scripts({}));
  const scripts = elements.filter(({ type }) => type !== "link");
  // During hydration, the browser leaves script contents unchanged.
  if (!import.meta.env.SSR) return scripts;
  const hrefs = elements.flatMap(({ props }) => (props["rel"] === "modulepreload" ? [String(props["href"])] : []));
  return scripts.map((script) => {
    const text = textOf(script.props);
    const late = script.props["type"] === "module" ? lateModule(text, hrefs) : text;
    return cloneElement(script, { dangerouslySetInnerHTML: { __html: late } });
  });
};
