/** The commands of docs/install.md: fenced blocks whose first line says for which way of installing they are. */

/**
 * @param {string} markdown
 * @param {string} kind `one`, `three` or `settings`
 * @returns {{commands: string, needsNetwork: boolean, isCheck: boolean}[]} `isCheck`: it looks at a draw, which must have happened
 */
export function blocksOf(markdown, kind) {
  return [...markdown.matchAll(/^```sh ([a-z ]+)\n([^]*?)^```$/gm)]
    .filter(([, kinds]) => kinds.split(' ').includes(kind))
    .map(([, , commands]) => ({
      commands,
      needsNetwork: /\bnpm (?:ci|install)\b/.test(commands),
      isCheck: commands.includes('fair-draw verify'),
    }));
}
