/**
 * `fair-draw verify FILE …`, `fair-draw log FILE` and `fair-draw check-site URL`, the package's only I/O. One line a check,
 * the verdict last; exit code 0 VERIFIED, 1 FAILED, 2 INCOMPLETE, 64 when nothing was checked (draw protocol, appendix A).
 */
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import manifest from '../package.json' with { type: 'json' };
import { type BeaconChain, parseBeaconChain } from '../src/beacon.ts';
import { checkLogFile } from '../src/log/check-log-file.ts';
import { looksLikeReceipt } from '../src/receipt.ts';
import type { NativeEd25519 } from '../src/verify/native-ed25519.ts';
import { readProof, type Verification, verifyProof } from '../src/verify/verify-proof.ts';
import { checkSite, offlineVerifierHash, readRelease } from './check-site.ts';
import { type Command, parseCommand } from './command-line.ts';
import { readFile, readJson, Refused } from './read-file.ts';

const EXIT = { VERIFIED: 0, FAILED: 1, INCOMPLETE: 2 } as const;
const EXIT_REFUSED = 64;

const nodeEd25519: NativeEd25519 = (signature, message, publicKey) => {
  try {
    // A JWK is taken in a tenth of the time that DER needs.
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verifySignature(null, message, key, signature);
  } catch {
    return false;
  }
};

function readChain(file: string): BeaconChain {
  const chain = parseBeaconChain(readJson(file, 'The chain'));
  if (chain === null) {
    throw new Refused(`The chain ${JSON.stringify(file)} is refused: its hash does not match its values.`);
  }
  return chain;
}

function readReceipt(file: string): unknown {
  const receipt = readJson(file, 'The receipt');
  if (!looksLikeReceipt(receipt)) {
    throw new Refused(`The receipt ${JSON.stringify(file)} is refused: it is no receipt (draw-receipt/2).`);
  }
  return receipt;
}

interface Outcome extends Pick<Verification, 'verdict' | 'assurance' | 'drawId' | 'testChain'> {
  notes: readonly { name: string; text: string }[];
  steps: readonly { name: string; status: string; reason?: string }[];
}

function asLines({ steps, notes, verdict }: Outcome): string {
  const lines = steps.map(({ name, status, reason }) =>
    status === 'PASS' ? `PASS  ${name}` : `${status}  ${name}  ${reason}`,
  );
  return [...lines, ...notes.map(({ name, text }) => `NOTE  ${name}  ${text}`), verdict].join('\n');
}

function asJson({ verdict, steps, notes, assurance, drawId, testChain }: Outcome): string {
  return JSON.stringify({ verdict, steps, notes, assurance, draw_id: drawId, test_chain: testChain });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** @returns the exit code */
function report(outcome: Outcome, json: boolean): number {
  print(json ? asJson(outcome) : asLines(outcome));
  return EXIT[outcome.verdict];
}

/** Everything is read before anything is written, so that a refusal leaves no other trace. */
function verify(command: Extract<Command, { name: 'verify' }>): number {
  const proof = readFile(command.file, 'The file', readProof);
  const earlier = command.earlier.map((file) => readFile(file, 'The earlier proof', readProof));
  const chains = command.testChain === undefined ? [] : [readChain(command.testChain)];
  const receipt = command.receipt === undefined ? undefined : readReceipt(command.receipt);
  if (chains.length > 0) {
    process.stderr.write('Note: a test chain is accepted. It proves nothing about the public beacon.\n');
  }
  const { receiptKey, logKey, witnessKeys, witnessQuorum } = command;
  const result = verifyProof(proof, {
    chains,
    earlier,
    witnessKeys,
    witnessQuorum,
    ed25519: nodeEd25519,
    ...(receipt === undefined ? {} : { receipt }),
    ...(receiptKey === undefined ? {} : { receiptKey }),
    ...(logKey === undefined ? {} : { logKey }),
  });
  return report(result, command.json);
}

function log({ file, json }: Extract<Command, { name: 'log' }>): number {
  const { verdict, steps } = readFile(file, 'The file', checkLogFile);
  return report({ verdict, steps, notes: [], assurance: null, drawId: null, testChain: false }, json);
}

async function site({ url, release, json }: Extract<Command, { name: 'check-site' }>): Promise<number> {
  const checked = await checkSite(url, readRelease(release));
  return report({ ...checked, assurance: null, drawId: null, testChain: false }, json);
}

/** With the hash by which a downloaded offline verifier is known, where this program has a build beside it (R95). */
function version(): number {
  print(manifest.version);
  const verifier = offlineVerifierHash();
  if (verifier !== null) print(`glassdrum-verifier.html sha256 ${verifier}`);
  return 0;
}

function run(command: Command): number | Promise<number> {
  switch (command.name) {
    case 'version':
      return version();
    case 'log':
      return log(command);
    case 'check-site':
      return site(command);
    case 'verify':
      return verify(command);
  }
}

/** @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(parseCommand(args));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT_REFUSED;
  }
}
