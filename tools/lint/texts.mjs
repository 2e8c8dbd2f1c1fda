import { dirname, join, relative } from "node:path";
import { SyntaxKind } from "typescript/unstable/ast";
import { API, SignatureKind, TypeFlags } from "typescript/unstable/sync";

// A browser that translates a page replaces each text node with elements. React then tries to change or remove a node
// that no longer exists, and the page breaks or shows an old price. Text that is an element's only child is safe,
// because React sets it through the element. So are text and elements that never change.

const TEXT =
  TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.AnyOrUnknown | TypeFlags.TypeParameter;

/** The elements in which a component's `children` are blocks, so that they need no element of their own. */
const HOLDS_BLOCKS = /^(?:div|section|main|.*\.Provider)?$/;

/** Returns the members of a union, or the type itself. */
const membersOf = (type) => (type.isUnionType() ? type.getTypes().flatMap(membersOf) : [type]);

/** Returns whether a type is that of `children`. Only `children` can be promises. */
const isChildren = (type) => membersOf(type).some((member) => member.getSymbol()?.name === "Promise");

/** Returns whether React may render a value of a type as text. */
const mayBeText = (checker, type) =>
  membersOf(type).some((member) => {
    if ((member.flags & TEXT) !== 0) return true;
    if (!checker.isArrayLikeType(member) || !member.isTypeReference()) return false;
    return checker.getTypeArguments(member).some((each) => mayBeText(checker, each));
  });

/** Returns whether JSX renders nothing for a child: white space over several lines, or a comment. */
const isNothing = (child) =>
  child.kind === SyntaxKind.JsxText
    ? child.text.trim() === "" && child.text.includes("\n")
    : child.kind === SyntaxKind.JsxExpression && child.expression === undefined;

const LITERALS = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.NumericLiteral,
]);

const tagOf = (node) => (node.kind === SyntaxKind.JsxElement ? node.openingElement.tagName : (node.tagName ?? null));

/** Returns whether a component can render nothing. */
const mayBeEmpty = (checker, tag) => {
  if (tag === null || /^[a-z]/.test(tag.text ?? "")) return false;
  const type = checker.getTypeAtLocation(tag);
  const [signature] = type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call);
  const returned = signature === undefined ? undefined : checker.getReturnTypeOfSignature(signature);
  if (returned === undefined || isChildren(returned)) return false;
  return membersOf(returned).some(({ flags }) => (flags & TypeFlags.Nullable) !== 0);
};

/**
 * Returns the kind of a child: a space, which no browser translates; a text; a value, which is text that may change; a
 * part, which may appear and disappear; or an element.
 */
const kindOf = (checker, child, tagName) => {
  if (child.kind === SyntaxKind.JsxText) return child.text.trim() === "" ? "space" : "text";
  if (child.kind !== SyntaxKind.JsxExpression) return mayBeEmpty(checker, tagOf(child)) ? "part" : "element";
  const { expression } = child;
  if (LITERALS.has(expression.kind)) return expression.text.trim() === "" ? "space" : "text";
  const type = checker.getTypeAtLocation(expression);
  if (type === undefined) return "value";
  if (isChildren(type)) return HOLDS_BLOCKS.test(tagName) ? "part" : "value";
  return mayBeText(checker, type) ? "value" : "part";
};

/** Returns whether React would have to find one of the children's text nodes again. */
const isFragile = (kinds, isFragment) => {
  if (!kinds.some((kind) => kind === "text" || kind === "value")) return false;
  return isFragment || (kinds.length > 1 && kinds.some((kind) => kind === "value" || kind === "part"));
};

const faultsOfFile = (checker, source, name) => {
  const faults = [];
  const visit = (node) => {
    const isFragment = node.kind === SyntaxKind.JsxFragment;
    if (isFragment || node.kind === SyntaxKind.JsxElement) {
      const tagName = isFragment ? "" : tagOf(node).getText(source);
      const children = node.children.filter((child) => !isNothing(child));
      const kinds = children.map((child) => kindOf(checker, child, tagName));
      if (isFragile(kinds, isFragment)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        faults.push(`${name}:${line + 1}: <${tagName}> has bare text beside what changes: one <span> or template each`);
      }
    }
    node.forEachChild(visit);
  };
  visit(source);
  return faults;
};

/**
 * Returns the JSX of a project's files in which React could not find a text node again after a browser has translated
 * the page, one line each. `isChecked` says which files to check, by their absolute path.
 */
export const textFaults = (config, isChecked) => {
  const api = new API({ cwd: dirname(config) });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    return project.program
      .getSourceFileNames()
      .filter((path) => path.endsWith(".tsx") && isChecked(path))
      .flatMap((path) =>
        faultsOfFile(project.checker, project.program.getSourceFile(path), relative(dirname(config), path)),
      );
  } finally {
    api.close();
  }
};

/** Returns the faults of the web app's screens. */
export const textsIn = (root) =>
  textFaults(join(root, "tsconfig.json"), (path) => path.startsWith(join(root, "apps/web/app/")));
