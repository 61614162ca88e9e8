/** The rules of a game as they are under a variant.
 *
 * The text of the rules is true of the recommended game. Where an option changes that, a comment follows the paragraph or
 * the point of a list, and says what stands in its place (nothing, if it is empty):
 *
 *     <!-- if limit_rule=draw: When both have used them up, it is a draw. -->
 *
 * Of several comments the first that holds counts. `option!=value` is any other value, conditions are joined with `and` and
 * `or`, and `{option}` is the value itself.
 */
import type { Variant } from '../../board/gamePage';

const COMMENT = /^<!--\s*if ([^:]*):([\s\S]*?)-->$/;
const CONDITION = /^\s*(\w+)(!?=)(\S+)\s*$/;
const POINT = /^([-*]|\d+[.)])\s+/;

export function rulesUnder(text: string, variant: Variant): string {
  const parts: string[] = [];
  let isReplaced = false;
  for (const part of partsOf(text)) {
    const [, conditions, words] = part.match(COMMENT) ?? [];
    if (conditions === undefined) {
      parts.push(part);
      isReplaced = false;
    } else if (!isReplaced && holds(conditions, variant)) {
      const [mark = ''] = parts.at(-1)?.match(POINT) ?? [];
      const instead = (words ?? '')
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/\{(\w+)\}/g, (_, name: string) => String(variant[name]));
      parts.splice(-1, 1, ...(instead ? [mark + instead] : []));
      isReplaced = true;
    }
  }
  return parts.join('\n');
}

/** Paragraphs, points of lists and comments, each with its lines; of a fenced block and of what lies between, each line. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let isOpen = false; // whether the next line may belong to the last part
  let isFenced = false;
  for (const line of text.split('\n')) {
    const isInComment = parts.at(-1)?.startsWith('<!--') === true && !parts.at(-1)?.trimEnd().endsWith('-->');
    const isFence = line.startsWith('```');
    const begins = line.trim() === '' || isFenced || isFence || POINT.test(line) || /^(#|\||<!--)/.test(line);
    if (isInComment || (isOpen && !begins)) parts.push(`${parts.pop() ?? ''}\n${line}`);
    else parts.push(line);
    if (isFence) isFenced = !isFenced;
    isOpen = line.trim() !== '' && !isFenced && !isFence && !/^(#|\|)/.test(line) && !line.trimEnd().endsWith('-->');
  }
  return parts;
}

const holds = (conditions: string, variant: Variant): boolean =>
  conditions.split(' or ').some((together) => together.split(' and ').every((one) => isTrue(one, variant)));

function isTrue(condition: string, variant: Variant): boolean {
  const [, name = '', sign, value] = condition.match(CONDITION) ?? [];
  return name in variant && (String(variant[name]) === value) === (sign === '=');
}
