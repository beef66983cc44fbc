/**
 * `npm run sbom`: what an installation is made of, from the lockfile alone, for anyone who has to know (M13). Writes
 * release/sbom.cdx.json (CycloneDX) and release/licences.txt. The same lockfile gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/run.mjs';

const folder = join(root, 'release');
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');

/** Packages that name their licence only in a file of their own, where it was read. */
const LICENCES_IN_FILES = { 'png-js': 'MIT' };

/** Licence by `name@version` of what is delivered. npm's own `--omit dev` also leaves out what tools need as well. */
const delivered = new Map(
  Object.entries(JSON.parse(lockText).packages)
    .filter(
      ([path, { link, dev, devOptional }]) => path.includes('node_modules/') && !link && !dev && !devOptional,
    )
    .map(([path, { version, license }]) => [
      `${path.split('node_modules/').at(-1)}@${version}`,
      license ?? LICENCES_IN_FILES[path.split('node_modules/').at(-1)] ?? null,
    ]),
);

const nameOf = ({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length));

function readSbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const output = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sbom = JSON.parse(output);
  sbom.components = sbom.components.filter((component) => delivered.has(nameOf(component)));
  const refs = new Set(
    [sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']),
  );
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  // npm names the moment and a random number; the lockfile names the content.
  delete sbom.metadata.timestamp;
  const hash = createHash('sha256').update(lockText).digest('hex');
  sbom.serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return sbom;
}

/** One line a package: name, version, licence as its author wrote it. */
function licenceList() {
  return [...delivered]
    .map(([name, licence]) => `${name}  ${licence ?? 'unknown'}\n`)
    .toSorted()
    .join('');
}

const sbom = readSbom();
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
writeFileSync(join(folder, 'licences.txt'), licenceList());
console.log(`${sbom.components.length} components: release/sbom.cdx.json, release/licences.txt`);
