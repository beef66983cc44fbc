/**
 * Reads a unit of systemd.
 * @param {string} text
 * @param {string} instance what follows the @ in its name
 * @returns {Record<string, Record<string, string[]>>} by section and name, every value in order
 */
export function readUnit(text, instance) {
  const sections = {};
  let section = {};
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const header = /^\[(\w+)\]$/.exec(line)?.[1];
    if (header !== undefined) {
      section = {};
      sections[header] = section;
    }
    const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) (section[name] ??= []).push(value.replaceAll('%i', instance));
  }
  return sections;
}
