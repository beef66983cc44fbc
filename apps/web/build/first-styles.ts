/** The part of the app's styles that first views need: the rules for classes that stand in the code of those pages. */
import { parse, type Rule } from 'postcss';

/** Classes in a selector; their names may hold escaped characters. */
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\0-\x7F])+)/gi;
/** Set by the script in the page. */
const SET_BEFORE = 'dark';

/** @param styles the whole sheet @param scripts the code of all pages with a first view, as it is sent */
export function firstStyles(styles: string, scripts: readonly string[]): string {
  const words = new Set(scripts.flatMap((code) => code.split(/[\s"'`{}]+|\\n/)));
  words.add(SET_BEFORE);
  const isNeeded = (selector: string): boolean =>
    [...selector.matchAll(CLASS)].every(([, name = '']) => words.has(unescaped(name)));
  const root = parse(styles);
  root.walkRules((rule) => {
    if (!isFrame(rule) && !rule.selectors.some(isNeeded)) rule.remove();
  });
  root.walkAtRules((rule) => {
    // The order of layers is theirs even when they are empty.
    if (rule.name !== 'layer' && rule.nodes?.length === 0) rule.remove();
  });
  return root.toString();
}

/** A step of an animation. */
function isFrame({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && 'name' in parent && parent.name.endsWith('keyframes');
}

function unescaped(name: string): string {
  return name
    .replaceAll(/\\([0-9a-f]{1,6}) ?/gi, (_all, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\(.)/g, '$1');
}
