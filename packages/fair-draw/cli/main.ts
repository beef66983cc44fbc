/**
 * `fair-draw verify FILE …`, the package's only I/O. One line a step, the verdict last; exit code 0 VERIFIED, 1 FAILED,
 * 2 INCOMPLETE, 64 for wrong use or a file that is no proof (draw protocol, appendix on a verifier's output).
 */
import { parseArgs } from 'node:util';
import { type BeaconChain, parseBeaconChain } from '../src/beacon.ts';
import { isHash } from '../src/field-rules.ts';
import { looksLikeReceipt } from '../src/receipt.ts';
import { looksLikeProof } from '../src/verify/parse-proof.ts';
import { type Step, type Verification, verifyProof } from '../src/verify/verify-proof.ts';
import { readJson, Refused } from './read-json.ts';

const USAGE =
  'Usage: fair-draw verify FILE [--json] [--receipt FILE [--receipt-key HEX]] [--log-key HEX] [--test-chain FILE]';
const EXIT = { VERIFIED: 0, FAILED: 1, INCOMPLETE: 2 } as const;
const EXIT_REFUSED = 64;

interface Command {
  file: string;
  json: boolean;
  receipt: string | undefined;
  receiptKey: string | undefined;
  logKey: string | undefined;
  testChain: string | undefined;
}

function parseCommand(args: readonly string[]): Command {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        receipt: { type: 'string' },
        'receipt-key': { type: 'string' },
        'log-key': { type: 'string' },
        'test-chain': { type: 'string' },
      },
    });
  } catch {
    throw new Refused(USAGE);
  }
  const [name, file, ...rest] = parsed.positionals;
  const {
    json,
    receipt,
    'receipt-key': receiptKey,
    'log-key': logKey,
    'test-chain': testChain,
  } = parsed.values;
  if (name !== 'verify' || file === undefined || rest.length > 0) throw new Refused(USAGE);
  if (receiptKey !== undefined && receipt === undefined)
    throw new Refused('--receipt-key goes with --receipt.');
  if (receiptKey !== undefined && !isHash(receiptKey))
    throw new Refused('--receipt-key is not 64 lowercase hex digits.');
  if (logKey !== undefined && !isHash(logKey)) throw new Refused('--log-key is not 64 lowercase hex digits.');
  return { file, json, receipt, receiptKey, logKey, testChain };
}

function readChain(file: string): BeaconChain {
  const chain = parseBeaconChain(readJson(file, 'The chain'));
  if (chain === null)
    throw new Refused(`This is no beacon chain, or its hash does not match its values: ${file}`);
  return chain;
}

function readReceipt(file: string): unknown {
  const receipt = readJson(file, 'The receipt');
  if (!looksLikeReceipt(receipt)) throw new Refused(`This is no receipt (draw-receipt/1): ${file}`);
  return receipt;
}

function asLines({ steps, notChecked, verdict }: Verification): string {
  const line = (step: Step): string =>
    step.status === 'PASS' ? `PASS  ${step.name}` : `${step.status}  ${step.name}  ${step.reason}`;
  return [...steps.map(line), ...notChecked.map((name) => `NOTE  ${name}  not checked`), verdict].join('\n');
}

function asJson({ verdict, steps, assurance, drawId, testChain, notChecked }: Verification): string {
  const members = { verdict, steps, assurance, draw_id: drawId, test_chain: testChain };
  return JSON.stringify({ ...members, not_checked: notChecked });
}

function verify(command: Command): number {
  const proof = readJson(command.file, 'The file');
  if (!looksLikeProof(proof)) throw new Refused(`This is no draw proof (draw-proof/1): ${command.file}`);
  const chains = command.testChain === undefined ? [] : [readChain(command.testChain)];
  if (chains.length > 0) {
    process.stderr.write('Note: a test chain is accepted. It proves nothing about the public beacon.\n');
  }
  const result = verifyProof(proof, {
    chains,
    ...(command.receipt === undefined ? {} : { receipt: readReceipt(command.receipt) }),
    ...(command.receiptKey === undefined ? {} : { receiptKey: command.receiptKey }),
    ...(command.logKey === undefined ? {} : { logKey: command.logKey }),
  });
  process.stdout.write(`${command.json ? asJson(result) : asLines(result)}\n`);
  return EXIT[result.verdict];
}

/** @returns the exit code */
export function main(args: readonly string[]): number {
  try {
    return verify(parseCommand(args));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT_REFUSED;
  }
}
