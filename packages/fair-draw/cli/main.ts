/**
 * `fair-draw verify FILE [--json] [--receipt FILE] [--receipt-key HEX] [--test-chain FILE]`, the package's only I/O.
 * One line a step, the verdict last; exit code 0 VERIFIED, 1 FAILED, 2 INCOMPLETE, 64 for wrong use or a file that is no proof.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type BeaconChain, chainHashOf, looksLikeProof, type Step, verifyProof } from '../src/index.ts';

const USAGE =
  'Usage: fair-draw verify FILE [--json] [--receipt FILE] [--receipt-key HEX] [--test-chain FILE]';
const EXIT = { VERIFIED: 0, FAILED: 1, INCOMPLETE: 2 } as const;
const EXIT_USAGE = 64;
const LARGEST_FILE = 512 * 1024 * 1024;

/** A refusal that is told in one line. */
class Refused extends Error {}

function readJson(file: string, what: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Refused(`${what} cannot be read: ${file}`);
  }
  if (text.length > LARGEST_FILE) throw new Refused(`${what} is too large: ${file}`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused(`${what} is not JSON: ${file}`);
  }
}

function readChain(file: string): BeaconChain {
  const json = readJson(file, 'The chain') as Record<string, unknown> | null;
  const chain = {
    scheme: json?.['scheme'],
    chainHash: json?.['chain_hash'],
    publicKey: json?.['public_key'],
    genesisTime: json?.['genesis_time'],
    period: json?.['period'],
    groupHash: json?.['group_hash'],
  } as BeaconChain;
  try {
    if (chainHashOf(chain) === chain.chainHash && Number.isSafeInteger(chain.genesisTime)) return chain;
  } catch {
    // Told below, in the same words as a hash that does not match.
  }
  throw new Refused(`This is no beacon chain, or its hash does not match its values: ${file}`);
}

function line(step: Step): string {
  return step.status === 'PASS' ? `PASS  ${step.name}` : `${step.status}  ${step.name}  ${step.reason}`;
}

function verify(args: readonly string[]): number {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        receipt: { type: 'string' },
        'receipt-key': { type: 'string' },
        'test-chain': { type: 'string' },
      },
    });
  } catch {
    throw new Refused(USAGE);
  }
  const [command, file, ...rest] = parsed.positionals;
  if (command !== 'verify' || file === undefined || rest.length > 0) throw new Refused(USAGE);
  const { json, receipt, 'receipt-key': receiptKey, 'test-chain': testChain } = parsed.values;

  const proof = readJson(file, 'The file');
  if (!looksLikeProof(proof)) throw new Refused(`This is no draw proof (draw-proof/1): ${file}`);
  const chains = testChain === undefined ? [] : [readChain(testChain)];
  if (chains.length > 0) {
    process.stderr.write('Note: a test chain is accepted. It proves nothing about the public beacon.\n');
  }
  const result = verifyProof(proof, {
    chains,
    ...(receipt === undefined ? {} : { receipt: readJson(receipt, 'The receipt') }),
    ...(receiptKey === undefined ? {} : { receiptKey }),
  });
  const output = json
    ? [JSON.stringify(result, null, 2)]
    : [
        ...result.steps.map(line),
        ...result.notChecked.map((name) => `NOTE  ${name}  not checked`),
        result.verdict,
      ];
  process.stdout.write(`${output.join('\n')}\n`);
  return EXIT[result.verdict];
}

/** @returns the exit code */
export function main(args: readonly string[]): number {
  try {
    return verify(args);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT_USAGE;
  }
}
