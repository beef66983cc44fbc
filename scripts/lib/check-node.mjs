/** Imported first by every command: says in plain words when this Node is too old. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Glassdrum needs Node.js 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org/`,
  );
  process.exit(1);
}
