/** Imported first by every command: says in plain words when this Node is not one that is supported. */
const [major, minor] = process.versions.node.split('.').map(Number);
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
if (!supported) {
  console.error(
    `Glassdrum needs Node.js 20 (20.19 or newer), 22 (22.12 or newer) or 24; this is ${process.versions.node}. See https://nodejs.org/`,
  );
  process.exit(1);
}
